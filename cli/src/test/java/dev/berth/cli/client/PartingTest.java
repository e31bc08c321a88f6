package dev.berth.cli.client;

import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.cli.Berth;
import dev.berth.cli.Typed;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.Timeout.ThreadMode;
import org.junit.jupiter.api.io.TempDir;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

@DisplayName("berth sessions send, ended by Ctrl-C")
class PartingTest {
    @TempDir Path home;

    @AfterEach
    void endTheServer() throws Exception {
        OwnServer.end(home);
    }

    @Test
    @Timeout(value = 120, threadMode = ThreadMode.SEPARATE_THREAD)
    void saysThatTheTurnGoesOn() throws Exception {
        Files.writeString(home.resolve("berth.yaml"), OwnServer.SETTINGS);
        assertThat(berth("sessions", "create", "--agent", "plain", "--name", "w").code()).isZero();
        var process = sending("echo begun; sleep 1000");
        try (var out = process.inputReader(StandardCharsets.UTF_8);
                var err = process.errorReader(StandardCharsets.UTF_8)) {
            assertThat(out.readLine()).isEqualTo("begun");
            String pid = String.valueOf(process.pid());
            assertThat(new ProcessBuilder("kill", "-INT", pid).start().waitFor()).isZero();
            assertThat(err.readLine())
                    .contains("turn 1 goes on", "berth sessions events w --follow")
                    .contains("berth sessions suspend w");
            assertThat(process.waitFor()).isEqualTo(130);
        } finally {
            process.destroyForcibly();
        }
        assertThat(berth("sessions", "show", "w").out()).contains("active");
        assertThat(berth("sessions", "suspend", "w").code()).isZero();
    }

    private Process sending(String text) throws Exception {
        var words =
                List.of(
                        // Whoever runs the tests in the background has them ignore the signal.
                        "env",
                        "--default-signal=INT",
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:+UseSerialGC",
                        "-XX:TieredStopAtLevel=1",
                        "--enable-native-access=ALL-UNNAMED",
                        "-cp",
                        System.getProperty("java.class.path"),
                        Berth.class.getName(),
                        "sessions",
                        "send",
                        "w",
                        text);
        var builder = new ProcessBuilder(words).directory(home.toFile());
        builder.environment().keySet().removeIf(name -> name.startsWith("BERTH_"));
        builder.environment().putAll(OwnServer.environment(home));
        return builder.start();
    }

    private Typed berth(String... words) {
        return Typed.in(home, OwnServer.environment(home), words);
    }
}
