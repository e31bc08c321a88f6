package dev.berth.runner.process;

import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.runner.Command;
import dev.berth.runner.Ending;
import dev.berth.runner.Runner;
import dev.berth.runner.RunnerContract;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

@DisplayName("A runner of processes")
class ProcessRunnerTest extends RunnerContract {
    @Override
    protected Runner open(Path home) {
        return Here.sandboxed(home);
    }

    @Test
    void hasNoWarnings() throws Exception {
        assertThat(runner.start(plan(SESSION)).warnings()).isEmpty();
    }

    @Test
    void clearsAwayWhatADeadSandboxLeft() throws Exception {
        runner.start(plan(SESSION));
        var pids = Files.readString(only("pid-"));
        new ProcessBuilder("kill", "-9", pids.strip()).start().waitFor();
        var status = Files.readString(folder.resolve("runner/ses_1/status"));
        String first = status.replaceAll("(?s).*\"child-pid\": ([0-9]+).*", "$1");
        new ProcessBuilder("kill", "-9", first).start().waitFor();
        await(() -> runner.find(SESSION).isEmpty());
        assertThat(runner.list()).isEmpty();
        assertThat(folder.resolve("runner")).isEmptyDirectory();
        assertThat(sh(runner.start(plan(SESSION)), "exit 4").ending())
                .isEqualTo(new Ending.Exited(4));
    }

    @Test
    void letsAStarterThatComesTooLateStartNothing() throws Exception {
        var home = folder.resolve("runner");
        Files.createDirectories(home.resolve("ses_1"));
        Files.createFile(home.resolve("ses_1/born-new"));
        String begin =
                new String(
                        ProcessRunner.class.getResourceAsStream("begin.sh").readAllBytes(),
                        StandardCharsets.UTF_8);
        var made = folder.resolve("made");
        var late =
                new ProcessBuilder(
                                "sh",
                                "-c",
                                begin,
                                "berth",
                                home + "/ses_1",
                                "old",
                                "--",
                                "touch",
                                made.toString())
                        .start();
        assertThat(late.waitFor()).isEqualTo(1);
        assertThat(made).doesNotExist();
        assertThat(runner.list()).isEmpty();
    }

    private Path only(String prefix) throws Exception {
        try (var names = Files.list(folder.resolve("runner/ses_1"))) {
            return names.filter(name -> name.getFileName().toString().startsWith(prefix))
                    .findFirst()
                    .orElseThrow();
        }
    }

    @Test
    void showsTheSettingsThatProgramsNeed() throws Exception {
        // Not below /tmp, which is the session's own inside. The folder is for its owner alone.
        var closed = Files.createTempDirectory(Path.of("/var/tmp"), "berth-shown");
        var shown = Files.createDirectories(closed.resolve("above/shown"));
        Files.writeString(shown.resolve("file"), "seen");
        Files.writeString(closed.resolve("beside"), "hidden");
        var sandbox = runner.start(plan(SESSION).showing(List.of(shown)));
        assertThat(sh(sandbox, "cat /etc/passwd >/dev/null && echo read").text())
                .isEqualTo("read\n");
        assertThat(sh(sandbox, "cat " + shown + "/file; ls " + closed).text())
                .isEqualTo("seenabove\n");
        assertThat(sh(sandbox, "echo x >" + shown + "/file").ending())
                .isNotEqualTo(new Ending.Exited(0));
        sandbox.stop();
        new ProcessBuilder("rm", "-r", closed.toString()).start().waitFor();
    }

    @Test
    void keepsAProgramsInterrupt() throws Exception {
        var sandbox = runner.start(plan(SESSION));
        assertThat(run(sandbox, Command.of("sh", "-c", "kill -INT $$; echo survived")).ending())
                .isEqualTo(new Ending.Exited(130));
    }

    @Test
    void hasDevicesThatWorkAndNoRoomBesideThem() throws Exception {
        var sandbox = runner.start(plan(SESSION));
        assertThat(sh(sandbox, "echo x >/dev/file || mkdir /dev/folder").ending())
                .isNotEqualTo(new Ending.Exited(0));
        var worked =
                sh(
                        sandbox,
                        "echo x >/dev/null && head -c 3 /dev/urandom | wc -c;"
                                + " echo shared >/dev/shm/x && cat /dev/shm/x;"
                                + " script -qec 'echo typed >/dev/tty' /dev/null </dev/null");
        assertThat(worked.text().replace("\r", "")).isEqualTo("3\nshared\ntyped\n");
        assertThat(sh(sandbox, "head -c 300000000 /dev/zero >/dev/shm/big").text())
                .contains("No space left");
    }
}
