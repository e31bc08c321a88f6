package dev.berth.session.life;

import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.session.EventType;
import dev.berth.session.Mobility;
import dev.berth.session.Node;
import dev.berth.session.Samples;
import dev.berth.session.SessionKey;
import dev.berth.session.SessionState;
import dev.berth.session.Storage;
import dev.berth.session.catalog.CheckpointRow;
import dev.berth.session.postgres.OnePostgres;
import dev.berth.session.postgres.PostgresCatalog;
import dev.berth.session.sqlite.SqliteCatalog;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.EnumSource.Mode;

import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.TreeMap;

@DisplayName("Many cycles")
class CyclesTest {
    private static final long SEED = 20260501;

    @TempDir Path folder;

    /// Two hundred in all. Edits in each cycle, ended by hand, by time, in the middle of a turn, by
    /// a crash of the runner, or by one of the server.
    @ParameterizedTest(name = "{0}, seed " + SEED)
    @EnumSource(value = Storage.class, mode = Mode.EXCLUDE, names = "PVC")
    void areNoDifferentFromAModel(Storage storage) throws Exception {
        cycles(storage, 67);
    }

    @ParameterizedTest(name = "{0}, seed " + SEED)
    @EnumSource(value = Storage.class, mode = Mode.EXCLUDE, names = "PVC")
    @Tag("campaign")
    void areNoDifferentFromAModelHoweverMany(Storage storage) throws Exception {
        cycles(storage, 400);
    }

    private void cycles(Storage storage, int count) throws Exception {
        var random = new SplittableRandom(SEED);
        try (var catalog = SqliteCatalog.open(folder.resolve("c.db"), Clock.systemUTC())) {
            var node = new Node("a", "r");
            var machine = new Machine(folder, node, catalog, Machine.RULES);
            var wish = NewSession.of(Samples.TENANT, "shell").kept(storage, Mobility.LOCAL);
            var key = machine.sessions.create(wish).key();
            var model = new TreeMap<String, String>();
            for (int cycle = 0; cycle < count; cycle++) {
                String script = edits(random, model, cycle);
                end(machine, key, script, random.nextInt(5));
                machine.sessions.resume(key);
                assertThat(machine.files(key)).as("cycle %d", cycle).isEqualTo(model);
            }
            machine.sessions.close();
        }
    }

    private static String edits(SplittableRandom random, Map<String, String> model, int cycle) {
        var script = new StringBuilder();
        for (int i = 0; i < 4; i++) {
            String volume = random.nextBoolean() ? "workspace" : "memory";
            String path = "d%d/f%d".formatted(random.nextInt(3), random.nextInt(6));
            if (random.nextInt(4) == 0) {
                script.append("rm %s %s\n".formatted(volume, path));
                model.remove(volume + "/" + path);
            } else {
                String text = "%d-%d-%s".formatted(cycle, i, "x".repeat(random.nextInt(200)));
                script.append("put %s %s %s\n".formatted(volume, path, text));
                model.put(volume + "/" + path, text);
            }
        }
        return script.append("put tmp scratch gone\n").toString();
    }

    private static void end(Machine machine, SessionKey key, String script, int how)
            throws Exception {
        switch (how) {
            case 0 -> {
                machine.turn(key, script);
                machine.sessions.suspend(key);
            }
            case 1 -> {
                machine.turn(key, script);
                machine.pass(Duration.ofHours(25));
                machine.sweepTo(key, SessionState.RESUMABLE);
            }
            case 2 -> {
                hanging(machine, key, script);
                machine.sessions.suspend(key);
            }
            case 3 -> {
                hanging(machine, key, script);
                var next = machine.server();
                machine.declareDead(key);
                next.adopt(key);
                next.suspend(key);
                machine.sessions = next;
            }
            default -> {
                long turn = hanging(machine, key, script);
                machine.runner.crash();
                assertThat(machine.sessions.await(key, turn, Duration.ofSeconds(90))).isPresent();
            }
        }
        assertThat(machine.sessions.find(key).state()).isEqualTo(SessionState.RESUMABLE);
    }

