package dev.berth.session.life;

import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.session.Node;
import dev.berth.session.Samples;
import dev.berth.session.Session;
import dev.berth.session.SessionKey;
import dev.berth.session.SessionState;
import dev.berth.session.catalog.Catalog;
import dev.berth.session.postgres.OnePostgres;
import dev.berth.session.postgres.PostgresCatalog;
import dev.berth.session.sqlite.SqliteCatalog;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// The depot holds a session with an abandoned line and files that no checkpoint has, one with a
/// key of its own, and a fork of that. Their catalog is lost.
@DisplayName("A catalog that is rebuilt")
class RebuildTest {
    private static final Node NODE = new Node("a", "r");

    @TempDir Path folder;
    private final List<SessionKey> keys = new ArrayList<>();
    private int databases;

    @BeforeEach
    void makeAndLose() throws Exception {
        try (var lost = sqlite()) {
            var machine = new Machine(folder, NODE, lost, Machine.RULES);
            var one = machine.sessions.create(NewSession.of(Samples.TENANT, "shell")).key();
            var first = machine.turn(one, "put workspace w one", "say one").checkpoint();
            machine.turn(one, "put workspace w two", "say two");
            machine.sessions.rewind(one, first.orElseThrow());
            machine.turn(one, "put memory m three", "say three");
            var wish = NewSession.of(Samples.TENANT, "shell").withOwnKey();
            var own = machine.sessions.create(wish).key();
            machine.turn(own, "put workspace o own");
            var fork = machine.sessions.fork(own, Optional.empty(), "fork").key();
            keys.addAll(List.of(one, own, fork));
            var tree = machine.tree(machine.sessions.find(one));
            machine.sessions.close();
            Files.writeString(tree.resolve("workspace/late"), "never taken");
        }
        // What no checkpoint has is kept by the first rebuild, and known to the next ones.
        try (var catalog = sqlite()) {
            int points = catalog.checkpoints(keys.getFirst()).size();
            bringBack(catalog);
            assertThat(catalog.checkpoints(keys.getFirst())).hasSizeGreaterThan(points + 4);
        }
    }

    private Catalog sqlite() throws Exception {
        var file = folder.resolve("catalog-%d.db".formatted(databases++));
        return SqliteCatalog.open(file, Clock.systemUTC());
    }

    /// What a catalog says of the sessions, but for ids and times of points that were made when it
    /// was rebuilt.
    private List<String> told(Catalog catalog) throws Exception {
        var told = new ArrayList<String>();
        for (var key : keys) {
            told.add(catalog.find(key).map(Session::json).orElseThrow().compact());
            var points = catalog.checkpoints(key);
            told.add("%d points".formatted(points.size()));
            points.forEach(row -> told.add(row.line() + " " + row.seq()));
            for (var event : catalog.events(key, 0, 1_000)) {
                told.add(event.seq() + " " + event.type() + " " + event.text("text"));
            }
        }
        told.add("key held: " + catalog.keyHolders().any(Samples.TENANT, keys.get(1).id()));
        return told;
    }

    private void bringBack(Catalog catalog) throws Exception {
        var machine = new Machine(folder, NODE, catalog, Machine.RULES);
        var rebuilt = new Rebuilding(machine.station).run();
        assertThat(rebuilt.problems()).isEmpty();
        assertThat(new Rebuilding(machine.station).run().sessions()).as("once").isEmpty();
    }

    @Test
    void isTheSameHoweverOftenTheRebuildWasKilled() throws Exception {
        List<String> whole;
        try (var catalog = sqlite()) {
            bringBack(catalog);
            whole = told(catalog);
        }
        assertThat(whole).anyMatch(line -> line.startsWith("ASIDE"));
        int kills = 0;
        for (boolean killed = true; killed; kills++) {
            try (var catalog = sqlite()) {
                killed = isKilled(catalog, kills);
                bringBack(catalog);
                assertThat(told(catalog)).as("killed after %d steps", kills).isEqualTo(whole);
            }
        }
        assertThat(kills).as("kills").isGreaterThan(8);
    }

    private boolean isKilled(Catalog catalog, int steps) throws Exception {
        var fuse = new Fuse(Fuse.Killed::new);
        var machine = new Machine(folder, NODE, fuse.on(catalog), Machine.RULES);
        fuse.burnAfter(steps);
        try {
            new Rebuilding(machine.station).run();
            return false;
        } catch (Fuse.Killed killed) {
            return true;
        }
    }

    @Test
    void saysOfEachPointWhatTheLostOneSaidAfterTheAbandonedLineWasTakenUpAgain() throws Exception {
        List<String> live;
        SessionKey key;
        try (var lost = sqlite()) {
            var machine = new Machine(folder, NODE, lost, Machine.RULES);
            key = machine.sessions.create(NewSession.of(Samples.TENANT, "shell")).key();
            var first = machine.turn(key, "put workspace w one").checkpoint();
            var second = machine.turn(key, "put workspace w two").checkpoint();
            machine.sessions.rewind(key, first.orElseThrow());
            machine.turn(key, "put workspace w three");
            machine.sessions.rewind(key, second.orElseThrow());
            machine.turn(key, "say on");
            machine.sessions.close();
            live = lines(lost, key);
        }
        try (var catalog = sqlite()) {
            bringBack(catalog);
            assertThat(lines(catalog, key)).isEqualTo(live);
        }
        assertThat(live).anyMatch(line -> line.endsWith("ASIDE"));
    }

    private static List<String> lines(Catalog catalog, SessionKey key) throws Exception {
        return catalog.checkpoints(key).stream().map(row -> row.id() + " " + row.line()).toList();
    }

    @Test
    void letsASessionWithoutFilesRestInCreated() throws Exception {
        SessionKey key;
        try (var lost = sqlite()) {
            var machine = new Machine(folder, NODE, lost, Machine.RULES);
            key = machine.sessions.create(NewSession.of(Samples.TENANT, "chat")).key();
            machine.turn(key, "put workspace w one", "say hi");
            machine.sessions.checkpoint(key);
            machine.sessions.close();
        }
        try (var catalog = sqlite()) {
            bringBack(catalog);
            var session = catalog.find(key).orElseThrow();
            assertThat(session.state()).isEqualTo(SessionState.CREATED);
            assertThat(session.room().usedBytes()).isZero();
            var machine = new Machine(folder, NODE, catalog, Machine.RULES);
            machine.turn(key, "tell");
            assertThat(machine.files(key)).containsOnlyKeys("tmp/berth-transcript.md");
            machine.sessions.close();
        }
    }

    @Test
    void worksOnPostgresAsOnSqlite() throws Exception {
        List<String> whole;
        try (var catalog = sqlite()) {
            bringBack(catalog);
            whole = told(catalog);
        }
        try (var catalog = PostgresCatalog.open(OnePostgres.database(), Clock.systemUTC())) {
            bringBack(catalog);
            assertThat(told(catalog)).isEqualTo(whole);
            var machine = new Machine(folder, NODE, catalog, Machine.RULES);
            machine.turn(keys.getFirst(), "say back");
            assertThat(machine.files(keys.getFirst()))
                    .containsEntry("workspace/w", "one")
                    .containsEntry("memory/m", "three")
                    .doesNotContainKey("workspace/late");
            machine.turn(keys.get(2), "say back");
            assertThat(machine.files(keys.get(2))).containsEntry("workspace/o", "own");
            machine.sessions.close();
        }
    }
}
