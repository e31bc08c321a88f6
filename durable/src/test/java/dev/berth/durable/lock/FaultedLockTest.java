package dev.berth.durable.lock;

import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.durable.AtomicFile;
import dev.berth.durable.FileFault;
import dev.berth.durable.Folder;
import dev.berth.durable.Name;
import dev.berth.durable.faulting.Call;
import dev.berth.durable.faulting.Call.Kind;
import dev.berth.durable.faulting.FaultMatrix;
import dev.berth.durable.faulting.FaultMatrix.Outcome;
import dev.berth.durable.faulting.FaultMatrix.Scenario;
import dev.berth.durable.lock.Processes.Presence;
import dev.berth.durable.modelled.ModelledFiles;
import dev.berth.failure.Failure;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

@DisplayName("Every fault at every call")
class FaultedLockTest {
    private static final FakeClock CLOCK = new FakeClock();

    @ParameterizedTest
    @EnumSource
    void ofTakingWritingAndReleasing(Both rule) {
        assertThat(matrix().run(new Writing(rule, Publishing.WRITE, false))).isGreaterThan(250);
    }

    @ParameterizedTest
    @EnumSource
    void ofTakingOver(Both rule) {
        assertThat(matrix().run(new Writing(rule, Publishing.WRITE, true))).isGreaterThan(350);
    }

    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "WRITE")
    void ofEveryOtherWayToPublish(Publishing publishing) {
        for (var rule : Both.values()) {
            assertThat(matrix().run(new Writing(rule, publishing, false)))
                    .as("%s", rule)
                    .isGreaterThan(200);
        }
    }

    @ParameterizedTest
    @EnumSource
    void ofAWriteIsOverWhenItIsTriedAgain(Both rule) {
        var again = new Again(rule);
        matrix().run(again);
        assertThat(again.written).as("writes that the second try brought").isGreaterThan(40);
    }

    @ParameterizedTest
    @EnumSource
    void ofLooking(Both rule) {
        for (boolean watched : List.of(false, true)) {
            for (boolean held : List.of(false, true)) {
                int met = matrix().run(new Looking(rule, watched, held));
                assertThat(met).isGreaterThan(held ? 40 : 5);
            }
        }
    }

    private static FaultMatrix matrix() {
        return new FaultMatrix(
                () -> {
                    var files = new ModelledFiles();
                    return new FaultMatrix.World(files, Path.of("/"), files::openHandles);
                });
    }

    private static DirectoryLock lock(
            Both rule, Folder root, FakeProcesses processes, FakePace pace) {
        var world = new World(processes, CLOCK, pace, new Random());
        return switch (rule) {
            case OWNER -> DirectoryLock.owner(root, Party.LOCK, OwnerRule.USUAL, world);
            case HEARTBEAT -> DirectoryLock.heartbeat(root, Party.LOCK, root, Party.RULE, world);
            case KEEPING_HEARTBEAT ->
                    DirectoryLock.keepingHeartbeat(root, Party.LOCK, root, Party.RULE, world);
        };
    }

    /// One look, or a watch, at a lock that is free or was left by somebody.
    private record Looking(Both rule, boolean watched, boolean held) implements Scenario {
        @Override
        public void prepare(Folder root) throws FileFault {
            if (held) Left.by(rule, root, gone(), CLOCK);
        }

        private static FakeProcesses gone() {
            return FakeProcesses.machine().process(300, "7000");
        }

        @Override
        public void run(Folder root) throws Failure {
            try (var lock = lock(rule, root, FakeProcesses.machine(), new FakePace())) {
                var seen = watched ? lock.watch() : lock.inspect();
                assertThat(seen.isPresent()).isEqualTo(held);
            }
        }

        @Override
        public void check(Folder root, Outcome outcome) throws FileFault {
            var told = new ArrayList<>(outcome.failed());
            // That just this cannot be read is what one may find.
            told.removeIf(
                    call -> Told.looks(call, outcome.fault()) || isBadgeUnreadable(outcome, call));
            if (outcome.failure().isEmpty()) assertThat(told).as("told to nobody").isEmpty();
            else assertThat(outcome.failed()).isNotEmpty();
            // Whoever looks changes nothing.
            assertThat(root.list()).hasSize(!held ? 0 : rule == Both.OWNER ? 2 : 3);
        }

        private static boolean isBadgeUnreadable(Outcome outcome, Call call) {
            return call.subject().startsWith(Party.LOCK + ".held-")
                    && Told.UNREADABLE.contains(outcome.fault());
        }
    }

    /// A write, and if it fails, a second one under the same hold.
    private static final class Again implements Scenario {
        private final Both rule;
        private boolean second;
        private int written;

        Again(Both rule) {
            this.rule = rule;
        }

        @Override
        public void prepare(Folder root) throws Failure {
            Party.write(root, Party.VALUE, "old");
        }

        @Override
        public void run(Folder root) throws Failure {
            second = false;
            try (var lock = lock(rule, root, FakeProcesses.machine(), new FakePace());
                    var held = lock.acquire(Duration.ofSeconds(1))) {
                try {
                    Party.put(held, root, "new");
                } catch (Failure first) {
                    second = true;
                    Party.put(held, root, "new");
                }
            }
        }

        @Override
        public void check(Folder root, Outcome outcome) throws Failure {
            boolean once = outcome.struck().size() == 1;
            if (!second || !once) return;
            assertThat(outcome.failure()).isEmpty();
            assertThat(Party.value(root)).isEqualTo("new");
            written++;
        }
    }

    private record Writing(Both rule, Publishing publishing, boolean takeover) implements Scenario {
        @Override
        public void prepare(Folder root) throws Failure, FileFault {
            publishing.prepare(root);
            if (!takeover) return;
            // Left by a process that is gone, with a file that it never published.
            Left.by(rule, root, FakeProcesses.machine().process(300, "7000"), CLOCK);
        }

        @Override
        public void run(Folder root) throws Failure {
            var pace = new FakePace();
            try (var lock = lock(rule, root, FakeProcesses.machine(), pace);
                    var held = lock.acquire(Duration.ofSeconds(1))) {
                // Stopped for a beat, so that the next check has to beat first.
                pace.sleep(Party.RULE.beat());
                publishing.run(held, root, "new");
            }
        }

        @Override
        public void check(Folder root, Outcome outcome) throws Failure, FileFault {
            var told = new Told(rule, outcome);
            told.check();
            assertThat(publishing.value(root))
                    .isEqualTo(told.isPublished() ? "new" : publishing.before());
            if (outcome.struck().stream().noneMatch(Writing::removesTemporary)) {
                assertThat(publishing.names(root))
                        .noneMatch(name -> AtomicFile.isTemporary(name) && !Left.isTheirs(name));
            } else if (publishing.isStagedUnnoted()) {
                publishing.sweep(root);
            }
            // Whatever went wrong: the next one gets it, and cleans up.
            var later = FakeProcesses.machine();
            later.now(100, new Presence.Gone());
            try (var lock = lock(rule, root, later.process(400, "8000"), new FakePace());
                    var held = lock.acquire(Duration.ofSeconds(5))) {
                Publishing.WRITE.run(held, root, "next");
            }
            assertThat(Party.left(root)).containsExactlyElementsOf(publishing.left());
            assertThat(publishing.names(root)).noneMatch(AtomicFile::isTemporary);
        }

        private static boolean removesTemporary(Call call) {
            return call.kind() == Kind.UNLINK && AtomicFile.isTemporary(Name.of(call.subject()));
        }
    }
}
