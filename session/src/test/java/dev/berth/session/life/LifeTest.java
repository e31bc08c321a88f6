package dev.berth.session.life;

import static dev.berth.session.SessionState.ACTIVE;
import static dev.berth.session.SessionState.CREATED;
import static dev.berth.session.SessionState.EXPIRED;
import static dev.berth.session.SessionState.IDLE;
import static dev.berth.session.SessionState.PAUSED;
import static dev.berth.session.SessionState.RESUMABLE;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.berth.disk.QueryLimits;
import dev.berth.disk.Volume;
import dev.berth.failure.Failure;
import dev.berth.session.EventType;
import dev.berth.session.IdleLimits;
import dev.berth.session.Mobility;
import dev.berth.session.Node;
import dev.berth.session.Retention;
import dev.berth.session.Samples;
import dev.berth.session.SessionKey;
import dev.berth.session.Storage;
import dev.berth.session.files.FilePath;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.EnumSource.Mode;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;

@DisplayName("A session's life")
class LifeTest extends OnOneNode {
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
        var resumed = a.sessions.resume(key);
        assertThat(resumed.session().state()).isEqualTo(ACTIVE);
        assertThat(resumed.receipt()).contains(events(key, EventType.RECEIPT).getFirst());
        assertThat(a.sessions.resume(key).receipt()).as("again").isEmpty();
        before.remove("tmp/t.txt");
        assertThat(a.files(key)).isEqualTo(before);
        assertThat(events(key, EventType.RECEIPT)).hasSize(1);
        assertThat(events(key, EventType.RECEIPT).getFirst().text("text")).contains("tmp is empty");
    }

    @ParameterizedTest
    @EnumSource(value = Storage.class, mode = Mode.EXCLUDE, names = "PVC")
    void whatCannotBeKeptIsCountedAndNamed(Storage storage) throws Exception {
        var key = made(storage, Mobility.LOCAL);
        a.turn(key, "put workspace w.txt one", "put memory m.txt two");
        var tree = a.tree(a.sessions.find(key));
        for (String path : List.of("workspace/pipe", "memory/private")) {
            assertThat(
                            new ProcessBuilder("mkfifo", tree.resolve(path).toString())
                                    .start()
                                    .waitFor())
                    .isZero();
        }
        var left = a.sessions.checkpoint(key).leftOut();
        assertThat(left.count()).isEqualTo(2);
        assertThat(left.paths()).singleElement().asString().startsWith("workspace/pipe (");
        var cold = a.sessions.suspend(key);
        assertThat(cold.warnings())
                .anyMatch(each -> each.startsWith("2 entries") && each.contains("pipe"));
        assertThat(events(key, EventType.CHECKPOINT).getLast().number("skipped")).isEqualTo(2);
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

    @Test
    void resumeOnTheNodeThatStillHasTheTreeReadsNothingOfIt() throws Exception {
        var key = made();
        a.turn(key, "put workspace w.txt one");
        var tree = a.tree(a.sessions.find(key)).resolve("workspace");
        Files.write(tree.resolve("large"), new byte[32 << 20]);
        // What was written in the instant of a checkpoint is read again by rule.
        var probe = a.tree(a.sessions.find(key)).resolve("tmp/probe");
        Waiting.until("the instant is over", () -> isYounger(probe, tree.resolve("large")));
        a.sessions.suspend(key);
        long before = bytesRead();
        a.sessions.resume(key);
        assertThat(bytesRead() - before).isLessThan(16 << 20);
        assertThat(events(key, EventType.RECEIPT).getFirst().text("text"))
                .contains(" 0 files written, 2 kept");
    }

    private static boolean isYounger(Path probe, Path other) throws Exception {
        Files.writeString(probe, "now");
        var instant = Duration.ofMillis(100);
        return Files.getLastModifiedTime(probe)
                .toInstant()
                .isAfter(Files.getLastModifiedTime(other).toInstant().plus(instant));
    }

    /// By this whole process, from files of any kind.
    private static long bytesRead() throws Exception {
        String first = Files.readString(Path.of("/proc/self/io")).lines().findFirst().orElseThrow();
        return Long.parseLong(first.substring("rchar: ".length()));
    }

    @Test
    void resumeBringsBackWhatWasChangedMeanwhile() throws Exception {
        var key = made();
        a.turn(key, "put workspace w.txt one", "put workspace x.txt two", "put memory m.txt three");
        var before = a.files(key);
        a.sessions.suspend(key);
        var tree = a.tree(a.sessions.find(key));
        Files.writeString(tree.resolve("workspace/w.txt"), "ono");
        Files.delete(tree.resolve("workspace/x.txt"));
        Files.writeString(tree.resolve("memory/new"), "strange");
        a.sessions.resume(key);
        assertThat(a.files(key)).isEqualTo(before);
        assertThat(events(key, EventType.RECEIPT).getFirst().text("text"))
                .contains(" 2 files written, 1 kept");
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
        assertThat(a.sessions.resume(key).session().state()).isEqualTo(ACTIVE);
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

    @Test
    void aRunnerThatDiesJustBeforeATurnCostsNoMessage() throws Exception {
        var key = made();
        a.turn(key, "put workspace w.txt one");
        var runner = a.runner.of(key.tenant());
        runner.executing =
                () -> {
                    runner.executing = () -> {};
                    runner.crash();
                };
        assertThat(a.turn(key, "put workspace w.txt two").ending()).isEqualTo("exited");
        assertThat(a.files(key)).containsEntry("workspace/w.txt", "two");
    }

    @Test
    void whoeverSpeaksToOneWhoseRunnerDiesIsHeardNext() throws Exception {
        var key = made();
        var lost = a.sessions.message(key, "hang");
        waitForTurn(key, lost.turn());
        var next = a.sessions.message(key, "put workspace w.txt next");
        a.runner.crash();
        assertThat(
                        a.sessions
                                .await(key, lost.turn(), Duration.ofSeconds(90))
                                .orElseThrow()
                                .ending())
                .isEqualTo("lost");
        assertThat(
                        a.sessions
                                .await(key, next.turn(), Duration.ofSeconds(90))
                                .orElseThrow()
                                .ending())
                .isEqualTo("exited");
        assertThat(a.files(key)).containsEntry("workspace/w.txt", "next");
    }

    @Test
    void suspendingTellsOfTurnsThatWaited() throws Exception {
        var key = made();
        var asked = a.sessions.message(key, "hang");
        waitForTurn(key, asked.turn());
        var waited = a.sessions.message(key, "say hi");
        a.sessions.suspend(key);
        var told = a.sessions.await(key, waited.turn(), Duration.ofSeconds(90)).orElseThrow();
        assertThat(told.ending()).isEqualTo("dropped");
        assertThat(events(key, EventType.STATE))
                .filteredOn(event -> event.number("turn") == waited.turn())
                .extracting(event -> event.text("ended"))
                .containsExactly("dropped");
    }

    @Test
    void aTurnThatWaitsAndIsCancelledIsOverAtOnceAndNeverBegins() throws Exception {
        var key = made();
        var first = a.sessions.message(key, "hang");
        waitForTurn(key, first.turn());
        var unwanted = a.sessions.message(key, "say no");
        var last = a.sessions.message(key, "say yes");
        a.sessions.cancel(key, unwanted.turn());
        a.sessions.cancel(key, unwanted.turn());
        var told = a.sessions.await(key, unwanted.turn(), Duration.ofSeconds(90)).orElseThrow();
        assertThat(told.ending()).isEqualTo("cancelled");
        assertThat(events(key, EventType.STATE))
                .filteredOn(event -> event.number("turn") == unwanted.turn())
                .extracting(event -> event.text("ended"))
                .containsExactly("cancelled");
        a.sessions.cancel(key, first.turn());
        assertThat(a.sessions.await(key, last.turn(), Duration.ofSeconds(90))).isPresent();
        assertThat(said(key)).isEqualTo("yes\n");
        assertThat(events(key, EventType.STATE))
                .filteredOn(event -> !event.text("ended").isEmpty())
                .extracting(event -> event.number("turn"))
                .containsExactly(unwanted.turn(), first.turn(), last.turn());
    }

    @Test
    void aTurnThatWasCancelledWhileItWaitedStaysSoInOtherHands() throws Exception {
        var key = made();
        var first = a.sessions.message(key, "hang");
        waitForTurn(key, first.turn());
        var unwanted = a.sessions.message(key, "say no");
        var waits = a.sessions.message(key, "say yes");
        a.sessions.cancel(key, unwanted.turn());
        a.sessions.close();
        a.sessions = a.server();
        a.sessions.adopt(key);
        assertThat(a.sessions.await(key, waits.turn(), Duration.ofSeconds(90))).isPresent();
        assertThat(said(key)).isEqualTo("yes\n");
    }

    @Test
    void aTurnThatAnotherServerHasIsNotCancelledInSilence() throws Exception {
        var key = made(Storage.CAS, Mobility.LOCAL);
        var asked = a.sessions.message(key, "hang");
        waitForTurn(key, asked.turn());
        var other = new Machine(folder, B, catalog, Machine.RULES);
        assertThatThrownBy(() -> other.sessions.cancel(key, asked.turn()))
                .isInstanceOf(Failure.class)
                .hasMessageContaining("node a");
        other.sessions.close();
    }

    @Test
    void anEphemeralSessionThatIsOverIsAskedAsOneThatHasNoFiles() throws Exception {
        var key = a.sessions.create(NewSession.of(Samples.TENANT, "chat")).key();
        a.turn(key, "put workspace w.txt one");
        a.sessions.terminate(key);
        assertThat(a.sessions.files().list(key, Volume.WORKSPACE, FilePath.TOP)).isEmpty();
        var asked = a.sessions.sharing("t").query(key, "select path from vfs", QueryLimits.DEFAULT);
        assertThat(asked.rows()).isEmpty();
    }

    @Test
    void whoComesTooLateToEndATurnIsServedAllTheSame() throws Exception {
        var key = a.sessions.create(NewSession.of(Samples.TENANT, "chat")).key();
        var asked = a.sessions.message(key, "hang");
        waitForTurn(key, asked.turn());
        var here = new AtomicInteger();
        var both = new CountDownLatch(2);
        a.runner.of(Samples.TENANT).cancelling =
                () -> {
                    boolean first = here.incrementAndGet() == 1;
                    both.countDown();
                    quietly(() -> both.await());
                    if (first) return;
                    quietly(() -> Waiting.until("it rests", () -> state(key) == CREATED));
                    throw new Failure.Unavailable("its sandbox is gone", "");
                };
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            var one = threads.submit(() -> a.sessions.suspend(key));
            var two = threads.submit(() -> a.sessions.suspend(key));
            assertThat(one.get().state()).isEqualTo(CREATED);
            assertThat(two.get().state()).isEqualTo(CREATED);
        }
    }

    private interface Work {
        void run() throws Exception;
    }

    private static void quietly(Work work) {
        try {
            work.run();
        } catch (Exception failed) {
            throw new IllegalStateException(failed);
        }
    }

    @Test
    void aTurnThatRunsKeepsNobodyWaitingForAPointOfNow() throws Exception {
        var key = made();
        var asked = a.sessions.message(key, "put workspace w.txt half\nhang");
        waitForTurn(key, asked.turn());
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            var patience = Duration.ofMinutes(1);
            try {
                var point = threads.submit(() -> a.sessions.checkpoint(key));
                assertThat(point).succeedsWithin(patience);
                var fork = threads.submit(() -> a.sessions.fork(key, Optional.empty(), "f"));
                assertThat(fork).succeedsWithin(patience);
                var old = Optional.of(point.get().row().id().value());
                var other = threads.submit(() -> a.sessions.fork(key, old, "g"));
                assertThat(other).succeedsWithin(patience);
                var awake = threads.submit(() -> a.sessions.resume(key));
                assertThat(awake).succeedsWithin(patience);
                assertThat(a.sessions.find(key).life().turns().isRunning()).isTrue();
                for (var each : List.of(fork.get(), other.get())) {
                    a.sessions.resume(each.key());
                    assertThat(a.files(each.key())).containsEntry("workspace/w.txt", "half");
                }
            } finally {
                a.sessions.cancel(key, asked.turn());
            }
        }
        assertThat(a.sessions.await(key, asked.turn(), Duration.ofSeconds(90)))
                .hasValueSatisfying(told -> assertThat(told.ending()).isEqualTo("cancelled"));
    }

    @Test
    void aServerThatIsStoppedLeavesWaitingTurnsToTheNext() throws Exception {
        var key = made();
        var asked = a.sessions.message(key, "hang");
        waitForTurn(key, asked.turn());
        var waits = a.sessions.message(key, "say hi");
        a.sessions.close();
        assertThat(state(key)).isEqualTo(RESUMABLE);
        a.sessions = a.server();
        a.sessions.adopt(key);
        var told = a.sessions.await(key, waits.turn(), Duration.ofSeconds(90)).orElseThrow();
        assertThat(told.ending()).isEqualTo("exited");
        assertThat(said(key)).isEqualTo("hi\n");
    }

    @Test
    void aSweepFindsARunnerThatDied() throws Exception {
        var key = made();
        a.turn(key, "put workspace w.txt one");
        Files.writeString(a.tree(a.sessions.find(key)).resolve("workspace/late"), "late");
        a.runner.crash();
        a.sweepTo(key, RESUMABLE);
        assertThat(events(key, EventType.STATE).getLast().text("why")).contains("runner died");
        a.sessions.resume(key);
        assertThat(a.files(key)).containsKey("workspace/late");
    }

    @Test
    void aSweepTakesOverWhatADeadServerOfItsNodeLeft() throws Exception {
        var key = made();
        a.turn(key, "put workspace w.txt one");
        var next = new Machine(folder, A, catalog, Machine.RULES);
        next.declareDead(key);
        next.sweepTo(key, RESUMABLE);
        assertThat(catalog.leases().current(key)).isEmpty();
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
}
