package dev.berth.runner.process;

import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.disk.SessionId;
import dev.berth.runner.Command;
import dev.berth.runner.Ending;
import dev.berth.runner.Limits;
import dev.berth.runner.Runner;
import dev.berth.runner.RunnerFixture;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;

@DisplayName("The walls of a process runner")
class EscapesTest extends RunnerFixture {
    private static final SessionId OTHER = new SessionId("ses_2");

    @Override
    protected Runner open(Path home) {
        return Here.sandboxed(home);
    }

    @Test
    void hideOtherSessionsTheDataFolderAndTheHome() throws Exception {
        makeDisk(OTHER);
        Files.writeString(disk(OTHER).resolve("workspace/secret"), "theirs");
        runner.start(plan(OTHER));
        var sandbox = runner.start(plan(SESSION));
        for (var path :
                new Path[] {
                    disk(OTHER).resolve("workspace/secret"),
                    disk(SESSION),
                    folder.resolve("runner"),
                    Path.of(System.getProperty("user.home")),
                    Path.of("/root"),
                    Path.of("/var"),
                    Path.of("/etc/shadow")
                }) {
            var ran = run(sandbox, Command.of("ls", "-la", path.toString()));
            assertThat(ran.ending()).as("%s: %s", path, ran.text()).isEqualTo(new Ending.Exited(2));
        }
    }

    @Test
    void hideTheServersProcessesAndEnvironment() throws Exception {
        var sandbox = runner.start(plan(SESSION));
        String pid = Long.toString(ProcessHandle.current().pid());
        assertThat(sh(sandbox, "cat /proc/" + pid + "/environ; ls /proc/" + pid).ending())
                .isEqualTo(new Ending.Exited(2));
        var commands = sh(sandbox, "cat /proc/[0-9]*/cmdline | tr '\\0' ' '").text();
        assertThat(commands).contains("resident.sh").doesNotContain("java");
        // The first process is bubblewrap itself; what it was started with must not show a thing.
        assertThat(
                        sh(sandbox, "cat /proc/1/environ | tr '\\0' '\\n' | sed 's/=.*//'")
                                .text()
                                .lines())
                .allMatch(line -> line.contains("denied") || line.equals("PATH"));
    }

    @Test
    void leaveNothingWritableButTheDiskAndScratch() throws Exception {
        var sandbox = runner.start(plan(SESSION));
        var writable =
                sh(
                        sandbox,
                        "find / -xdev -path /proc -prune -o -type d -writable -print 2>/dev/null;"
                                + " for d in / /usr /etc /dev /run /home /workspace /memory /tmp"
                                + " /run/berth /home/agent /dev/shm /proc/sys/kernel; do"
                                + " (: >$d/try) 2>/dev/null && echo \"can $d\"; done");
        assertThat(writable.text().lines().filter(line -> line.startsWith("can ")))
                .containsExactlyInAnyOrder(
                        "can /workspace",
                        "can /memory",
                        "can /tmp",
                        "can /home/agent",
                        "can /dev/shm");
        assertThat(sh(sandbox, "echo x >/proc/sys/kernel/core_pattern").ending())
                .isNotEqualTo(new Ending.Exited(0));
    }

    @Test
    void leaveNoPrivilege() throws Exception {
        var sandbox = runner.start(plan(SESSION));
        var status = sh(sandbox, "id -u; grep -E '^(Cap|NoNewPrivs|Seccomp:)' /proc/self/status");
        assertThat(status.text())
                .doesNotStartWith("0\n")
                .contains("CapEff:\t0000000000000000", "CapPrm:\t0000000000000000")
                .contains("CapBnd:\t0000000000000000", "NoNewPrivs:\t1", "Seccomp:\t2");
        assertThat(sh(sandbox, "unshare -U true").ending()).isNotEqualTo(new Ending.Exited(0));
        assertThat(sh(sandbox, "unshare -Ur chroot / true").text()).contains("not permitted");
    }

