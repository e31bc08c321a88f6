package dev.berth.session.life;

import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.depot.checkpoint.CheckpointId;
import dev.berth.depot.key.DomainName;
import dev.berth.depot.tree.TreeEntry;
import dev.berth.disk.Volume;
import dev.berth.durable.Name;
import dev.berth.failure.Failure;
import dev.berth.session.Mobility;
import dev.berth.session.Node;
import dev.berth.session.Samples;
import dev.berth.session.SessionKey;
import dev.berth.session.Storage;
import dev.berth.session.catalog.Catalog;
import dev.berth.session.catalog.CheckpointRow;
import dev.berth.session.catalog.CheckpointRow.Line;
import dev.berth.session.files.Expected;
import dev.berth.session.files.FilePath;
import dev.berth.session.sqlite.SqliteCatalog;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/// A server ends, or its database does, at every call that a verb makes to the catalog. Another
/// server takes over: rows, depot and files agree, and the verb can be done again.
@DisplayName("A server that ends in the middle of")
class KilledServerTest {
    private static final Node NODE = new Node("a", "r");

    @TempDir Path folder;
    private Catalog catalog;

    @BeforeEach
    void begin() throws Exception {
        catalog = SqliteCatalog.open(folder.resolve("catalog.db"), Clock.systemUTC());
    }

    @AfterEach
    void end() {
        catalog.close();
    }

    /// Something done to a session.
    private interface Deed {
        void run(Sessions sessions) throws Exception;
    }

    private Machine machine(Catalog on) throws Exception {
        return new Machine(folder, NODE, on, Machine.RULES);
    }

    /// True when the deed came to its end before the fuse did.
    private boolean isDone(Fuse fuse, int steps, Deed deed) throws Exception {
        var machine = machine(fuse.on(catalog));
        fuse.burnAfter(steps);
        try {
            deed.run(machine.sessions);
            return !fuse.isBurnt();
        } catch (Fuse.Killed | Failure ended) {
            return false;
        }
    }

    /// The server after it, to which the one before is dead.
    private Machine next(SessionKey... keys) throws Exception {
        var machine = machine(catalog);
        for (var key : keys) {
            if (catalog.leases().current(key).isPresent()) machine.declareDead(key);
        }
        return machine;
    }

    /// Files of the workspace as the head of a session has them.
    private Map<String, String> inDepot(Machine machine, SessionKey key) throws Exception {
        var session = machine.sessions.find(key);
        var head = new CheckpointId(session.life().head().orElseThrow());
        var point = new Points(machine.station, Observer.NONE).read(session, head);
        var found = new TreeMap<String, String>();
        try (var browsing = machine.station.depot().tenant(key.tenant()).browse(point)) {
            for (var entry : browsing.list(Volume.WORKSPACE, List.<Name>of())) {
                if (!(entry instanceof TreeEntry.File file)) continue;
                var text = new ByteArrayOutputStream();
                browsing.read(file, text::write);
                found.put(entry.name().toString(), text.toString(StandardCharsets.UTF_8));
            }
        }
        return found;
    }

    private static Map<String, String> shown(Machine machine, SessionKey key) throws Exception {
        var files = machine.sessions.files();
        var found = new TreeMap<String, String>();
        for (var entry : files.list(key, Volume.WORKSPACE, FilePath.TOP)) {
            var text = new ByteArrayOutputStream();
            var path = FilePath.parse(entry.name().toString());
            try (var file = files.open(key, Volume.WORKSPACE, path)) {
                file.content().copy(0, entry.size(), text::write);
            }
            found.put(entry.name().toString(), text.toString(StandardCharsets.UTF_8));
        }
        return found;
    }

    private static Map<String, String> alive(Machine machine, SessionKey key) throws Exception {
        var found = new TreeMap<String, String>();
        machine.files(key).forEach((name, text) -> found.put(name.replace("workspace/", ""), text));
        return found;
    }

    private static void write(Sessions sessions, SessionKey key, String... names) throws Exception {
        try (var upload = sessions.files().upload(key, Volume.WORKSPACE)) {
            for (String name : names) {
                var bytes = new ByteArrayInputStream("new".getBytes(StandardCharsets.UTF_8));
                upload.add(FilePath.parse(name), false, 3, into -> read(bytes, into));
            }
            upload.finish(Expected.anything());
        }
    }

    private static int read(ByteArrayInputStream bytes, byte[] into) {
        try {
            return bytes.read(into);
        } catch (IOException impossible) {
            throw new UncheckedIOException(impossible);
        }
    }

    @ParameterizedTest(name = "{0}, killed: {1}, removing: {2}")
    @CsvSource({
        "CAS,true,false",
        "DISK,true,true",
        "VOLUME,true,false",
        "VOLUME,true,true",
        "VOLUME,false,false",
        "VOLUME,false,true"
    })
    void aWriteToAColdSession(Storage storage, boolean killed, boolean removing) throws Exception {
        boolean done = false;
        for (int steps = 0; !done; steps++) {
            var first = machine(catalog);
            var wish = NewSession.of(Samples.TENANT, "shell").kept(storage, Mobility.LOCAL);
            var key = first.sessions.create(wish).key();
            first.turn(key, "put workspace a old", "put workspace b old");
            first.sessions.suspend(key);
            first.sessions.close();
            var before = inDepot(first, key);
            var fuse =
                    new Fuse(
                            () ->
                                    killed
                                            ? new Fuse.Killed()
                                            : new Failure.Unavailable("no database", "wait"));
            done =
                    isDone(
                            fuse,
                            steps,
                            sessions -> {
                                if (!removing) write(sessions, key, "a", "c");
                                else remove(sessions, key);
                            });
            var second = next(key);
            var depot = inDepot(second, key);
            String when = "%s after %d steps".formatted(storage, steps);
            if (done) assertThat(depot).as(when).isNotEqualTo(before);
            assertThat(shown(second, key)).as(when).isEqualTo(depot);
            second.sessions.resume(key);
            assertThat(alive(second, key)).as(when).isEqualTo(depot);
            second.sessions.close();
        }
    }

