package dev.berth.durable.lock;

import static dev.berth.durable.lock.Party.NO_TIME;

import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.durable.AtomicFile;
import dev.berth.durable.FileFault;
import dev.berth.durable.Folder;
import dev.berth.durable.Staged;
import dev.berth.durable.modelled.ModelledFiles;
import dev.berth.failure.Failure;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Optional;

/// One process is stopped before each of its calls in turn, and another one acts meanwhile.
@DisplayName("Stopped at any call")
class InterleavedLockTest {
    private static final Duration LONG = Duration.ofSeconds(3);

    /// Two processes and what one does in the middle of the other.
    private static final class Stage {
        final ModelledFiles files = new ModelledFiles();
        final FakeClock clock = new FakeClock();
        final FakeProcesses machine = FakeProcesses.machine();
        final FakeProcesses another = machine.process(200, "6000");
        final FakeProcesses third = machine.process(300, "6500");
        final Party holder = new Party(files, another, new FakePace(), clock);
        final Party taker = new Party(files, machine, new FakePace(), clock);
        final Party rival = new Party(files, third, taker.pace(), clock);
        final Folder root;
        final Folder holders;
        final Folder takers;
        final Folder rivals;
        boolean reached;

        Stage() throws FileFault, Failure {
            root = files.open(Path.of("/"));
            holders = holder.open("/");
            takers = taker.open("/");
            rivals = rival.open("/");
            Party.write(root, Party.VALUE, "0");
        }

        /// Before the `nth` call of `party` from now on, once.
        void before(Party party, int nth, Meanwhile meanwhile) {
            int due = party.calls().size() + nth;
            reached = false;
            party.beforeCalls(
                    _ -> {
                        if (reached || party.calls().size() != due) return;
                        reached = true;
                        try {
                            meanwhile.run();
                        } catch (Failure failure) {
                            throw new IllegalStateException(failure);
                        }
                    });
        }
    }

    private interface Meanwhile {
        void run() throws FileFault, Failure;
    }

    @ParameterizedTest
    @EnumSource
    void aHolderPublishesNothingOnceItWasTakenOver(Both rule) throws Exception {
        int refused = 0;
        for (int nth = 1; ; nth++) {
            var stage = new Stage();
            var held = rule.lock(stage.holder, stage.holders).acquire(NO_TIME);
            stage.before(
                    stage.holder,
                    nth,
                    () -> {
                        stage.machine.kill(stage.another);
                        try (var took = rule.lock(stage.taker, stage.takers).acquire(LONG)) {
                            Party.put(took, stage.takers, Party.value(stage.takers) + "T");
                        }
                    });
            boolean published = true;
            try {
                Party.put(held, stage.holders, "A");
            } catch (Failure.StaleWriter stale) {
                published = false;
                refused++;
            }
            held.close();
            // Published before the taker looked, or not at all.
            String expected = published ? (stage.reached ? "AT" : "A") : "0T";
            assertThat(Party.value(stage.root))
                    .as("stopped before call %d", nth)
                    .isEqualTo(expected);
            assertThat(Party.left(stage.root))
                    .as("stopped before call %d", nth)
                    .containsExactly(Party.VALUE);
            if (!stage.reached) break;
        }
        assertThat(refused).isGreaterThan(5);
    }

    @ParameterizedTest
    @EnumSource
    void aHolderThatLostItNeverRemovesItsSuccessorsLock(Both rule) throws Exception {
        int stopped = 0;
        for (int nth = 1; ; nth++) {
            var stage = new Stage();
            var held = rule.lock(stage.holder, stage.holders).acquire(NO_TIME);
            Party.put(held, stage.holders, "A");
            var taken = new Held[1];
            stage.before(
                    stage.holder,
                    nth,
                    () -> {
                        stage.machine.kill(stage.another);
                        taken[0] = rule.lock(stage.taker, stage.takers).acquire(LONG);
                    });
            held.close();
            if (!stage.reached) break;
            stopped++;
            taken[0].check();
            Party.put(taken[0], stage.takers, "T");
            assertThat(rule.lock(stage.rival, stage.rivals).inspect())
                    .as("stopped before call %d", nth)
                    .isPresent();
            assertThat(Party.value(stage.root)).isEqualTo("T");
            taken[0].close();
            assertThat(Party.left(stage.root))
                    .as("stopped before call %d", nth)
                    .containsExactly(Party.VALUE);
        }
        // Owner file, note and folder; or the folder looked at, moved, looked at and removed, and
        // the badge looked at and removed.
        assertThat(stopped)
                .as("calls of a release")
                .isGreaterThanOrEqualTo(rule == Both.OWNER ? 3 : 5);
    }