    private static long hanging(Machine machine, SessionKey key, String script) throws Exception {
        var asked = machine.sessions.message(key, script + "hang");
        long end = System.nanoTime() + Duration.ofSeconds(90).toNanos();
        while (machine.sessions.find(key).life().turns().begun().isEmpty()) {
            assertThat(System.nanoTime()).isLessThan(end);
            Thread.sleep(2);
        }
        return asked.turn();
    }

    @Test
    void aCatalogThatWasDeletedIsRebuiltFromTheDepotAlone() throws Exception {
        var node = new Node("a", "r");
        Map<String, String> files;
        SessionKey key;
        SessionKey fork;
        List<CheckpointRow> points;
        try (var catalog = SqliteCatalog.open(folder.resolve("c.db"), Clock.systemUTC())) {
            var machine = new Machine(folder, node, catalog, Machine.RULES);
            key = machine.sessions.create(NewSession.of(Samples.TENANT, "shell")).key();
            var first =
                    machine.turn(key, "put workspace a one", "say hello")
                            .checkpoint()
                            .orElseThrow();
            var second = machine.turn(key, "put workspace a two").checkpoint().orElseThrow();
            fork = machine.sessions.fork(key, Optional.of(second), "forked").key();
            machine.sessions.rewind(key, first);
            machine.turn(key, "put workspace b three");
            files = machine.files(key);
            machine.sessions.set(key, Fields.NONE.named("kept"));
            machine.sessions.suspend(key);
            points = machine.sessions.checkpoints(key);
            machine.sessions.close();
        }
        try (var fresh = SqliteCatalog.open(folder.resolve("new.db"), Clock.systemUTC())) {
            var machine = new Machine(folder, node, fresh, Machine.RULES);
            var rebuilt = new Rebuilding(machine.station).run();
            assertThat(rebuilt.problems()).isEmpty();
            assertThat(rebuilt.sessions()).containsExactlyInAnyOrder(key, fork);
            assertThat(new Rebuilding(machine.station).run().sessions()).isEmpty();
            var session = machine.sessions.find(key);
            assertThat(session.state()).isEqualTo(SessionState.RESUMABLE);
            assertThat(machine.sessions.checkpoints(key)).isEqualTo(points);
            assertThat(new Orphans(machine.station).of(key)).isEmpty();
            machine.sessions.resume(key);
            assertThat(machine.files(key)).isEqualTo(files);
            assertThat(fresh.events(key, 0, 100).getFirst().text("text")).contains("say hello");
            machine.sessions.resume(fork);
            assertThat(machine.files(fork)).containsEntry("workspace/a", "two");
            machine.sessions.close();
        }
    }

    @Test
    void aServerThatWasKilledIsFollowedByOneThatGoesOnWithItsTurn() throws Exception {
        try (var catalog = PostgresCatalog.open(OnePostgres.database(), Clock.systemUTC())) {
            var machine = new Machine(folder, new Node("a", "r"), catalog, Machine.RULES);
            var key = machine.sessions.create(NewSession.of(Samples.TENANT, "shell")).key();
            var asked = machine.sessions.message(key, "put workspace a one\nsay before\nhang");
            long end = System.nanoTime() + Duration.ofSeconds(90).toNanos();
            while (catalog.events(key, 0, 100).stream()
                    .noneMatch(e -> e.text("text").equals("before\n"))) {
                assertThat(System.nanoTime()).isLessThan(end);
                Thread.sleep(5);
            }
            var next = machine.server();
            machine.declareDead(key);
            next.adopt(key);
            next.cancel(key, asked.turn());
            while (next.find(key).life().turns().isRunning()) {
                assertThat(System.nanoTime()).isLessThan(end);
                next.cancel(key, asked.turn());
                Thread.sleep(5);
            }
            var said = new StringBuilder();
            for (var event : catalog.events(key, 0, 100)) {
                if (event.type() == EventType.OUTPUT) said.append(event.text("text"));
            }
            assertThat(said).as("said once").hasToString("before\n");
            assertThat(machine.runner.started.get()).as("one runner").isEqualTo(1);
            next.close();
        }
    }
}
