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
import java.util.Map;

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
                        "for d in $(find / -path /proc -prune -o -path /sys -prune -o -type d -print);"
                                + " do (: >$d/try) 2>/dev/null && echo $d; done");
        assertThat(writable.text().lines())
                .containsExactlyInAnyOrder(
                        "/workspace",
                        "/memory",
                        "/tmp",
                        "/home/agent",
                        "/dev",
                        "/dev/shm",
                        // Queues of messages, of which the kernel itself lets nobody have many.
                        "/dev/mqueue");
    }

    /// The engine's own folder for devices cannot be closed to a root without rights.
    @Test
    void boundsWhatIsWritableBesideTheVolumes() throws Exception {
        var sandbox = runner.start(plan(SESSION));
        for (var each :
                Map.of("/dev", 64L << 10, "/dev/shm", 256L << 10, "/home/agent", 256L << 10)
                        .entrySet()) {
            String size =
                    sh(sandbox, "df -k " + each.getKey() + " | tail -1 | awk '{print $1, $2}'")
                            .text();
            assertThat(size).as(each.getKey()).matches("(tmpfs|shm) " + each.getValue() + "\n");
        }
        var chmod =
                sh(
                        sandbox,
                        "chmod 777 /run/berth /run/berth/*; ls /run/berth; echo x >/run/berth/x");
        assertThat(chmod.text())
                .contains("not permitted")
                .contains("/run/berth/x: Permission denied");
    }

    /// What the first process says is kept by the engine, on a disk that nobody's quota counts.
    @Test
    void boundsWhatTheEngineKeepsOfItsWords() throws Exception {
        var sandbox = runner.start(plan(SESSION));
        sh(sandbox, "head -c 3000000 /dev/zero | tr '\\0' x >/proc/1/fd/1");
        assertThat(sh(sandbox, "echo well").text()).isEqualTo("well\n");
        assertThat(TestEngine.here().logBytes()).isLessThan(500_000);
    }

    @Test
    void hidesItsPlace() throws Exception {
        var sandbox = runner.start(plan(SESSION));
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
        // What was killed counts until the container's init has buried it.
        await(() -> sh(sandbox, "echo alive").text().equals("alive\n"));
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
