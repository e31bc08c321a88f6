package dev.berth.runner.process;

import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.disk.SessionId;
import dev.berth.runner.Command;
import dev.berth.runner.Plan;
import dev.berth.runner.Runner;
import dev.berth.runner.RunnerContract;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

import java.nio.file.Files;
import java.nio.file.Path;

@DisplayName("A runner without walls")
class UnsandboxedTest extends RunnerContract {
    @Override
    protected Runner open(Path home) {
        return Here.plain(home);
    }

    @Override
    protected Plan plan(SessionId session) {
        return super.plan(session).unsandboxed();
    }

    @Override
    protected String shared() {
        return folder.resolve("runner/ses_1/shared").toString();
    }

    @Test
    void warns() throws Exception {
        runner.start(plan(SESSION));
        assertThat(runner.list().getFirst().warnings())
                .singleElement()
                .asString()
                .contains("without a sandbox");
    }

    @Test
    void cancelsNothingOfAnotherSession() throws Exception {
        var other = new SessionId("ses_2");
        makeDisk(other);
        var turn = runner.start(plan(SESSION)).exec(Command.of("sh", "-c", "echo >up; sleep 1000"));
        await(() -> Files.exists(disk(SESSION).resolve("workspace/up")));
        // Younger than that turn, and without a parent of its own.
        var beats = disk(other).resolve("workspace/beats");
        String beating = "while :; do echo >>beats; sleep 0.05; done";
        sh(runner.start(plan(other)), "(setsid sh -c '" + beating + "' >/dev/null 2>&1 &)");
        await(() -> Files.exists(beats));
        turn.cancel();
        long then = Files.size(beats);
        await(() -> Files.size(beats) > then);
    }

    /// Where there are groups it has no other way to be known.
    @Test
    void endsAProcessThatPutOffItsMark() throws Exception {
        var sandbox = runner.start(plan(SESSION));
        sh(sandbox, "(env -i setsid sleep 77718.5 > /dev/null 2>&1 &); echo begun");
        sandbox.stop();
        if (!Files.isWritable(Path.of("/sys/fs/cgroup"))) return;
        assertThat(ProcessHandle.allProcesses())
                .noneMatch(process -> process.info().commandLine().orElse("").contains("77718.5"));
    }
}
