package dev.berth.session.life;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.berth.disk.SessionId;
import dev.berth.failure.Failure;
import dev.berth.session.EventType;
import dev.berth.session.Samples;
import dev.berth.session.SessionKey;
import dev.berth.session.catalog.Catalog;
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
    private static final SessionKey TAKEN =
            new SessionKey(Samples.TENANT, new SessionId("ses_taken"));
    private static final SessionKey LEFT =
            new SessionKey(Samples.TENANT, new SessionId("ses_left"));

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
                long taken = begin(a, TAKEN);
                long left = begin(a, LEFT);
                a.say("ask " + LEFT.id() + " sleep 9999");
                Waiting.until(
                        "it has begun",
                        () -> catalog.find(LEFT).orElseThrow().life().turns().isRunning());
                a.say("ask " + LEFT.id() + " echo waited > waited");
                run("ip", "link", "set", OUTER, "down");
                // Nobody else has asked for the sessions yet.
                Waiting.until(
                        "its runners end by its own clock",
                        () -> !Waiting.lives(taken) && !Waiting.lives(left));
                Waiting.until(
                        "one is taken over", () -> b.say("resume " + TAKEN.id()).startsWith("ok"));
                assertThat(b.say("send " + TAKEN.id() + " cat w")).isEqualTo("ok exited");
                run("ip", "link", "set", OUTER, "up");
                Waiting.until("what it had is kept", () -> count(catalog, TAKEN, Line.ASIDE) == 1);
                Waiting.until(
                        "the other goes on with the turn that waits",
                        () -> !catalog.find(LEFT).orElseThrow().life().turns().isWaiting());
                assertThat(a.say("send " + TAKEN.id() + " echo x"))
                        .startsWith("fail stale-writer ");
                assertThat(a.say("send " + LEFT.id() + " cat late waited")).isEqualTo("ok exited");
                assertThat(said(catalog, LEFT)).isEqualTo("latewaited\n");
                assertThat(count(catalog, LEFT, Line.ASIDE)).isZero();
                // Whoever has it next has all of it.
                a.say("suspend " + LEFT.id());
                assertThat(b.say("send " + LEFT.id() + " cat late")).isEqualTo("ok exited");
                assertThat(said(catalog, LEFT)).isEqualTo("latewaited\nlate");
            }
            for (var key : List.of(TAKEN, LEFT)) {
                var events = catalog.events(key, 0, 10_000);
                assertThat(events.getLast().seq()).isEqualTo(events.size());
            }
        }
    }

    /// A session with a process that lives on, and a file that is in no checkpoint.
    private long begin(FleetProcess server, SessionKey key) throws Exception {
        server.say("create " + key.id());
        server.say("send " + key.id() + " echo one > w; sleep 9999 & echo $! > pid");
        var work = folder.resolve("node-a/sessions/default/" + key.id() + "/1/workspace");
        long pid = Long.parseLong(Files.readString(work.resolve("pid")).strip());
        assertThat(Waiting.lives(pid)).isTrue();
        Files.writeString(work.resolve("late"), "late");
        return pid;
    }

    private static long count(Catalog catalog, SessionKey key, Line line) throws Failure {
        return catalog.checkpoints(key).stream().filter(row -> row.line() == line).count();
    }

    private static String said(Catalog catalog, SessionKey key) throws Failure {
        var text = new StringBuilder();
        for (var event : catalog.events(key, 0, 10_000)) {
            if (event.type() == EventType.OUTPUT) text.append(event.text("text"));
        }
        return text.toString();
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
