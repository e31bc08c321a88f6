package dev.berth.runner.docker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.berth.disk.SessionId;
import dev.berth.durable.SystemFiles;
import dev.berth.failure.Failure;
import dev.berth.runner.Command;
import dev.berth.runner.Ending;
import dev.berth.runner.Limits;
import dev.berth.runner.Plan;
import dev.berth.runner.Runner;
import dev.berth.runner.RunnerContract;
import dev.berth.runner.Sandbox;
import dev.berth.testbed.TestEngine;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

import java.lang.foreign.MemorySegment;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;

@DisplayName("A runner of containers")
class DockerRunnerTest extends RunnerContract {
    @Override
    protected Runner open(Path home) {
        return new DockerRunner(
                SystemFiles.here(), home, new SecureRandom(), TestEngine.here().socket());
    }

    @Override
    protected Plan plan(SessionId session) {
        return super.plan(session).of(TestEngine.IMAGE);
    }

    @Test
    void namesAnImageThatIsMissing() {
        assertThatThrownBy(() -> runner.start(plan(SESSION).of("no/such:image")))
                .isInstanceOf(Failure.NotFound.class)
                .hasMessageContaining("no image no/such:image");
        assertThatThrownBy(() -> runner.start(Plan.of(SESSION, disk(SESSION))))
                .isInstanceOf(Failure.Malformed.class)
                .hasMessageContaining("no image is named");
        assertThat(folder.resolve("runner")).isEmptyDirectory();
    }

    @Test
    void saysWhenNoEngineAnswers() {
        var nowhere =
                new DockerRunner(
                        SystemFiles.here(), folder, new SecureRandom(), folder.resolve("no.sock"));
        assertThatThrownBy(nowhere::check)
                .isInstanceOf(Failure.Unavailable.class)
                .hasMessageContaining("does not answer");
    }

    @Test
    void ownsWhatIsMadeInTheWorkspace() throws Exception {
        sh(runner.start(plan(SESSION)), "touch mine");
        assertThat(Files.getOwner(disk(SESSION).resolve("workspace/mine")))
                .isEqualTo(Files.getOwner(folder));
    }

    @Test
    void leavesNoPrivilegeAndAReadOnlyRoot() throws Exception {
        var sandbox = runner.start(plan(SESSION));
        assertThat(sh(sandbox, "grep -E '^(Cap|NoNewPrivs)' /proc/self/status").text())
                .contains("CapEff:\t0000000000000000", "CapBnd:\t0000000000000000")
                .contains("NoNewPrivs:\t1");
        var writable =
                sh(
                        sandbox,
                        "for d in / /bin /dev /run /home /workspace /memory /tmp /run/berth"
                                + " /home/agent /dev/shm /proc/sys/kernel; do"
                                + " (: >$d/try) 2>/dev/null && echo \"can $d\"; done");
        assertThat(writable.text().lines())
                .contains("can /workspace", "can /memory", "can /tmp", "can /home/agent")
                .doesNotContain("can /", "can /bin", "can /run", "can /proc/sys/kernel");
        assertThat(sh(sandbox, "ls " + folder).ending()).isEqualTo(new Ending.Exited(1));
    }

    @Test
    void keepsTheNetworkOut() throws Exception {
        assertThat(sh(runner.start(plan(SESSION)), "ls /sys/class/net").text()).isEqualTo("lo\n");
    }

    @Test
    void holdsAForkBombByTheLimit() throws Exception {
        var limits = new Limits(512L << 20, 0.5, 40);
        var sandbox = runner.start(plan(SESSION).withLimits(limits));
        var turn = sandbox.exec(Command.of("sh", "-c", "f() { f | f & }; f; sleep 1000"));
        await(() -> turn.read(MemorySegment.ofArray(new byte[100]), 0) > 0);
        turn.cancel();
        assertThat(turn.ending()).contains(new Ending.Cancelled());
        assertThat(sh(sandbox, "echo alive").text()).isEqualTo("alive\n");
    }

    @Test
    void beginsNoTurnWhereNoProcessIsLeftForIt() throws Exception {
        // One for the engine's init, one for the resident, and one that is not enough.
        var limits = new Limits(512L << 20, 0.5, 3);
        var sandbox = runner.start(plan(SESSION).withLimits(limits));
        assertThat(sh(sandbox, "echo never").ending()).isEqualTo(new Ending.Unbegun());
    }

    @Test
    void removesContainersWhoseFolderIsGone() throws Exception {
        var other = new SessionId("ses_2");
        makeDisk(other);
        var orphan = runner.start(plan(SESSION));
        var kept = runner.start(plan(other));
        new ProcessBuilder("rm", "-r", folder.resolve("runner/ses_1").toString()).start().waitFor();
        assertThat(open(folder.resolve("runner")).list())
                .extracting(Sandbox::session)
                .containsExactly(other);
        assertThat(orphan.inspect()).isEqualTo(Sandbox.Condition.GONE);
        assertThat(sh(kept, "echo kept").text()).isEqualTo("kept\n");
        assertThat(sh(runner.start(plan(SESSION)), "echo again").text()).isEqualTo("again\n");
    }
}
