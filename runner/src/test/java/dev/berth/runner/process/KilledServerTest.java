package dev.berth.runner.process;

import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.disk.SessionId;
import dev.berth.runner.Command;
import dev.berth.runner.Ending;
import dev.berth.runner.Plan;
import dev.berth.runner.Runner;
import dev.berth.runner.RunnerFixture;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/// A server in a process of its own, killed with what it started going on.
@DisplayName("The runner of a killed server")
class KilledServerTest extends RunnerFixture {
    @Override
    protected Runner open(Path home) {
        return Here.sandboxed(home);
    }

    @Test
    void isAdoptedWithItsTurn() throws Exception {
        var server = server("exec");
        await(() -> Files.exists(disk(SESSION).resolve("workspace/began")));
        server.destroyForcibly();
        assertThat(server.waitFor()).isEqualTo(137);
        var adopted = runner.list().getFirst();
        Files.createFile(disk(SESSION).resolve("workspace/go"));
        var ran = follow(adopted.lastTurn().orElseThrow(), Optional.of(PATIENCE));
        assertThat(ran.text()).isEqualTo("one\ntwo\n");
        assertThat(ran.ending()).isEqualTo(new Ending.Exited(5));
        assertThat(sh(adopted, "echo three").text()).isEqualTo("three\n");
    }

    @Test
    void isStartedOnlyOnceWhereverTheServerWasKilled() throws Exception {
        var before = groups();
        for (int delay = 0; delay < 12; delay++) {
            var server = server("start");
            // Somewhere in its start: wherever this falls, the next one must cope.
            var begun = folder.resolve("runner").resolve(SESSION.value());
            await(() -> Files.exists(begun) || !server.isAlive());
            Thread.sleep(delay * 10L);
            server.destroyForcibly();
            server.waitFor();
            var next = open(folder.resolve("runner"));
            var found = next.find(SESSION);
            var sandbox = found.isPresent() ? found.get() : next.start(plan(SESSION));
            var ran = sh(sandbox, "echo well");
            assertThat(ran.text()).as("%d ms, %s", delay * 10, ran.ending()).isEqualTo("well\n");
            assertThat(residents()).as("after %d ms", delay * 10).isEqualTo(1);
            sandbox.stop();
            assertThat(residents()).isZero();
        }
        assertThat(before).containsAll(groups());
    }

    /// The kernel's groups of sandboxes of this session; others on this machine have theirs.
    private static Set<Path> groups() throws Exception {
        try (var all = Files.find(Path.of("/sys/fs/cgroup"), 3, (at, _) -> isGroup(at))) {
            return all.collect(Collectors.toSet());
        }
    }

    private static boolean isGroup(Path at) {
        return String.valueOf(at.getParent()).endsWith("/berth")
                && at.getFileName().toString().startsWith(SESSION.value() + "-");
    }

    /// Resident programs of this test's session that are alive on this machine, by their words.
    private long residents() {
        String shared = folder.resolve("runner").resolve(SESSION.value()) + "/shared";
        return ProcessHandle.allProcesses()
                .filter(process -> process.info().arguments().isPresent())
                .filter(
                        process ->
                                String.join(" ", process.info().arguments().get()).contains(shared))
                .filter(process -> process.parent().map(this::isOutside).orElse(true))
                .count();
    }

    private boolean isOutside(ProcessHandle parent) {
        return parent.info().command().filter(command -> command.endsWith("bwrap")).isEmpty();
    }

    private Process server(String what) throws Exception {
        return new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "--enable-native-access=ALL-UNNAMED",
                        "-cp",
                        System.getProperty("java.class.path"),
                        Server.class.getName(),
                        folder.resolve("runner").toString(),
                        disk(SESSION).toString(),
                        what)
                .inheritIO()
                .start();
    }

    /// Starts a sandbox, and a turn in it when asked to; then waits to be killed.
    static final class Server {
        private Server() {}

        public static void main(String[] args) throws Exception {
            var plan = Plan.of(new SessionId("ses_1"), Path.of(args[1]));
            var sandbox = Here.plain(Path.of(args[0])).start(plan);
            if (args[2].equals("exec")) {
                sandbox.exec(
                        Command.of(
                                "sh",
                                "-c",
                                "echo one; touch began; while ! [ -e go ]; do sleep 0.1; done;"
                                        + " echo two; exit 5"));
            }
            Thread.currentThread().join();
        }
    }
}
