package dev.berth.session.life;

import static dev.berth.session.SessionState.ACTIVE;
import static dev.berth.session.SessionState.CREATED;
import static dev.berth.session.SessionState.EXPIRED;
import static dev.berth.session.SessionState.IDLE;
import static dev.berth.session.SessionState.PAUSED;
import static dev.berth.session.SessionState.RESUMABLE;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.berth.depot.diff.Change;
import dev.berth.failure.Failure;
import dev.berth.session.Elsewhere;
import dev.berth.session.Event;
import dev.berth.session.EventType;
import dev.berth.session.IdleLimits;
import dev.berth.session.Mobility;
import dev.berth.session.Node;
import dev.berth.session.Retention;
import dev.berth.session.Samples;
import dev.berth.session.SessionKey;
import dev.berth.session.SessionState;
import dev.berth.session.Storage;
import dev.berth.session.catalog.Catalog;
import dev.berth.session.catalog.CheckpointRow.Line;
import dev.berth.session.events.Transcript;
import dev.berth.session.sqlite.SqliteCatalog;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.EnumSource.Mode;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

@DisplayName("A session's life")
class LifeTest {
    private static final Node A = new Node("a", "us-west-2");
    private static final Node B = new Node("b", "eu-west-1");

    @TempDir Path folder;
    private Catalog catalog;
    private Machine a;

    @BeforeEach
    void begin() throws Exception {
        catalog = SqliteCatalog.open(folder.resolve("catalog.db"), Clock.systemUTC());
        a = new Machine(folder, A, catalog, Machine.RULES);
    }

    @AfterEach
    void end() {
        a.sessions.close();
        catalog.close();
    }

    private SessionKey made(Storage storage, Mobility mobility) throws Failure {
        return a.sessions
                .create(NewSession.of(Samples.TENANT, "shell").kept(storage, mobility))
                .key();
    }

    private SessionKey made() throws Failure {
        return made(Storage.CAS, Mobility.LOCAL);
    }

    /// One whose agent is told what was said before.
    private SessionKey told() throws Failure {
        return a.sessions.create(NewSession.of(Samples.TENANT, "talker")).key();
    }

    private SessionState state(SessionKey key) throws Failure {
        return a.sessions.find(key).state();
    }

    private List<Event> events(SessionKey key, EventType type) throws Failure {
        return catalog.events(key, 0, 1_000).stream()
                .filter(event -> event.type() == type)
                .toList();
    }

    private String said(SessionKey key) throws Failure {
        var text = new StringBuilder();
        for (var event : events(key, EventType.OUTPUT)) text.append(event.text("text"));
        return text.toString();
    }

    @Test
    void aMessageIsATurnWithOutputAndACheckpoint() throws Exception {
        var key = made();
        assertThat(state(key)).isEqualTo(CREATED);
        var result = a.turn(key, "put workspace a/b.txt hello", "say done", "exit 3");
        assertThat(result.ending()).isEqualTo("exited");
        assertThat(result.exitCode()).isEqualTo(3);
        assertThat(result.checkpoint()).isPresent();
        assertThat(state(key)).isEqualTo(ACTIVE);
        assertThat(said(key)).isEqualTo("done\n");
        assertThat(a.sessions.find(key).life().head()).isEqualTo(result.checkpoint());
        assertThat(a.sessions.find(key).room().usedBytes()).isEqualTo(5);
    }

    @Test
    void messagesAtTheSameInstantAreTurnsInOrderOnOneRunner() throws Exception {
        var key = made();
        var threads = new ArrayList<Thread>();
        for (int i = 0; i < 8; i++) {
            String text = "say m" + i;
            threads.add(Thread.startVirtualThread(() -> send(key, text)));
        }
        for (var thread : threads) thread.join();
        assertThat(a.sessions.await(key, 8, Duration.ofSeconds(90))).isPresent();
        assertThat(a.runner.started.get()).isEqualTo(1);
        var asked = events(key, EventType.MESSAGE).stream().map(e -> e.text("text")).toList();
        var answered = said(key).lines().map(line -> "say " + line).toList();
        assertThat(answered).hasSize(8).isEqualTo(asked);
    }

    private void send(SessionKey key, String text) {
        try {
            a.sessions.message(key, text);
        } catch (Failure failure) {
            throw new IllegalStateException(failure);
        }
    }