    /// What is in the tree and what is told of it agree, whichever call fails.
    @ParameterizedTest
    @CsvSource({"WRITE", "UPLOAD", "REMOVE"})
    void aWriteToALiveSession(String what) throws Exception {
        var fuse = new Fuse(() -> new Failure.Unavailable("no database", "wait"));
        var machine = machine(fuse.on(catalog));
        boolean failed = true;
        for (int steps = 0; failed; steps++) {
            var key = machine.sessions.create(NewSession.of(Samples.TENANT, "shell")).key();
            machine.turn(key, "put workspace a old", "put workspace b old");
            long seq = catalog.lastSeq(key);
            var before = alive(machine, key);
            fuse.failOnceAfter(steps);
            boolean done = true;
            try {
                switch (what) {
                    case "WRITE" -> write(machine.sessions, key, "a");
                    case "UPLOAD" -> write(machine.sessions, key, "a", "c");
                    default -> remove(machine.sessions, key);
                }
            } catch (Failure failure) {
                done = false;
            }
            failed = fuse.isBurnt();
            fuse.mend();
            boolean told = catalog.lastSeq(key) > seq;
            String when = "%s after %d steps".formatted(what, steps);
            if (done) assertThat(told).as(when).isTrue();
            if (told) assertThat(alive(machine, key)).as(when).isNotEqualTo(before);
            else assertThat(alive(machine, key)).as(when).isEqualTo(before);
        }
        machine.sessions.close();
    }

    private static void remove(Sessions sessions, SessionKey key) throws Failure {
        var path = FilePath.parse("a");
        sessions.files().remove(key, Volume.WORKSPACE, path, false, Expected.anything());
    }

    @Test
    void aRewind() throws Exception {
        boolean done = false;
        for (int steps = 0; !done; steps++) {
            var first = machine(catalog);
            var key = first.sessions.create(NewSession.of(Samples.TENANT, "shell")).key();
            var to = first.turn(key, "put workspace a one").checkpoint().orElseThrow();
            first.turn(key, "put workspace a two");
            first.sessions.suspend(key);
            first.sessions.close();
            done = isDone(new Fuse(Fuse.Killed::new), steps, all -> all.rewind(key, to));
            var second = next(key);
            String head = second.sessions.find(key).life().head().orElseThrow();
            var line =
                    second.sessions.checkpoints(key).stream()
                            .filter(row -> row.line() == Line.MAIN)
                            .map(CheckpointRow::id)
                            .map(CheckpointId::value)
                            .toList();
            assertThat(line).as("after %d steps", steps).endsWith(head);
            boolean rewound = inDepot(second, key).containsValue("one");
            assertThat(line).as("after %d steps", steps).hasSize(rewound ? 2 : 3);
            second.sessions.rewind(key, to);
            second.sessions.resume(key);
            assertThat(alive(second, key)).containsEntry("a", "one");
            second.sessions.close();
        }
    }

    @Test
    void aDeleteOfASessionWhoseKeyForksNeed() throws Exception {
        boolean done = false;
        for (int steps = 0; !done; steps++) {
            var first = machine(catalog);
            var wish = NewSession.of(Samples.TENANT, "shell").withOwnKey();
            var origin = first.sessions.create(wish).key();
            first.turn(origin, "put workspace a one");
            var fork = first.sessions.fork(origin, Optional.empty(), "fork").key();
            first.sessions.close();
            done = isDone(new Fuse(Fuse.Killed::new), steps, all -> all.delete(origin));
            var second = next(origin, fork);
            assertThat(isKeyThere(second, origin)).as("after %d steps", steps).isTrue();
            deleted(second, origin);
            second.sessions.resume(fork);
            assertThat(alive(second, fork)).containsEntry("a", "one");
            second.sessions.close();
            isDone(new Fuse(Fuse.Killed::new), steps, all -> all.delete(fork));
            var third = next(fork);
            deleted(third, fork);
            assertThat(isKeyThere(third, origin)).as("after %d steps", steps).isFalse();
            third.sessions.close();
        }
    }

    private static void deleted(Machine machine, SessionKey key) throws Failure {
        try {
            machine.sessions.delete(key);
        } catch (Failure.NotFound before) {
            assertThat(before.what()).contains(key.id().value());
        }
    }

    private static boolean isKeyThere(Machine machine, SessionKey owner) throws Failure {
        return machine.station.depot().tenant(Samples.TENANT).ring().domains().stream()
                .filter(each -> each.name().equals(DomainName.of(owner.id())))
                .anyMatch(each -> each.destroyed().isEmpty());
    }
}
