package dev.berth.cli.vault;

import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.cli.Berth;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;

@DisplayName("What a vault's writers make, under a umask")
class UmaskTest {
    @TempDir private Path temp;

    @Test
    @Timeout(60)
    void hasNoMoreRightsThanItLeaves() throws Exception {
        Files.createDirectory(temp.resolve("vault"));
        var builder =
                new ProcessBuilder(
                        "sh",
                        "-c",
                        "umask 027; exec \"$@\"",
                        "sh",
                        ProcessHandle.current().info().command().orElseThrow(),
                        "--enable-native-access=ALL-UNNAMED",
                        "-cp",
                        System.getProperty("java.class.path"),
                        Berth.class.getName(),
                        "vault",
                        "write",
                        "vault",
                        "d/x.md");
        builder.directory(temp.toFile()).redirectErrorStream(true);
        builder.redirectInput(new File("/dev/null"));
        builder.environment().put("XDG_CACHE_HOME", temp.toRealPath().resolve("cache").toString());
        var process = builder.start();
        String said = process.inputReader().readAllAsString();
        assertThat(process.waitFor()).as(said).isZero();
        assertThat(rights("vault/d/x.md")).isEqualTo("rw-r-----");
        assertThat(rights("vault/d")).isEqualTo("rwxr-x---");
    }

    private String rights(String path) throws Exception {
        return PosixFilePermissions.toString(Files.getPosixFilePermissions(temp.resolve(path)));
    }
}