    @ParameterizedTest
    @EnumSource(value = Storage.class, mode = Mode.EXCLUDE, names = "PVC")
    void suspendAndResumeKeepTheWorkAndEmptyTmp(Storage storage) throws Exception {
        var key = made(storage, Mobility.LOCAL);
        a.turn(key, "put workspace w.txt one", "put memory m.txt two", "put tmp t.txt three");
        var before = a.files(key);
        assertThat(before).containsKeys("workspace/w.txt", "memory/m.txt", "tmp/t.txt");
        assertThat(a.sessions.suspend(key).state()).isEqualTo(RESUMABLE);
        assertThat(a.sessions.suspend(key).state()).as("again").isEqualTo(RESUMABLE);
        assertThat(a.runner.list()).isEmpty();
        assertThat(a.sessions.resume(key).state()).isEqualTo(ACTIVE);
        before.remove("tmp/t.txt");
        assertThat(a.files(key)).isEqualTo(before);
        assertThat(events(key, EventType.RECEIPT)).hasSize(1);
        assertThat(events(key, EventType.RECEIPT).getFirst().text("text")).contains("tmp is empty");
    }

    @Test
    void resumeOnTheNodeThatStillHasTheTreeWritesNothing() throws Exception {
        var key = made();
        a.turn(key, "put workspace w.txt one", "put memory m.txt two");
        a.sessions.suspend(key);
        a.sessions.resume(key);
        assertThat(events(key, EventType.RECEIPT).getFirst().text("text"))
                .contains(" 0 files written, 2 kept");
    }

    @ParameterizedTest
    @EnumSource(value = Storage.class, mode = Mode.EXCLUDE, names = "PVC")
    void withObjectSyncALostNodeIsNoLoss(Storage storage) throws Exception {
        var key = made(storage, Mobility.OBJECT_SYNC);
        a.turn(key, "put workspace w.txt one", "put memory m.txt two", "put tmp t x", "say hi");
        a.sessions.suspend(key);
        Removed.all(a.home);
        var b = new Machine(folder, B, catalog, Machine.RULES);
        b.sessions.resume(key);
        assertThat(b.files(key))
                .containsOnlyKeys("workspace/w.txt", "memory/m.txt")
                .containsValue("one");
        assertThat(said(key)).isEqualTo("hi\n");
        assertThat(b.turn(key, "say there").ending()).isEqualTo("exited");
        assertThat(b.sessions.find(key).place().node()).isEqualTo(B);
        b.sessions.close();
    }

    @Test
    void aNodeKeepsNoHoldOfASessionThatRests() throws Exception {
        var key = made(Storage.CAS, Mobility.OBJECT_SYNC);
        a.turn(key, "put workspace w.txt one");
        a.sessions.suspend(key);
        a.sessions.fork(key, Optional.empty(), "another");
        var b = new Machine(folder, B, catalog, Machine.RULES);
        assertThat(b.sessions.resume(key).state()).isEqualTo(ACTIVE);
        b.sessions.close();
    }

    @Test
    void aLocalSessionIsRefusedElsewhereByTheNameOfItsNode() throws Exception {
        var key = made();
        a.turn(key, "say hi");
        a.sessions.suspend(key);
        var b = new Machine(folder, B, catalog, Machine.RULES);
        assertThatThrownBy(() -> b.sessions.resume(key))
                .isInstanceOfSatisfying(
                        Failure.class,
                        failure -> assertThat(Elsewhere.of(failure)).contains(new Elsewhere(A)));
        var shared = made(Storage.CAS, Mobility.SHARED);
        a.turn(shared, "say hi");
        a.sessions.suspend(shared);
        assertThatThrownBy(() -> b.sessions.resume(shared)).hasMessageContaining("us-west-2");
        b.sessions.close();
    }

    @Test
    void pvcIsUnavailable() {
        assertThatThrownBy(() -> made(Storage.PVC, Mobility.LOCAL))
                .isInstanceOf(Failure.Unavailable.class);
    }

