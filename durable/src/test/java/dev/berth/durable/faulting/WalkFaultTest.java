package dev.berth.durable.faulting;

import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.durable.FileFault;
import dev.berth.durable.Folder;
import dev.berth.durable.Found;
import dev.berth.durable.Name;
import dev.berth.durable.Walk;
import dev.berth.durable.faulting.FaultMatrix.Outcome;
import dev.berth.durable.faulting.FaultMatrix.World;
import dev.berth.durable.modelled.ModelledFiles;
import dev.berth.failure.Failure;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.nio.file.Path;

/// In a tree so deep that a walk has to close folders, and open them again on its way back.
@DisplayName("Every fault at every call of a walk")
class WalkFaultTest {
    private static final int DEPTH = Walk.OPEN_AT_ONCE + 3;
    private static final Name DOWN = Name.of("down");
    private static final Name FILE = Name.of("file");

    @ParameterizedTest(name = "that stops at it: {0}")
    @ValueSource(booleans = {true, false})
    void isToldAndLeavesNothingOpen(boolean stops) {
        var matrix =
                new FaultMatrix(
                        () -> {
                            var files = new ModelledFiles();
                            return new World(files, Path.of("/"), files::openHandles);
                        });
        assertThat(matrix.run(new Walking(stops))).isGreaterThan(12 * 2 * DEPTH);
    }

    private static final class Walking implements FaultMatrix.Scenario {
        private final boolean stops;
        private int entries;
        private int unreadable;

        Walking(boolean stops) {
            this.stops = stops;
        }

        @Override
        public void prepare(Folder root) throws FileFault {
            make(root, DEPTH);
        }

        // The file comes after the folder, so that there is something left on the way back.
        private static void make(Folder folder, int depth) throws FileFault {
            folder.create(FILE, 0600).close();
            if (depth == 0) return;
            folder.makeFolder(DOWN, 0700);
            try (var below = folder.folder(DOWN)) {
                make(below, depth - 1);
            }
        }

        @Override
        public void run(Folder root) throws Failure {
            entries = 0;
            unreadable = 0;
            try {
                var walked = Walk.below(root, new Looking());
                assertThat(walked.vanished()).isZero();
                assertThat(walked.entries()).isEqualTo(entries);
            } catch (FileFault fault) {
                throw fault.asFailure("the root");
            }
        }

        private final class Looking implements Walk.Visitor<Failure> {
            @Override
            public void entry(Found entry, Folder in) {
                entries++;
            }

            @Override
            public void unreadable(Found folder, FileFault why) throws Failure {
                unreadable++;
                if (stops) throw why.asFailure(folder.toString());
            }
        }

        @Override
        public void check(Folder root, Outcome outcome) throws FileFault {
            boolean told = outcome.failure().isPresent() || unreadable > 0;
            assertThat(told).isEqualTo(!outcome.failed().isEmpty());
            if (!told) assertThat(entries).isEqualTo(DEPTH + 1);
            // Nobody goes on where he was told to stop, nor where the root itself is lost.
            if (stops && told) assertThat(outcome.struck()).hasSize(1);
            assertThat(depth(root)).isEqualTo(DEPTH);
        }

        private static int depth(Folder folder) throws FileFault {
            if (folder.stat(DOWN).isEmpty()) return 0;
            try (var below = folder.folder(DOWN)) {
                return 1 + depth(below);
            }
        }
    }
}
