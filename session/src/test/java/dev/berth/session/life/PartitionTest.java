package dev.berth.session.life;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.berth.disk.SessionId;
import dev.berth.session.Samples;
import dev.berth.session.SessionKey;
import dev.berth.session.catalog.CheckpointRow.Line;
import dev.berth.session.postgres.OnePostgres;
import dev.berth.session.postgres.PostgresCatalog;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/// One server lives in a network namespace of its own, and its only line to the database is cut.
@DisplayName("A server that is cut off")
class PartitionTest {
    private static final String NAMESPACE = "berth-test";
    private static final String OUTER = "berth-outer";
    private static final String INNER = "berth-inner";
    private static final String HERE = "10.231.77.1";
    private static final String THERE = "10.231.77.2";
    private static final Duration LEASE = Duration.ofSeconds(4);
    private static final SessionKey KEY =
            new SessionKey(Samples.TENANT, new SessionId("ses_cut_off"));

    @TempDir Path folder;

    @BeforeEach
    void network() throws Exception {
        remove();
        boolean made =
                run("ip", "netns", "add", NAMESPACE)
                        && run("ip", "link", "add", OUTER, "type", "veth", "peer", "name", INNER)
                        && run("ip", "link", "set", INNER, "netns", NAMESPACE)
                        && run("ip", "addr", "add", HERE + "/30", "dev", OUTER)
                        && run("ip", "link", "set", OUTER, "up")
                        && inside("addr", "add", THERE + "/30", "dev", INNER)
                        && inside("link", "set", INNER, "up")
                        && inside("link", "set", "lo", "up");
        String why = "network namespaces need root, `ip` (iproute2) and a kernel that allows them";
        assumeTrue(made, why);
    }

    @AfterEach
    void remove() throws Exception {
        run("ip", "link", "del", OUTER);
        run("ip", "netns", "del", NAMESPACE);
    }

    private static boolean inside(String... words) throws Exception {
        var all = new ArrayList<>(List.of("ip", "-n", NAMESPACE));
        all.addAll(List.of(words));
        return run(all.toArray(String[]::new));
    }

    private static boolean run(String... words) throws Exception {
        try {
            var silent = ProcessBuilder.Redirect.DISCARD;
            var process =
                    new ProcessBuilder(words).redirectErrorStream(true).redirectOutput(silent);
            return process.start().waitFor() == 0;
        } catch (IOException absent) {
            return false;
        }
    }

    @Test
    void stopsItsRunnerByItsOwnClockAndKeepsItsWorkOnceItIsBack() throws Exception {
        String url = OnePostgres.database();
        int port = OnePostgres.server().getPort();
        try (var door = new ServerSocket(0, 50, InetAddress.getByName(HERE));
                var catalog = PostgresCatalog.open(url, Clock.systemUTC())) {
            Thread.startVirtualThread(() -> accept(door, port));
            String through =
                    url.replaceFirst("//[^/]+/", "//" + HERE + ":" + door.getLocalPort() + "/");
            var inside = List.of("ip", "netns", "exec", NAMESPACE);
            try (var a = FleetProcess.start(inside, folder, "a", through, LEASE);
                    var b = FleetProcess.start(List.of(), folder, "b", url, LEASE)) {
                a.say("create " + KEY.id());
                a.say("send " + KEY.id() + " echo one > w; sleep 9999 & echo $! > pid");
                var tree = folder.resolve("node-a/sessions/default").resolve(KEY.id().value());
                long pid =
                        Long.parseLong(Files.readString(tree.resolve("1/workspace/pid")).strip());
                assertThat(Waiting.lives(pid)).isTrue();
                Files.writeString(tree.resolve("1/workspace/late"), "late");
                run("ip", "link", "set", OUTER, "down");
                // Nobody else has asked for the session yet.
                Waiting.until("its runner ends by its own clock", () -> !Waiting.lives(pid));
                Waiting.until(
                        "it is taken over", () -> b.say("resume " + KEY.id()).startsWith("ok"));
                assertThat(b.say("send " + KEY.id() + " cat w")).isEqualTo("ok exited");
                run("ip", "link", "set", OUTER, "up");
                Waiting.until(
                        "what it had is kept",
                        () ->
                                catalog.checkpoints(KEY).stream()
                                        .anyMatch(row -> row.line() == Line.ASIDE));
                assertThat(a.say("send " + KEY.id() + " echo x"))
                        .matches("fail (stale-writer|locked) .*");
                var events = catalog.events(KEY, 0, 10_000);
                assertThat(events.getLast().seq()).isEqualTo(events.size());
            }
        }
    }

    /// The database listens on loopback alone: this is its door for the other side.
    private static void accept(ServerSocket door, int port) {
        try {
            while (true) {
                var client = door.accept();
                var server = new Socket(InetAddress.getLoopbackAddress(), port);
                Thread.startVirtualThread(() -> forward(client, server));
                Thread.startVirtualThread(() -> forward(server, client));
            }
        } catch (IOException closed) {
            assert door.isClosed() : closed;
        }
    }

    private static void forward(Socket from, Socket to) {
        try (from;
                to) {
            from.getInputStream().transferTo(to.getOutputStream());
        } catch (IOException gone) {
            // One side has left: so does the other.
            assert gone.getMessage() != null;
        }
    }
}