    @Test
    void timeTakesItFromActiveToResumableStepByStep() throws Exception {
        var key = made();
        a.turn(key, "put workspace w.txt one", "put tmp t.txt x");
        a.sessions.sweep();
        assertThat(state(key)).isEqualTo(ACTIVE);
        a.pass(Duration.ofSeconds(60));
        a.sweepTo(key, IDLE);
        a.pass(Duration.ofMinutes(14));
        a.sweepTo(key, PAUSED);
        a.sessions.resume(key);
        assertThat(state(key)).isEqualTo(ACTIVE);
        assertThat(a.files(key)).as("unpausing clears nothing").containsKey("tmp/t.txt");
        a.pass(Duration.ofHours(25));
        a.sweepTo(key, RESUMABLE);
        assertThat(a.runner.list()).isEmpty();
        a.turn(key, "say back");
        assertThat(a.files(key)).containsOnlyKeys("workspace/w.txt");
    }

    @Test
    void aTerminatedSessionIsKeptForItsRetentionAndComesBackWithItsConversation() throws Exception {
        var key = told();
        a.turn(key, "put workspace w.txt one", "say remember-me");
        assertThat(a.sessions.terminate(key).state()).isEqualTo(EXPIRED);
        assertThat(a.sessions.terminate(key).state()).isEqualTo(EXPIRED);
        var json = a.sessions.find(key).json().compact();
        assertThat(json).contains("\"expires_reason\":\"terminated\"").contains("2026-05-08T12:00");
        assertThatThrownBy(() -> a.sessions.message(key, "say x"))
                .isInstanceOf(Failure.Conflict.class);
        assertThat(a.sessions.resume(key).state()).isEqualTo(ACTIVE);
        assertThat(a.files(key)).containsEntry("workspace/w.txt", "one");
        a.turn(key, "tell");
        assertThat(said(key)).contains("[message] put workspace w.txt one").contains("remember-me");
        assertThat(a.sessions.find(key).life().replay()).isFalse();
    }

    @Test
    void anEphemeralSessionRestsInCreatedWithoutItsFiles() throws Exception {
        var key = a.sessions.create(NewSession.of(Samples.TENANT, "chat")).key();
        a.turn(key, "put workspace w.txt one", "say hi");
        assertThat(a.sessions.suspend(key).state()).isEqualTo(CREATED);
        a.turn(key, "tell");
        assertThat(a.files(key)).containsOnlyKeys("tmp/berth-transcript.md");
        assertThat(said(key)).contains("[message]");
        assertThat(a.sessions.checkpoints(key)).isEmpty();
        assertThat(a.sessions.find(key).json().compact()).contains("after the last activity");
    }

    @Test
    void setupRunsAgainOnReattachAndAFailingOneIsAnEvent() throws Exception {
        var key = a.sessions.create(NewSession.of(Samples.TENANT, "ready")).key();
        a.turn(key, "rm workspace setup.txt");
        a.sessions.suspend(key);
        a.sessions.resume(key);
        assertThat(a.files(key)).containsKey("workspace/setup.txt");
        var broken = a.sessions.create(NewSession.of(Samples.TENANT, "broken")).key();
        assertThat(a.turn(broken, "say hi").ending()).isEqualTo("failed");
        assertThat(events(broken, EventType.ERROR).getFirst().text("what")).contains("setup");
        assertThat(state(broken)).isEqualTo(CREATED);
        assertThat(a.runner.of(broken.tenant()).find(broken.id())).isEmpty();
        assertThat(a.sessions.find(broken).warnings()).singleElement().asString().contains("setup");
    }

    @Test
    void aForkHasFilesAndConversationOfThePointAndALifeOfItsOwn() throws Exception {
        var key = made();
        var first = a.turn(key, "put workspace w.txt one", "say first").checkpoint();
        a.turn(key, "put workspace w.txt two", "say second");
        var fork = a.sessions.fork(key, first, "other");
        assertThat(fork.state()).isEqualTo(RESUMABLE);
        a.turn(fork.key(), "put workspace f.txt mine");
        assertThat(a.files(fork.key())).containsEntry("workspace/w.txt", "one");
        assertThat(a.files(key)).containsEntry("workspace/w.txt", "two").hasSize(1);
        assertThat(said(fork.key())).isEqualTo("first\n");
        a.sessions.delete(key);
        a.sessions.suspend(fork.key());
        a.sessions.resume(fork.key());
        assertThat(a.files(fork.key())).containsEntry("workspace/f.txt", "mine");
    }

