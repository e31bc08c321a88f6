package dev.berth.session.life;

import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.disk.SessionId;
import dev.berth.runner.profile.RunnerKind;
import dev.berth.session.EventType;
import dev.berth.session.Node;
import dev.berth.session.Samples;
import dev.berth.session.SessionKey;
import dev.berth.session.SessionState;
import dev.berth.session.catalog.Catalog;
import dev.berth.session.catalog.CheckpointRow;
import dev.berth.session.catalog.CheckpointRow.Line;
import dev.berth.session.postgres.OnePostgres;
import dev.berth.session.postgres.PostgresCatalog;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.LongStream;

/// Servers as processes of their own, on one PostgreSQL, with real runners.
@DisplayName("Several servers")
class FleetTest {
    private static final Duration LEASE = Duration.ofSeconds(3);
    private static final SessionKey KEY =
            new SessionKey(Samples.TENANT, new SessionId("ses_fleet"));

    @TempDir Path folder;
    private String url = "";
    private Catalog catalog;

    @BeforeEach
    void begin() throws Exception {
        url = OnePostgres.database();
        catalog = PostgresCatalog.open(url, Clock.systemUTC());
    }

    /// What a killed server left running on its node ends with the test.
    @AfterEach
    void end() throws Exception {
        for (String name : List.of("a", "b")) {
            var node = new Node(name, "r");
            var there = new Machine(folder, node, catalog, Machine.RULES, RealRunnerTest::crew);
            var runner = there.station.crew().runners().of(RunnerKind.PROCESS, KEY.tenant());
            for (var sandbox : runner.list()) sandbox.stop();
            there.sessions.close();
        }
        catalog.close();
    }

    private FleetProcess server(String node) throws Exception {
        return FleetProcess.start(List.of(), folder, node, url, LEASE);
    }

    private void requireWholeNumbers() throws Exception {
        var seqs = catalog.events(KEY, 0, 10_000).stream().map(event -> event.seq()).toList();
        assertThat(seqs).isEqualTo(LongStream.rangeClosed(1, seqs.size()).boxed().toList());
    }

    private Path tree(String node, long number) {
        return folder.resolve("node-" + node)
                .resolve("sessions")
                .resolve(KEY.tenant().value())
                .resolve(KEY.id().value())
                .resolve(Long.toString(number));
    }

    private List<CheckpointRow> aside() throws Exception {
        return catalog.checkpoints(KEY).stream().filter(row -> row.line() == Line.ASIDE).toList();
    }

    /// Takes a session over, as soon as its holder counts as dead.
    private static void takeOver(FleetProcess taker, String verb) throws Exception {
        Waiting.until(
                "it is taken over",
                () -> {
                    String answer = taker.say(verb + " " + KEY.id());
                    assertThat(answer).matches("ok .*|fail .*locked.*");
                    return answer.startsWith("ok");
                });
    }

    @ParameterizedTest
    @ValueSource(strings = {"send", "suspend"})
    void oneThatWasStoppedPastItsLeaseIsRefusedAndItsWorkIsKept(String verb) throws Exception {
        try (var a = server("a");
                var b = server("b")) {
            a.say("create " + KEY.id());
            assertThat(a.say("send " + KEY.id() + " echo one > w; sleep 9999 & echo $! > pid"))
                    .isEqualTo("ok exited");
            long pid =
                    Long.parseLong(Files.readString(tree("a", 1).resolve("workspace/pid")).strip());
            assertThat(Waiting.lives(pid)).isTrue();
            Files.writeString(tree("a", 1).resolve("workspace/late"), "not in any checkpoint");
            a.say("ask " + KEY.id() + " while :; do echo stale; sleep 0.1; done");
            Waiting.until("it speaks", () -> lines() > 2);
            a.signal("STOP");
            takeOver(b, "resume");
            long taken = catalog.events(KEY, 0, 10_000).getLast().seq();
            assertThat(b.say("send " + KEY.id() + " cat w; ls; echo two > w"))
                    .isEqualTo("ok exited");
            a.tell(verb + " " + KEY.id() + " echo three > w");
            a.signal("CONT");
            assertThat(a.answer()).startsWith("fail stale-writer ");
            Waiting.until("its runner is stopped", () -> !Waiting.lives(pid));
            Waiting.until("its work is kept", () -> aside().size() == 1);
            assertThat(b.say("send " + KEY.id() + " cat w")).isEqualTo("ok exited");
            var output = new StringBuilder();
            for (var event : catalog.events(KEY, taken, 1_000)) {
                if (event.type() == EventType.OUTPUT) output.append(event.text("text"));
            }
            assertThat(output.toString()).isEqualTo("one\npid\nw\ntwo\n");
            requireWholeNumbers();
        }
        var real = new Node("c", "r");
        var c = new Machine(folder, real, catalog, Machine.RULES, RealRunnerTest::crew);
        var fork = c.sessions.fork(KEY, Optional.of(aside().getFirst().id().value()), "");
        c.sessions.resume(fork.key());
        assertThat(c.files(fork.key()))
                .containsEntry("workspace/late", "not in any checkpoint")
                .containsEntry("workspace/w", "one\n");
        c.sessions.close();
    }

    @Test
    void oneThatWasKilledIsFollowedByTheNextOnItsNode() throws Exception {
        try (var b = server("b")) {
            var a = server("a");
            a.say("create " + KEY.id());
            for (int i = 0; i < 3; i++) {
                a.tell(
                        "send "
                                + KEY.id()
                                + " for i in 1 2 3 4 5 6 7 8 9; do echo line; sleep 0.1; done");
                int said = i * 9;
                Waiting.until("it speaks", () -> lines() > said);
                a.kill();
                var next = server("a");
                takeOver(next, "adopt");
                int all = said + 9;
                Waiting.until("the turn goes on to its end", () -> lines() >= all && rests());
                assertThat(lines()).as("nothing twice").isEqualTo(all);
                requireWholeNumbers();
                a = next;
            }
            assertThat(orphans()).noneMatch(each -> each.contains("not in the depot"));
            a.kill();
            takeOver(b, "resume");
            assertThat(catalog.find(KEY).orElseThrow().state()).isEqualTo(SessionState.ACTIVE);
            requireWholeNumbers();
        }
    }

    private long lines() throws Exception {
        long count = 0;
        for (var event : catalog.events(KEY, 0, 10_000)) {
            if (event.type() == EventType.OUTPUT) count += event.text("text").lines().count();
        }
        return count;
    }

    private boolean rests() throws Exception {
        var session = catalog.find(KEY).orElseThrow();
        return !session.life().turns().isWaiting() && session.life().head().isPresent();
    }

    private List<String> orphans() throws Exception {
        var c = new Machine(folder, new Node("c", "r"), catalog, Machine.RULES);
        try {
            return new Orphans(c.station).of(KEY);
        } finally {
            c.sessions.close();
        }
    }
}