    @ParameterizedTest
    @EnumSource
    void ofTwoTakersOneHolds(Both rule) throws Exception {
        int overtaken = 0;
        int neither = 0;
        for (int nth = 1; ; nth++) {
            var stage = new Stage();
            rule.lock(stage.holder, stage.holders).acquire(NO_TIME);
            stage.machine.kill(stage.another);
            var rivals = new ArrayList<Held>();
            stage.before(
                    stage.taker,
                    nth,
                    () ->
                            tryFor(rule.lock(stage.rival, stage.rivals), LONG)
                                    .ifPresent(rivals::add));
            var ours = tryFor(rule.lock(stage.taker, stage.takers), Duration.ofSeconds(1));
            String when = "stopped before call " + nth;
            boolean wasOvertaken = !rivals.isEmpty();
            boolean oursPublished = ours.isPresent() && published(ours.get(), stage.takers, "T");
            if (wasOvertaken) {
                overtaken++;
                boolean theirs = published(rivals.getFirst(), stage.rivals, "R");
                assertThat(oursPublished && theirs).as(when + ": both published").isFalse();
                if (!oursPublished && !theirs) neither++;
            } else {
                assertThat(oursPublished).as(when).isTrue();
            }
            ours.ifPresent(Held::close);
            rivals.forEach(Held::close);
            assertThat(Party.left(stage.root)).as(when).containsExactly(Party.VALUE);
            if (!stage.reached) break;
        }
        assertThat(overtaken).isGreaterThan(5);
        // Each may find the other's badge first, when it was stopped between two calls in a row.
        assertThat(neither).isLessThanOrEqualTo(2);
    }

    @ParameterizedTest
    @EnumSource
    void aSlowTakerTakesNoFileFromWhoeverHoldsByThen(Both rule) throws Exception {
        int overtaken = 0;
        for (int nth = 1; ; nth++) {
            var stage = new Stage();
            Left.by(rule, stage.root, stage.another, stage.clock);
            stage.machine.kill(stage.another);
            var rivals = new ArrayList<Held>();
            var theirs = new ArrayList<Staged>();
            stage.before(
                    stage.taker,
                    nth,
                    () -> {
                        tryFor(rule.lock(stage.rival, stage.rivals), LONG).ifPresent(rivals::add);
                        theirs.add(AtomicFile.stage(stage.rivals, Party.VALUE, new byte[1], 0600));
                    });
            tryFor(rule.lock(stage.taker, stage.takers), Duration.ofSeconds(1))
                    .ifPresent(Held::close);
            if (!stage.reached) break;
            if (rivals.isEmpty()) continue;
            overtaken++;
            try {
                rivals.getFirst().publish(theirs.getFirst());
            } catch (Failure.StaleWriter refused) {
                // Told that it lost the lock, and not that its file is gone.
                assertThat(refused).hasMessageContaining("taken over");
            }
            rivals.getFirst().close();
        }
        assertThat(overtaken).isGreaterThan(5);
    }

    private static boolean published(Held held, Folder folder, String value) throws Failure {
        try {
            Party.put(held, folder, value);
            return true;
        } catch (Failure.StaleWriter refused) {
            return false;
        }
    }

    private static Optional<Held> tryFor(DirectoryLock lock, Duration timeout) throws Failure {
        try {
            return Optional.of(lock.acquire(timeout));
        } catch (Failure.Locked locked) {
            return Optional.empty();
        }
    }
}
