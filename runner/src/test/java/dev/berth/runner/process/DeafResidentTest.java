package dev.berth.runner.process;

import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.durable.SystemFiles;
import dev.berth.runner.Command;
import dev.berth.runner.Ending;
import dev.berth.runner.Runner;
import dev.berth.runner.RunnerFixture;
import dev.berth.runner.Sandbox;
import dev.berth.runner.resident.Patience;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.Optional;

/// Whoever works in a sandbox can stop its resident, or hear the server in its place.
@DisplayName("A resident that does not hear")
class DeafResidentTest extends RunnerFixture {
    private static final String RESIDENT = "$(sed -n 's/^PPid:.//p' /proc/$PPID/status)";
    private static final Patience SHORT =
            new Patience(Duration.ofSeconds(4), Duration.ofSeconds(3));

    @Override
    protected Runner open(Path home) {
        Here.sandboxed(home);
        return new ProcessRunner(
                SystemFiles.here(),
                home,
                new SecureRandom(),
                System.getProperty("os.arch"),
                Layout.ROOT,
                SHORT);
    }

    @Test
    void keepsNoMessageWaitingAndNeverBeginsItLater() throws Exception {
        var sandbox = runner.start(plan(SESSION));
        assertThat(sh(sandbox, "kill -STOP " + RESIDENT).ending()).isEqualTo(new Ending.Exited(0));
        var next = sandbox.exec(Command.of("touch", "made"));
        assertThat(follow(next, Optional.of(PATIENCE)).ending()).isEqualTo(new Ending.Unbegun());
        resume();
        // It has read all that it was told when it answers for the turn that it could not begin.
        await(
                () ->
                        Files.readString(folder.resolve("runner/ses_1/turns/2/end"))
                                        .contains("lost\n")
                                || Files.readString(folder.resolve("runner/ses_1/turns/2/end"))
                                        .contains("unbegun"));
        assertThat(disk(SESSION).resolve("workspace/made")).doesNotExist();
    }

    @Test
    void keepsNoMessageWaitingWhenAnotherHearsInItsPlace() throws Exception {
        var sandbox = runner.start(plan(SESSION));
        sh(
                sandbox,
                "r="
                        + RESIDENT
                        + "; (while read -r l; do :; done) </proc/$r/fd/3 >/dev/null & kill -STOP $r");
        var next = sandbox.exec(Command.of("touch", "made"));
        assertThat(follow(next, Optional.of(PATIENCE)).ending()).isEqualTo(new Ending.Unbegun());
    }

    @Test
    void isEndedWithItsSandboxWhenATurnCannotBeCancelledOtherwise() throws Exception {
        var sandbox = runner.start(plan(SESSION));
        var turn =
                sandbox.exec(
                        Command.of("sh", "-c", "echo on; kill -STOP " + RESIDENT + "; sleep 1000"));
        await(() -> turn.read(java.lang.foreign.MemorySegment.ofArray(new byte[9]), 0) > 0);
        turn.cancel();
        assertThat(turn.ending()).contains(new Ending.Lost());
        assertThat(sandbox.inspect()).isEqualTo(Sandbox.Condition.GONE);
    }

    private void resume() throws Exception {
        var resident =
                ProcessHandle.allProcesses()
                        .filter(
                                each ->
                                        each.info()
                                                .commandLine()
                                                .orElse("")
                                                .contains("resident.sh"))
                        .filter(each -> isStopped(each.pid()))
                        .toList();
        for (var each : resident) {
            new ProcessBuilder("kill", "-CONT", Long.toString(each.pid())).start().waitFor();
        }
    }

    private static boolean isStopped(long pid) {
        try {
            return Files.readString(Path.of("/proc/" + pid + "/stat")).contains(") T ");
        } catch (java.io.IOException gone) {
            return false;
        }
    }
}
