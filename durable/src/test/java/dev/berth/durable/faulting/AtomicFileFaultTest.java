package dev.berth.durable.faulting;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.berth.durable.Errno;
import dev.berth.durable.FileFault;
import dev.berth.durable.Folder;
import dev.berth.durable.Name;
import dev.berth.durable.SystemFiles;
import dev.berth.durable.faulting.FaultMatrix.Outcome;
import dev.berth.durable.faulting.FaultMatrix.World;
import dev.berth.durable.modelled.CrashExplorer;
import dev.berth.durable.modelled.ModelledFiles;
import dev.berth.durable.modelled.Tearing;
import dev.berth.failure.Failure;

import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;

/// Every fault at every call of every operation: told by a typed failure, the old file as it was,
/// no temporary and no open handle left.
class AtomicFileFaultTest {
    private static final Path ROOT = Path.of("/");
    // Seven faults, once and from then on, at no fewer than one call.
    private static final int FEWEST_CASES = 12;

    @ParameterizedTest
    @EnumSource
    void onTheModelledDisk(FileScenario scenario) {
        var files = new AtomicReference<>(new ModelledFiles());
        var matrix =
                new FaultMatrix(
                        () -> {
                            files.set(new ModelledFiles());
                            return new World(files.get(), ROOT, files.get()::openHandles);
                        });
        int met = matrix.run(new ThenPowerLoss(scenario, files));
        assertThat(met).isGreaterThanOrEqualTo(FEWEST_CASES);
        System.out.printf("%s: %d faults met%n", scenario, met);
    }

    @ParameterizedTest
    @EnumSource
    @EnabledOnOs(OS.LINUX)
    void onThisSystem(FileScenario scenario, @TempDir Path place) {
        var matrix =
                new FaultMatrix(
                        () -> {
                            Path root = Files.createTempDirectory(place, "world");
                            return new World(SystemFiles.here(), root, () -> openBelow(root));
                        },
                        // Which error it is makes no difference to files that never see it.
                        List.of(new Fault.Fails(Errno.EIO), new Fault.ShortWrite()));
        assertThat(matrix.run(scenario)).isPositive();
    }

    /// After the fault the power goes as well.
    private record ThenPowerLoss(FileScenario scenario, AtomicReference<ModelledFiles> files)
            implements FaultMatrix.Scenario {
        @Override
        public void prepare(Folder root) throws Failure {
            scenario.prepare(root);
        }

        @Override
        public void run(Folder root) throws Failure {
            scenario.run(root);
        }

        @Override
        public void check(Folder root, Outcome outcome) throws Failure, FileFault {
            scenario.check(root, outcome);
            new CrashExplorer(files.get(), Tearing.SECTOR, this::checkSurvivor).crash("the fault");
        }

        private void checkSurvivor(ModelledFiles survivor) throws Failure, FileFault {
            try (var root = survivor.open(ROOT)) {
                assertThat(scenario.mayHold(FileScenario.readOld(root))).isTrue();
            }
        }
    }

    @Nested
    class TheMatrixItself {
        @Test
        void findsAHandleThatStaysOpen() {
            assertThatThrownBy(() -> run(TheMatrixItself::leak))
                    .isInstanceOf(AssertionError.class)
                    .hasMessageContaining("1 handles stay open");
        }

        @Test
        void findsAFaultThatIsNotTyped() {
            assertThatThrownBy(() -> run(root -> root.makeFolder(Name.of("x"), 0700)))
                    .isInstanceOf(AssertionError.class)
                    .hasMessageContaining("call 1");
        }

        @Test
        void findsASyncThatIsTriedAgain() {
            assertThatThrownBy(
                            () ->
                                    run(
                                            root -> {
                                                try (var file = root.create(Name.of("x"), 0600)) {
                                                    syncUntilItWorks(file::sync);
                                                } catch (FileFault fault) {
                                                    throw fault.asFailure("x");
                                                }
                                            }))
                    .isInstanceOf(AssertionError.class)
                    .hasMessageContaining("synced again");
        }

        private static void leak(Folder root) throws Failure {
            try {
                root.create(Name.of("x"), 0600);
            } catch (FileFault fault) {
                throw fault.asFailure("x");
            }
        }

        private static void syncUntilItWorks(Interceptor.Action sync) throws FileFault {
            try {
                sync.run();
            } catch (FileFault fault) {
                sync.run();
            }
        }

        private static void run(Body body) {
            FaultMatrix.Scenario scenario =
                    new FaultMatrix.Scenario() {
                        @Override
                        public void prepare(Folder root) {}

                        @Override
                        public void run(Folder root) throws Failure, FileFault {
                            body.run(root);
                        }

                        @Override
                        public void check(Folder root, Outcome outcome) {}
                    };
            new FaultMatrix(
                            () -> {
                                var files = new ModelledFiles();
                                return new World(files, ROOT, files::openHandles);
                            })
                    .run(scenario);
        }

        private interface Body {
            void run(Folder root) throws Failure, FileFault;
        }
    }

    /// Descriptors of this process that are on something below `root`.
    private static int openBelow(Path root) {
        int open = 0;
        try (var descriptors = Files.newDirectoryStream(Path.of("/proc/self/fd"))) {
            for (Path descriptor : descriptors) {
                if (Files.isSymbolicLink(descriptor)
                        && Files.readSymbolicLink(descriptor).startsWith(root)) {
                    open++;
                }
            }
            return open;
        } catch (IOException unreadable) {
            throw new AssertionError(unreadable);
        }
    }
}
