package dev.berth.cli.vault;

import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.cli.Berth;
import dev.berth.durable.ContentHash;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

@DisplayName("berth vault run, told to end")
class EndedRunTest {
    @TempDir private Path temp;

    @Test
    @Timeout(60)
    void endsItsCommandFirstAndLeavesNoLock() throws Exception {
        Path vault = Files.createDirectory(temp.toRealPath().resolve("vault"));
        String hash = ContentHash.of(vault.toString().getBytes(StandardCharsets.UTF_8)).hex();
        Path locks = temp.toRealPath().resolve("cache/agentm/locks").resolve(hash);
        var builder =
                new ProcessBuilder(
                        ProcessHandle.current().info().command().orElseThrow(),
                        "--enable-native-access=ALL-UNNAMED",
                        "-cp",
                        System.getProperty("java.class.path"),
                        Berth.class.getName(),
                        "vault",
                        "run",
                        vault.toString(),
                        "--",
                        "sh",
                        "-c",
                        "trap 'test -d \"$1\" && : > ended; exit 3' TERM; : > begun;"
                                + " while true; do sleep 0.1; done",
                        "sh",
                        locks.resolve("lock").toString());
        builder.directory(temp.toFile()).redirectErrorStream(true);
        builder.environment().put("XDG_CACHE_HOME", temp.toRealPath().resolve("cache").toString());
        var process = builder.start();
        try {
            while (!Files.exists(temp.resolve("begun"))) {
                assertThat(process.isAlive()).isTrue();
                Thread.onSpinWait();
            }
            process.toHandle().destroy();
            assertThat(process.waitFor()).isEqualTo(128 + 15);
            assertThat(process.inputReader().readAllAsString()).isEmpty();
        } finally {
            process.destroyForcibly();
        }
        assertThat(temp.resolve("ended")).as("ended while the lock was held").exists();
        assertThat(locks.toFile().list()).containsExactly("vault");
    }
}
