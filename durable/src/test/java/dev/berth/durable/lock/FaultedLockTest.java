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
import java.util.Random;

@DisplayName("Every fault at every call")
class FaultedLockTest {
    private static final FakeClock CLOCK = new FakeClock();

    @ParameterizedTest
    @EnumSource
    void ofTakingWritingAndReleasing(Both rule) {
        assertThat(new FaultMatrix(FaultedLockTest::world).run(new Writing(rule, false)))
                .isGreaterThan(250);
    }

    @ParameterizedTest
    @EnumSource
    void ofTakingOver(Both rule) {
        assertThat(new FaultMatrix(FaultedLockTest::world).run(new Writing(rule, true)))
                .isGreaterThan(350);
    }

    private static FaultMatrix.World world() {
        var files = new ModelledFiles();
        return new FaultMatrix.World(files, Path.of("/"), files::openHandles);
    }

    private record Writing(Both rule, boolean takeover) implements Scenario {
        private static DirectoryLock lock(
                Both rule, Folder root, FakeProcesses processes, FakePace pace) {
            var world = new World(processes, CLOCK, pace, new Random());
            return switch (rule) {
                case OWNER -> DirectoryLock.owner(root, Party.LOCK, OwnerRule.USUAL, world);
                case HEARTBEAT ->
                        DirectoryLock.heartbeat(root, Party.LOCK, root, Party.RULE, world);
                case KEEPING_HEARTBEAT ->
                        DirectoryLock.keepingHeartbeat(root, Party.LOCK, root, Party.RULE, world);
            };
        }

        @Override
        public void prepare(Folder root) throws Failure, FileFault {
            Party.write(root, Party.VALUE, "old");
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
                Party.put(held, root, "new");
            }
        }

        @Override
        public void check(Folder root, Outcome outcome) throws Failure, FileFault {
            var told = new Told(rule, outcome);
            told.check();
            assertThat(Party.value(root)).isEqualTo(told.isPublished() ? "new" : "old");
            if (!outcome.struck().stream().anyMatch(Writing::removesTemporary)) {
                assertThat(root.list())
                        .extracting(Folder.Entry::name)
                        .noneMatch(name -> AtomicFile.isTemporary(name) && !Left.isTheirs(name));
            }
            // Whatever went wrong: the next one gets it, and cleans up.
            var later = FakeProcesses.machine();
            later.now(100, new Presence.Gone());
            try (var lock = lock(rule, root, later.process(400, "8000"), new FakePace());
                    var held = lock.acquire(Duration.ofSeconds(5))) {
                Party.put(held, root, "next");
            }
            assertThat(Party.left(root)).containsExactly(Party.VALUE);
        }

        private static boolean removesTemporary(Call call) {
            return call.kind() == Kind.UNLINK && AtomicFile.isTemporary(Name.of(call.subject()));
        }
    }
}
