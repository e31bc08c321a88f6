package dev.berth.durable.lock;

import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.durable.AtomicFile;
import dev.berth.durable.FileFault;
import dev.berth.durable.Folder;
import dev.berth.durable.faulting.FaultMatrix;
import dev.berth.durable.faulting.FaultMatrix.Outcome;
import dev.berth.durable.faulting.FaultMatrix.Scenario;
import dev.berth.durable.modelled.ModelledFiles;
import dev.berth.failure.Failure;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Random;

/// Whoever still wears the badge of his last hold is stopped, killed or fails at each of the calls
/// of the next one.
@DisplayName("A worn badge, at any call")
class InterleavedWornTest {
    private static final Duration LONG = Duration.ofSeconds(3);

    /// One who wears a badge, and two others.
    private static final class Stage {
        final ModelledFiles files = new ModelledFiles();
        final FakeClock clock = new FakeClock();
        final FakeProcesses machine = FakeProcesses.machine();
        final Party wearer = party(200, new FakePace());
        final Party taker = party(300, new FakePace());
        final Party last = party(400, new FakePace());
        final Folder root;
        final Folder wearers;
        final Folder takers;
        final DirectoryLock worn;

        Stage() throws FileFault, Failure {
            root = files.open(Path.of("/"));
            wearers = wearer.open("/");
            takers = taker.open("/");
            Party.write(root, Party.VALUE, "0");
            worn = Worn.lock(wearer, wearers);
        }

        private Party party(long pid, FakePace pace) {
            return new Party(files, machine.process(pid, "6" + pid), pace, clock);
        }

        /// Adds a letter to the value, under the lock.
        void add(DirectoryLock lock, Folder folder, String letter) throws Failure {
            try (var held = lock.acquire(LONG)) {
                Party.put(held, folder, Party.value(folder) + letter);
            }
        }

        /// The next one gets it, and leaves nothing but the value.
        void end(String when) throws Exception {
            var folder = last.open("/");
            add(last.heartbeat(folder), folder, "Z");
            worn.close();
            assertThat(Party.left(root)).as(when).containsExactly(Party.VALUE);
        }
    }

    private static final class Killed extends RuntimeException {
        private static final long serialVersionUID = 1;
    }

    @Test
    void losesNoUpdateToOneWhoTakesOver() throws Exception {
        int refused = 0;
        for (int nth = 1; ; nth++) {
            var stage = new Stage();
            boolean[] reached = new boolean[1];
            int due = stage.wearer.calls().size() + nth;
            stage.wearer.beforeCalls(
                    _ -> {
                        if (reached[0] || stage.wearer.calls().size() != due) return;
                        reached[0] = true;
                        try {
                            stage.add(stage.taker.heartbeat(stage.takers), stage.takers, "T");
                        } catch (Failure failure) {
                            throw new IllegalStateException(failure);
                        }
                    });
            boolean added = true;
            try {
                stage.add(stage.worn, stage.wearers, "A");
            } catch (Failure.StaleWriter stale) {
                added = false;
                refused++;
            }
            String when = "stopped before call " + nth;
            if (!reached[0]) break;
            if (added) assertThat(Party.value(stage.root)).as(when).isIn("0AT", "0TA");
            else assertThat(Party.value(stage.root)).as(when).isEqualTo("0T");
            stage.end(when);
        }
        assertThat(refused).isGreaterThan(5);
    }

    /// The taker dies at each of its calls, while the wearer is stopped at each of its own.
    @Test
    void losesNoUpdateToOneWhoDiesWhileTakingOver() throws Exception {
        int cases = 0;
        for (int nth = 1; ; nth++) {
            boolean stoppedAtAll = false;
            for (int dying = 1; ; dying++) {
                var stage = new Stage();
                boolean[] stopped = new boolean[1];
                boolean[] died = new boolean[1];
                int due = stage.wearer.calls().size() + nth;
                int death = dying;
                stage.wearer.beforeCalls(
                        _ -> {
                            if (stopped[0] || stage.wearer.calls().size() != due) return;
                            stopped[0] = true;
                            died[0] = takerDies(stage, death);
                        });
                String when =
                        "stopped before %d, the other killed before change %d"
                                .formatted(nth, dying);
                boolean added = true;
                try {
                    stage.add(stage.worn, stage.wearers, "A");
                } catch (Failure.StaleWriter stale) {
                    added = false;
                }
                if (!stopped[0]) break;
                stoppedAtAll = true;
                // The killed one may have got as far as publishing.
                String value = Party.value(stage.root);
                if (added) assertThat(value).as(when).isIn("0A", "0AT", "0TA");
                else assertThat(value).as(when).isIn("0", "0T");
                stage.end(when);
                assertThat(Party.value(stage.root)).as(when).isEqualTo(value + "Z");
                cases++;
                if (!died[0]) break;
            }
            if (!stoppedAtAll) break;
        }
        assertThat(cases).isGreaterThan(200);
    }

