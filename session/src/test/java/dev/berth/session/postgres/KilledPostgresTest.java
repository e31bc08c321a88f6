package dev.berth.session.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.durable.json.Json;
import dev.berth.failure.Failure;
import dev.berth.session.Event;
import dev.berth.session.EventType;
import dev.berth.session.Samples;
import dev.berth.session.SessionKey;
import dev.berth.session.catalog.Catalog;
import dev.berth.session.catalog.Change;
import dev.berth.session.catalog.Leases;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.LongStream;

/// The database itself is killed while several writers commit, and comes back.
@DisplayName("A PostgreSQL that is killed in the middle of commits")
class KilledPostgresTest {
    private static final int WRITERS = 3;
    private static final int KILLS = 2;

    @TempDir Path folder;

    private final AtomicBoolean ended = new AtomicBoolean();
    private final AtomicInteger done = new AtomicInteger();
    private final Set<String> acknowledged = ConcurrentHashMap.newKeySet();
    private final Set<String> unknown = ConcurrentHashMap.newKeySet();

    private EmbeddedPostgres start(int port) throws IOException {
        return EmbeddedPostgres.builder()
                .setDataDirectory(folder.resolve("data"))
                .setCleanDataDirectory(false)
                .setPort(port)
                .setPGStartupWait(Duration.ofMinutes(1))
                .start();
    }

    /// Its folder is locked as long as somebody believes in it.
    private static void forget(EmbeddedPostgres dead) {
        try {
            dead.close();
        } catch (IOException | RuntimeException dies) {
            assert dies.getMessage() != null || dies.getCause() != null;
        }
    }

    private static int freePort() throws IOException {
        try (var socket = new ServerSocket(0)) {
            return socket.getLocalPort();
        }
    }

    private void kill() throws Exception {
        var lines = Files.readAllLines(folder.resolve("data/postmaster.pid"));
        var postmaster = ProcessHandle.of(Long.parseLong(lines.getFirst().strip())).orElseThrow();
        var all = new ArrayList<>(postmaster.descendants().toList());
        all.addFirst(postmaster);
        all.forEach(ProcessHandle::destroyForcibly);
        for (var each : all) each.onExit().join();
    }

    @Test
    void losesNothingThatWasAcknowledgedAndRepeatsNothing() throws Exception {
        int port = freePort();
        var server = start(port);
        String url = server.getJdbcUrl("postgres", "postgres");
        try (var catalog = PostgresCatalog.open(url, Clock.systemUTC())) {
            catalog.leases().join(new Leases.Holder("h", "a", "r"));
            var writers = new ArrayList<Thread>();
            for (int i = 0; i < WRITERS; i++) {
                var session = Samples.session("ses_" + i);
                catalog.create(
                        session,
                        new Change.First(Optional.of("h"), List.of(), List.of(), List.of()));
                writers.add(Thread.startVirtualThread(() -> write(catalog, session.key())));
            }
            for (int i = 0; i < KILLS; i++) {
                waitFor(done.get() + 60);
                kill();
                forget(server);
                server = start(port);
            }
            waitFor(done.get() + 60);
            ended.set(true);
            for (var writer : writers) writer.join();
            for (int i = 0; i < WRITERS; i++) check(catalog, Samples.session("ses_" + i).key());
        } finally {
            server.close();
        }
    }

    private void waitFor(int count) throws InterruptedException {
        long end = System.nanoTime() + Duration.ofMinutes(2).toNanos();
        while (done.get() < count) {
            assertThat(System.nanoTime()).as("they go on").isLessThan(end);
            Thread.sleep(5);
        }
    }

    private void write(Catalog catalog, SessionKey key) {
        for (int i = 0; !ended.get(); i++) {
            String text = key.id() + "-" + i;
            var draft = new Event.Draft(EventType.MESSAGE, Json.object().put("text", text).build());
            try {
                var lease = catalog.leases().current(key).orElseThrow();
                var made = catalog.commit(lease, (now, _) -> Change.of(now, draft));
                assertThat(made.events().getFirst().text("text")).isEqualTo(text);
                acknowledged.add(text);
                done.incrementAndGet();
            } catch (Failure failure) {
                unknown.add(text);
            }
        }
    }

    private void check(Catalog catalog, SessionKey key) throws Failure {
        var events = catalog.events(key, 0, 1_000_000);
        assertThat(events.stream().map(Event::seq).toList())
                .isEqualTo(LongStream.rangeClosed(1, events.size()).boxed().toList());
        var texts = events.stream().map(event -> event.text("text")).toList();
        assertThat(texts).doesNotHaveDuplicates();
        for (String text : texts) {
            assertThat(acknowledged.contains(text) || unknown.contains(text)).isTrue();
        }
        String start = key.id() + "-";
        assertThat(texts)
                .containsAll(acknowledged.stream().filter(t -> t.startsWith(start)).toList());
    }
}