    @Test
    void keepTheNetworkOutUnlessThePlanLetsItIn() throws Exception {
        try (var server = new ServerSocket(0, 5, InetAddress.getLoopbackAddress())) {
            String connect = "exec 9<>/dev/tcp/127.0.0.1/" + server.getLocalPort();
            var without = runner.start(plan(SESSION));
            assertThat(run(without, Command.of("bash", "-c", connect)).ending())
                    .isEqualTo(new Ending.Exited(1));
            makeDisk(OTHER);
            var with = runner.start(plan(OTHER).withNetwork());
            assertThat(run(with, Command.of("bash", "-c", connect)).ending())
                    .isEqualTo(new Ending.Exited(0));
        }
    }

    @Test
    void holdAForkBombByTheLimit() throws Exception {
        var limits = new Limits(512L << 20, 0.5, 40);
        var sandbox = runner.start(plan(SESSION).withLimits(limits));
        var turn = sandbox.exec(Command.of("bash", "-c", "f() { f | f & }; f; sleep 1000"));
        await(() -> !Files.readString(events()).contains("max 0"));
        turn.cancel();
        assertThat(turn.ending()).contains(new Ending.Cancelled());
        assertThat(sh(sandbox, "echo alive").text()).isEqualTo("alive\n");
    }

    @Test
    void letNoTurnBeginWhereNoProcessIsLeftForIt() throws Exception {
        // Two for bubblewrap, one for the resident, and one that is not enough.
        var limits = new Limits(512L << 20, 0.5, 4);
        var sandbox = runner.start(plan(SESSION).withLimits(limits));
        assertThat(sh(sandbox, "echo never").ending()).isEqualTo(new Ending.Unbegun());
    }

    /// How often the limit was met, in whichever layout this machine has.
    private static Path events() throws Exception {
        for (String tree : new String[] {"/sys/fs/cgroup/pids/berth", "/sys/fs/cgroup/berth"}) {
            if (!Files.exists(Path.of(tree))) continue;
            try (var groups = Files.list(Path.of(tree))) {
                var ours = groups.filter(at -> at.getFileName().toString().startsWith("ses_1-"));
                return ours.findFirst().orElseThrow().resolve("pids.events");
            }
        }
        throw new AssertionError("there is no group for processes");
    }

    @Test
    void endAProcessThatTakesTooMuchMemory() throws Exception {
        var limits = new Limits(64L << 20, 0.5, 40);
        var sandbox = runner.start(plan(SESSION).withLimits(limits));
        var ran = sh(sandbox, "head -c 200000000 /dev/zero | tail -c 199999999 >/dev/null");
        assertThat(ran.ending()).isNotEqualTo(new Ending.Exited(0));
        assertThat(sh(sandbox, "echo alive").text()).isEqualTo("alive\n");
    }

    @Test
    void stopLinksFromBeingFollowedWhenTheDiskIsHandedOver() throws Exception {
        var outside = Files.createDirectory(folder.resolve("outside"));
        var file = Files.writeString(outside.resolve("file"), "ours");
        var workspace = disk(SESSION).resolve("workspace");
        Files.createSymbolicLink(workspace.resolve("to-file"), file);
        Files.createSymbolicLink(workspace.resolve("to-folder"), outside);
        Files.createDirectories(workspace.resolve("deep/er"));
        Files.createSymbolicLink(workspace.resolve("deep/er/up"), outside);
        var before = Files.getOwner(file);
        var sandbox = runner.start(plan(SESSION));
        assertThat(Files.getOwner(file)).isEqualTo(before);
        assertThat(Files.getOwner(outside)).isEqualTo(before);
        assertThat(sh(sandbox, "cat to-file; ls to-folder/; touch deep/er/mine").text())
                .contains("to-file: No such file", "to-folder/': No such file");
        assertThat(workspace.resolve("deep/er/mine")).exists();
    }
}