    /// Before its nth change of something: where it only looks, it may as well die a look later.
    private static boolean takerDies(Stage stage, int nth) {
        int[] changes = new int[1];
        stage.taker.beforeCalls(
                call -> {
                    if (call.kind().changes() && ++changes[0] >= nth) throw new Killed();
                });
        try {
            stage.add(stage.taker.heartbeat(stage.takers), stage.takers, "T");
            return false;
        } catch (Killed killed) {
            return true;
        } catch (Failure failure) {
            throw new IllegalStateException(failure);
        }
    }

    @Test
    void ofOneWhoIsKilledIsTakenAwayByTheNext() throws Exception {
        int kills = 0;
        for (int nth = 1; ; nth++) {
            var stage = new Stage();
            int due = stage.wearer.calls().size() + nth;
            stage.wearer.beforeCalls(
                    _ -> {
                        if (stage.wearer.calls().size() >= due) throw new Killed();
                    });
            boolean killed = false;
            try {
                stage.add(stage.worn, stage.wearers, "A");
            } catch (Killed end) {
                killed = true;
            }
            if (!killed) break;
            kills++;
            var folder = stage.last.open("/");
            stage.add(stage.last.heartbeat(folder), folder, "Z");
            assertThat(Party.value(stage.root)).as("killed before " + nth).isIn("0Z", "0AZ");
            assertThat(Party.left(stage.root)).containsExactly(Party.VALUE);
        }
        assertThat(kills).isGreaterThan(10);
    }

    @Test
    void isLeftToNobodyByAnyFault() {
        var matrix =
                new FaultMatrix(
                        () -> {
                            var files = new ModelledFiles();
                            return new FaultMatrix.World(files, Path.of("/"), files::openHandles);
                        });
        assertThat(matrix.run(new ManyHolds())).isGreaterThan(1000);
    }

    /// Six holds with a write in each, of which the last two find the badge worn.
    private static final class ManyHolds implements Scenario {
        private static final int HOLDS = 6;

        private final FakeClock clock = new FakeClock();
        private int acknowledged;

        @Override
        public void prepare(Folder root) throws Failure {
            Party.write(root, Party.VALUE, "0");
        }

        private DirectoryLock lock(Folder root, long pid) {
            var process = FakeProcesses.machine().process(pid, "6" + pid);
            var world = new World(process, clock, new FakePace(), new Random(pid));
            return DirectoryLock.keepingHeartbeat(root, Party.LOCK, root, Party.RULE, world);
        }

        @Override
        public void run(Folder root) throws Failure {
            acknowledged = 0;
            try (var lock = lock(root, 200)) {
                for (int hold = 1; hold <= HOLDS; hold++) {
                    try (var held = lock.acquire(LONG)) {
                        Party.put(held, root, Integer.toString(hold));
                        acknowledged = hold;
                    }
                }
            }
        }

        @Override
        public void check(Folder root, Outcome outcome) throws Failure, FileFault {
            int value = Integer.parseInt(Party.value(root));
            assertThat(value).isBetween(acknowledged, acknowledged + 1);
            if (outcome.failure().isEmpty()) assertThat(acknowledged).isEqualTo(HOLDS);
            try (var lock = lock(root, 400);
                    var held = lock.acquire(LONG)) {
                Party.put(held, root, "next");
            }
            assertThat(Party.left(root)).filteredOn(AtomicFile::isTemporary).isEmpty();
            assertThat(Party.left(root)).containsExactly(Party.VALUE);
        }
    }
}