    @Test
    void aRewindKeepsTheAbandonedFutureBesideTheLine() throws Exception {
        var key = made();
        var first = a.turn(key, "put workspace w.txt one").checkpoint().orElseThrow();
        var second =
                a.turn(key, "put workspace w.txt two", "put tmp t x").checkpoint().orElseThrow();
        a.sessions.rewind(key, first);
        a.turn(key, "say after");
        assertThat(a.files(key)).containsOnlyKeys("workspace/w.txt").containsValue("one");
        var points = a.sessions.checkpoints(key);
        assertThat(points)
                .filteredOn(row -> row.id().value().equals(second))
                .extracting(row -> row.line())
                .containsExactly(Line.ASIDE);
        a.sessions.rewind(key, second);
        a.sessions.resume(key);
        assertThat(a.files(key)).containsValue("two");
        var changes = new ArrayList<Change>();
        a.sessions.diff(key, first, second, changes::add);
        assertThat(changes).extracting(Change::path).contains("w.txt");
    }

    @Test
    void aRunnerThatDiesLosesNothingThatWasOnTheDisk() throws Exception {
        var key = made();
        a.turn(key, "put workspace w.txt one");
        var asked = a.sessions.message(key, "put workspace w.txt two\nhang");
        waitForTurn(key, asked.turn());
        a.runner.crash();
        var result = a.sessions.await(key, asked.turn(), Duration.ofSeconds(90)).orElseThrow();
        assertThat(result.ending()).isEqualTo("lost");
        assertThat(state(key)).isEqualTo(RESUMABLE);
        a.sessions.resume(key);
        assertThat(a.files(key)).containsEntry("workspace/w.txt", "two");
    }

    private void waitForTurn(SessionKey key, long turn) throws Exception {
        long end = System.nanoTime() + Duration.ofSeconds(90).toNanos();
        while (a.sessions
                .find(key)
                .life()
                .turns()
                .begun()
                .filter(b -> b.turn() == turn)
                .isEmpty()) {
            assertThat(System.nanoTime()).as("the turn begins").isLessThan(end);
            Thread.sleep(5);
        }
    }

    @Test
    void suspendingEndsARunningTurn() throws Exception {
        var key = made();
        var asked = a.sessions.message(key, "put workspace w.txt kept\nhang");
        waitForTurn(key, asked.turn());
        assertThat(a.sessions.suspend(key).state()).isEqualTo(RESUMABLE);
        assertThat(
                        a.sessions
                                .await(key, asked.turn(), Duration.ofSeconds(90))
                                .orElseThrow()
                                .ending())
                .isEqualTo("cancelled");
        a.sessions.resume(key);
        assertThat(a.files(key)).containsEntry("workspace/w.txt", "kept");
    }

    @Test
    void beyondItsCapacityTheLeastRecentlyUsedRunnerGoes() throws Exception {
        var few =
                new IdleLimits(Duration.ofSeconds(1), Duration.ofSeconds(1), Duration.ofDays(9), 1);
        var rules =
                new Station.Rules(few, Retention.DEFAULT, Duration.ofHours(1), Duration.ofDays(1));
        var c = new Machine(folder, new Node("c", "r"), catalog, rules);
        var keys = new ArrayList<SessionKey>();
        for (int i = 0; i < 3; i++) {
            var key = c.sessions.create(NewSession.of(Samples.TENANT, "shell")).key();
            c.turn(key, "say x");
            keys.add(key);
            c.pass(Duration.ofSeconds(10));
        }
        c.sweepTo(keys.get(0), RESUMABLE);
        c.sweepTo(keys.get(1), RESUMABLE);
        c.sweepTo(keys.get(2), PAUSED);
        assertThat(state(keys.get(0))).isEqualTo(RESUMABLE);
        assertThat(state(keys.get(1))).isEqualTo(RESUMABLE);
        assertThat(state(keys.get(2))).isEqualTo(PAUSED);
        assertThat(events(keys.get(0), EventType.STATE).getLast().text("why")).contains("capacity");
        c.sessions.close();
    }

    @Test
    void fieldsHaveTheirHistoryInTheEvents() throws Exception {
        var key = made();
        a.sessions.set(key, Fields.NONE.named("new").tagged(List.of("x")));
        a.sessions.set(key, Fields.NONE.named("new"));
        assertThat(events(key, EventType.STATE))
                .extracting(event -> event.text("field"))
                .containsExactly("name", "tags");
    }

