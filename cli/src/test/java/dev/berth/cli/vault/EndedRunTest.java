package dev.berth.cli.vault;

import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.cli.Berth;
import dev.berth.durable.ContentHash;
import dev.berth.durable.SystemFiles;
import dev.berth.durable.lock.Processes;

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
        Path locks =
                ended(
                        "trap 'test -d \"$1\" && : > ended; exit 3' TERM; : > begun;"
                                + " while true; do sleep 0.1; done");
        assertThat(temp.resolve("ended")).as("ended while the lock was held").exists();
        assertThat(locks.toFile().list()).containsExactly("vault");
    }

    @Test
    @Timeout(60)
    void endsWhatItsCommandStartedToo() throws Exception {
        // The shell ends at once; its child takes its time, and a grandchild wants to be forced.
        Path locks =
                ended(
                        "sh -c 'trap \"sleep 1; test -d $1 && : > ended; exit\" TERM;"
                                + " sh -c \"trap : TERM; echo \\$\\$ > stubborn; : > begun;"
                                + " while true; do sleep 0.1; done\" & "
                                + " while true; do sleep 0.1; done' sh \"$1\"; true");
        assertThat(temp.resolve("ended")).as("ended while the lock was held").exists();
        long stubborn = Long.parseLong(Files.readString(temp.resolve("stubborn")).strip());
        var presence = Processes.here(SystemFiles.here()).presence(stubborn, -1);
        assertThat(presence).isNotInstanceOf(Processes.Presence.Running.class);
        assertThat(locks.toFile().list()).containsExactly("vault");
    }

    /// Runs a script under the lock, whose path is its first argument, and ends it when it begins.
    private Path ended(String script) throws Exception {
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
                        script,
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
            // A shell may say that what it waited for was terminated; we say nothing.
            assertThat(process.inputReader().readAllAsString()).doesNotContainIgnoringCase("berth");
        } finally {
            process.destroyForcibly();
        }
        return locks;
    }
}
