package dev.berth.vault;

import static dev.berth.vault.Temporary.at;
import static dev.berth.vault.Temporary.bytes;

import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.durable.AtomicFile;
import dev.berth.durable.FileFault;
import dev.berth.durable.FileLayer;
import dev.berth.durable.Folder;
import dev.berth.durable.Name;
import dev.berth.durable.faulting.Call.Kind;
import dev.berth.durable.faulting.FaultMatrix;
import dev.berth.durable.faulting.FaultMatrix.Outcome;
import dev.berth.durable.faulting.FaultMatrix.Scenario;
import dev.berth.durable.modelled.ModelledFiles;
import dev.berth.failure.Failure;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

import java.nio.file.Path;

@DisplayName("Every fault at every call")
class VaultFaultTest {
    private static final VaultPath PLAN = at("PLAN.md");

    @Test
    void ofAWriteLeavesTheOldFileOrTheNewOne() {
        int met =
                new FaultMatrix(
                                () -> {
                                    var files = new ModelledFiles();
                                    return new FaultMatrix.World(
                                            files, Path.of("/"), files::openHandles);
                                })
                        .run(new Writing());
        assertThat(met).isGreaterThan(400);
    }

    private static final class Writing implements Scenario {
        @Override
        public void prepare(Folder root) throws Failure, FileFault {
            root.makeFolder(Name.of("vault"), 0755);
            root.makeFolder(Name.of("cache"), 0755);
            try (var vault = root.folder(Name.of("vault"))) {
                AtomicFile.write(vault, PLAN.name(), bytes("old"));
            }
        }

        @Override
        public void run(Folder root) throws Failure {
            try (var vault = Modelled.open(new Below(root))) {
                vault.write(PLAN, bytes("new"), new Expectation.Anything()).orThrow();
            }
        }

        @Override
        public void check(Folder root, Outcome outcome) throws Failure, FileFault {
            boolean syncedLate = outcome.struck(Kind.SYNC_FOLDER);
            try (var folder = root.folder(Name.of("vault"))) {
                byte[] now = AtomicFile.read(folder, PLAN.name(), 100);
                if (outcome.failure().isEmpty()) assertThat(now).isEqualTo(bytes("new"));
                else if (!syncedLate) assertThat(now).isEqualTo(bytes("old"));
                if (!outcome.struck(Kind.UNLINK)) assertThat(folder.list()).hasSize(1);
            }
            try (var vault = Modelled.open(new Below(root))) {
                vault.write(PLAN, bytes("next"), new Expectation.Anything()).orThrow();
            }
            try (var folder = root.folder(Name.of("vault"))) {
                assertThat(folder.list()).as("leftovers").hasSize(1);
            }
        }
    }

    /// A file system whose root is a folder that is open already, and stays so.
    private record Below(Folder root) implements FileLayer {
        @Override
        public Folder open(Path path) throws FileFault {
            var first = root.folder(Name.of(path.getName(0).toString()));
            return open(first, path, 1);
        }

        private static Folder open(Folder at, Path path, int next) throws FileFault {
            if (next == path.getNameCount()) return at;
            try (at) {
                return open(at.folder(Name.of(path.getName(next).toString())), path, next + 1);
            }
        }

        @Override
        public Path realPath(Path path) {
            return path;
        }
    }
}
