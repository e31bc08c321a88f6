package dev.berth.runner.docker;

import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.disk.SessionId;
import dev.berth.durable.SystemFiles;
import dev.berth.runner.Command;
import dev.berth.runner.Ending;
import dev.berth.runner.Plan;
import dev.berth.runner.Runner;
import dev.berth.runner.RunnerFixture;
import dev.berth.runner.Turn;
import dev.berth.testbed.TestEngine;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.Optional;

@DisplayName("The walls of a container")
class ContainerEscapesTest extends RunnerFixture {
    private static final SessionId OTHER = new SessionId("ses_2");

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
                    TestEngine.here().socket(),
                    Path.of("/var/run/docker.sock"),
                    Path.of("/etc/shadow")
                }) {
            var ran = run(sandbox, Command.of("ls", "-la", path.toString()));
            assertThat(ran.ending()).as("%s: %s", path, ran.text()).isEqualTo(new Ending.Exited(1));
        }
    }

    @Test
    void hideTheServersProcessesAndEnvironment() throws Exception {
        var sandbox = runner.start(plan(SESSION));
        String commands = sh(sandbox, "cat /proc/[0-9]*/cmdline | tr '\\0' ' '").text();
        assertThat(commands).contains("resident.sh").doesNotContain("java");
        String names =
                sh(sandbox, "cat /proc/[0-9]*/environ | tr '\\0' '\\n' | sed 's/=.*//' | sort -u")
                        .text();
        assertThat(names.lines())
                .allMatch(
                        name ->
                                name.matches(
                                        "BERTH_[A-Z]+|PATH|HOME|HOSTNAME|LANG|TMPDIR|PWD|OLDPWD|SHLVL"));
    }

    @Test
    void leaveNoPrivilege() throws Exception {
        var sandbox = runner.start(plan(SESSION));
        for (String attempt :
                new String[] {
                    "mount -t tmpfs none /workspace",
                    "unshare -U true",
                    "unshare -m true",
                    "mknod disk b 254 0",
                    "echo x >/proc/sys/kernel/core_pattern",
                    "echo b >/proc/sysrq-trigger",
                    "chroot /workspace true",
                    "hostname other",
                    "chown 1:1 /workspace"
                }) {
            var ran = sh(sandbox, attempt);
            assertThat(ran.ending()).as(attempt).isNotEqualTo(new Ending.Exited(0));
        }
    }

    @Test
    void keepTheNetworkOutUnlessThePlanLetsItIn() throws Exception {
        makeDisk(OTHER);
        try (var model = TestEngine.here().model();
                var server = new ServerSocket(0, 5, InetAddress.getLoopbackAddress())) {
            // Whoever asks is told that there is no such page, by somebody who is there.
            var at = URI.create(model.address());
            var ask =
                    Command.of(
                            "sh",
                            "-c",
                            "printf 'GET / HTTP/1.0\\r\\n\\r\\n' | nc -w 5 %s %d"
                                    .formatted(at.getHost(), at.getPort()));
            var with = run(runner.start(plan(OTHER).withNetwork()), ask);
            assertThat(with.text()).contains("404");
            var without = runner.start(plan(SESSION));
            assertThat(run(without, ask).text()).contains("unreachable").doesNotContain("404");
            assertThat(sh(without, "ls /sys/class/net").text()).isEqualTo("lo\n");
            var loopback = Command.of("nc", "127.0.0.1", Integer.toString(server.getLocalPort()));
            assertThat(run(without, loopback).ending()).isEqualTo(new Ending.Exited(1));
        }
    }

    @Test
    void stopLinksFromBeingFollowedWhenTheDiskIsHandedOver() throws Exception {
        var outside = Files.createDirectory(folder.resolve("outside"));
        var file = Files.writeString(outside.resolve("file"), "ours");
        // Not ours: whoever follows a link here gives it to the server's user.
        Files.setAttribute(file, "unix:uid", 1234);
        var workspace = disk(SESSION).resolve("workspace");
        Files.createSymbolicLink(workspace.resolve("to-file"), file);
        Files.createSymbolicLink(workspace.resolve("to-folder"), outside);
        Files.createDirectories(workspace.resolve("deep/er"));
        Files.createSymbolicLink(workspace.resolve("deep/er/up"), outside);
        var sandbox = runner.start(plan(SESSION));
        assertThat(Files.getAttribute(file, "unix:uid")).isEqualTo(1234);
        assertThat(sh(sandbox, "cat to-file; ls to-folder/; touch deep/er/mine").text())
                .contains("to-file': No such file", "to-folder/: No such file");
        assertThat(workspace.resolve("deep/er/mine")).exists();
    }

    /// The folder through which the resident answers can be written from within.
    @Test
    void letNoAnswerOfTheResidentLeadTheServerAstray() throws Exception {
        var secret = Files.writeString(folder.resolve("secret"), "ours");
        var sandbox = runner.start(plan(SESSION));
        for (String trick :
                new String[] {
                    "ln -s " + secret + " /run/berth/$n/out",
                    "mkfifo /run/berth/$n/out",
                    "mkdir /run/berth/$n/out"
                }) {
            int number = sandbox.lastTurn().map(Turn::number).orElse(0) + 1;
            var turn =
                    sandbox.exec(
                            Command.of(
                                    "sh",
                                    "-c",
                                    "n=" + number + "; rm /run/berth/$n/out; " + trick));
            await(() -> turn.ending().isPresent());
            assertThat(said(turn)).as(trick).doesNotContain("ours");
        }
        assertThat(sh(sandbox, "echo well").text()).isEqualTo("well\n");
    }

    private static String said(Turn turn) {
        try {
            return follow(turn, Optional.of(PATIENCE)).text();
        } catch (Exception refused) {
            return refused.toString();
        }
    }
}
