package dev.berth.dist;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;

/// Unpacked elsewhere, in a folder with a space, with nothing but the base system on the path.
@DisplayName("The distribution")
class DistributionIT {
    private static final String BASE = "/usr/bin:/bin";

    @TempDir static Path scratch;

    private static Path app;
    private static Path berth;

    @BeforeAll
    static void unpack() throws Exception {
        Path made = Path.of(System.getProperty("berth.dist", "target"));
        Path archive;
        try (var files = Files.list(made)) {
            archive =
                    files.filter(file -> file.toString().endsWith(".tar.gz"))
                            .findFirst()
                            .orElseThrow();
        }
        Path folder = Files.createDirectory(scratch.resolve("un packed"));
        assertThat(run(folder, "tar", "-xzf", archive.toString()).code()).isZero();
        try (var entries = Files.list(folder)) {
            app = entries.findFirst().orElseThrow();
        }
        berth = app.resolve("bin/berth");
    }

    @Test
    void runsWithItsOwnJava() throws Exception {
        Ran ran = run(scratch, berth.toString(), "doctor", "--json");
        assertThat(ran.code()).as(ran.output()).isZero();
        assertThat(ran.output()).contains(app.resolve("runtime").toString());
    }

    @Test
    void startsFromTheCacheThatItBrings() throws Exception {
        assertThat(app.resolve("plain.aot")).isNotEmptyFile();
        Ran ran = run(scratch, berth.toString(), "version");
        assertThat(ran.output()).startsWith("berth 0.").hasLineCount(1);
    }

    @Test
    void doesRealWork() throws Exception {
        Path note = Files.writeString(scratch.resolve("note.txt"), "kept");
        assertThat(run(scratch, berth.toString(), "disk", "create", "d.sqlite").output())
                .contains("d.sqlite");
        Ran put =
                run(scratch, berth.toString(), "disk", "put", "d.sqlite", "/note", note.toString());
        assertThat(put.code()).as(put.output()).isZero();
        assertThat(run(scratch, berth.toString(), "disk", "get", "d.sqlite", "/note").output())
                .isEqualTo("kept");
    }

    @Test
    void bringsItsLicences() {
        assertThat(app.resolve("LICENSE")).isNotEmptyFile();
        assertThat(app.resolve("THIRD-PARTY.txt")).isNotEmptyFile();
    }

    private record Ran(int code, String output) {}

    private static Ran run(Path folder, String... command) throws Exception {
        var builder =
                new ProcessBuilder(List.of(command))
                        .directory(folder.toFile())
                        .redirectErrorStream(true);
        builder.environment().clear();
        builder.environment().put("PATH", BASE);
        builder.environment().put("HOME", scratch.toString());
        Process process = builder.start();
        process.getOutputStream().close();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor(2, TimeUnit.MINUTES)).isTrue();
        return new Ran(process.exitValue(), output);
    }
}
