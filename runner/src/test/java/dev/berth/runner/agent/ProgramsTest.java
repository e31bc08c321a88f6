package dev.berth.runner.agent;

import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.durable.SystemFiles;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;

@DisplayName("A program of this machine")
class ProgramsTest {
    // Not below /tmp, where a sandbox has its own.
    private Path home = Path.of("/");

    @BeforeEach
    void makeHome() throws Exception {
        home = Files.createTempDirectory(Path.of("/var/tmp"), "berth-home").toRealPath();
    }

    @AfterEach
    void removeHome() throws Exception {
        new ProcessBuilder("rm", "-r", home.toString()).start().waitFor();
    }

    private Path program(String path, String content) throws Exception {
        var file = home.resolve(path);
        Files.createDirectories(file.getParent());
        Files.writeString(file, content);
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
        return file;
    }

    private Programs programs() {
        return new Programs(SystemFiles.here(), List.of(home.resolve("bin")));
    }

    @Test
    void ofTheSystemIsThereAnyway() {
        assertThat(programs().find("sh")).contains(new Programs.Found("sh", List.of(), List.of()));
        assertThat(programs().find("./in-the-workspace"))
                .contains(new Programs.Found("./in-the-workspace", List.of(), List.of()));
    }

    @Test
    void inTheHomeFolderShowsAloneByItsRealName() throws Exception {
        var real = program("share/claude/versions/2", "\177ELF");
        Files.createDirectories(home.resolve("bin"));
        Files.createSymbolicLink(home.resolve("bin/claude"), real);
        assertThat(programs().find("claude"))
                .contains(new Programs.Found(real.toString(), List.of(real), List.of()));
    }

    @Test
    void ofAPackageShowsWithItsNeighboursAndItsInterpreter() throws Exception {
        var script = program("lib/node_modules/@a/b/bin/b.js", "#!/usr/bin/env own-node\nx");
        var node = program("bin/own-node", "\177ELF");
        Files.createSymbolicLink(home.resolve("bin/b"), script);
        assertThat(programs().find("b"))
                .contains(
                        new Programs.Found(
                                script.toString(),
                                List.of(home.resolve("lib/node_modules"), node),
                                List.of(home.resolve("bin"))));
        Files.delete(node);
        assertThat(programs().find("b")).isEmpty();
    }

    @Test
    void isNotThereWhenItCannotBeExecutedOrShown() throws Exception {
        var plain = program("bin/plain", "x");
        Files.setPosixFilePermissions(plain, PosixFilePermissions.fromString("rw-r--r--"));
        Files.createDirectory(home.resolve("bin/folder"));
        Files.createSymbolicLink(home.resolve("bin/dangling"), home.resolve("nothing"));
        for (String word : List.of("plain", "folder", "dangling", "absent", "/no/such", "a\0b")) {
            assertThat(programs().find(word)).as(word).isEmpty();
        }
        var hidden = Files.createTempFile(Path.of("/tmp"), "berth", "program");
        Files.setPosixFilePermissions(hidden, PosixFilePermissions.fromString("rwxr-xr-x"));
        assertThat(programs().find(hidden.toString())).isEmpty();
        Files.delete(hidden);
    }
}