    @Test
    void theTranscriptIsInTheCheckpoint() throws Exception {
        var key = made();
        var id = a.turn(key, "say one", "say two").checkpoint().orElseThrow();
        var all = Transcript.of(catalog, key, Long.MAX_VALUE);
        try (var depot = Machine.depot(folder.resolve("depot"), Clock.systemUTC())) {
            var tenant = depot.tenant(Samples.TENANT);
            try (var browsing = tenant.browse(tenant.find(id))) {
                var carried = Transcript.parse(browsing.transcript(), "it").events();
                assertThat(carried).isNotEmpty().isEqualTo(all.events().subList(0, carried.size()));
                assertThat(carried.getLast().text("ended")).isEqualTo("exited");
            }
        }
    }

    @Test
    void listenersGetEveryEventOnceAcrossReconnects() throws Exception {
        var key = made();
        var heard = new ArrayList<Long>();
        var listener =
                Thread.startVirtualThread(
                        () -> {
                            try {
                                while (heard.size() < 30) {
                                    long last = heard.isEmpty() ? 0 : heard.getLast();
                                    var feed = a.sessions.feed();
                                    for (var event :
                                            feed.after(key, last, Duration.ofSeconds(60))) {
                                        heard.add(event.seq());
                                        // Every few events the listener goes and comes back.
                                        if (heard.size() % 3 == 0) break;
                                    }
                                }
                            } catch (Failure | InterruptedException failed) {
                                throw new IllegalStateException(failed);
                            }
                        });
        for (int i = 0; i < 8; i++) a.turn(key, "say " + i);
        listener.join(Duration.ofSeconds(90));
        for (int i = 0; i < heard.size(); i++) assertThat(heard.get(i)).isEqualTo(i + 1L);
        assertThat(heard).hasSizeGreaterThanOrEqualTo(30);
    }

    @Test
    void aServerThatLostItsLeaseIsRefusedAndItsWorkIsKeptBesideTheLine() throws Exception {
        var old = new Machine(folder, new Node("old", "r"), catalog, Machine.RULES);
        var key =
                old.sessions
                        .create(
                                NewSession.of(Samples.TENANT, "shell")
                                        .kept(Storage.CAS, Mobility.OBJECT_SYNC))
                        .key();
        old.turn(key, "put workspace w.txt one");
        Files.writeString(old.tree(old.sessions.find(key)).resolve("workspace/w.txt"), "late");
        var taker = new Machine(folder, new Node("new", "r"), catalog, Machine.RULES);
        assertThatThrownBy(() -> taker.sessions.resume(key)).isInstanceOf(Failure.Locked.class);
        taker.declareDead(key);
        taker.sessions.resume(key);
        assertThat(taker.files(key)).containsEntry("workspace/w.txt", "one");
        assertThatThrownBy(() -> old.sessions.message(key, "say late"))
                .isInstanceOf(Failure.StaleWriter.class);
        assertThat(old.sessions.beat()).isFalse();
        assertThat(old.runner.list()).isEmpty();
        var aside =
                taker.sessions.checkpoints(key).stream()
                        .filter(row -> row.line() == Line.ASIDE)
                        .toList();
        assertThat(aside).hasSize(1);
        var fork = taker.sessions.fork(key, Optional.of(aside.getFirst().id().value()), "saved");
        taker.sessions.resume(fork.key());
        assertThat(taker.files(fork.key())).containsEntry("workspace/w.txt", "late");
    }

    @Test
    void aServerThatShowsNoSignOfLifeForALeaseIsTakenForDead() throws Exception {
        var hasty =
                new Station.Rules(
                        IdleLimits.DEFAULT,
                        Retention.DEFAULT,
                        Duration.ofMillis(300),
                        Duration.ofDays(1));
        var key = made(Storage.CAS, Mobility.OBJECT_SYNC);
        a.turn(key, "put workspace w.txt one");
        var taker = new Machine(folder, B, catalog, hasty);
        long end = System.nanoTime() + Duration.ofSeconds(90).toNanos();
        while (catalog.leases().current(key).orElseThrow().epoch() == 1) {
            assertThat(System.nanoTime()).isLessThan(end);
            try {
                taker.sessions.beat();
                taker.sessions.resume(key);
            } catch (Failure.Locked | Failure.StaleWriter notYet) {
                Thread.sleep(20);
            }
        }
        assertThat(a.sessions.beat()).as("to the others it is dead").isFalse();
        assertThat(a.runner.list()).isEmpty();
    }
}
