package dev.berth.vault;

import static dev.berth.vault.Temporary.at;
import static dev.berth.vault.Temporary.bytes;

import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.durable.AtomicFile;
import dev.berth.durable.ContentHash;
import dev.berth.durable.FileFault;
import dev.berth.durable.FileLayer;
import dev.berth.durable.FileStat;
import dev.berth.durable.Folder;
import dev.berth.durable.Name;
import dev.berth.durable.faulting.Call;
import dev.berth.durable.faulting.Call.Kind;
import dev.berth.durable.faulting.FaultMatrix;
import dev.berth.durable.faulting.FaultMatrix.Outcome;
import dev.berth.durable.faulting.FaultMatrix.Scenario;
import dev.berth.durable.modelled.ModelledFiles;
import dev.berth.failure.Failure;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

@DisplayName("Every fault at every call")
class VaultFaultTest {
    private static final VaultPath PLAN = at("PLAN.md");

    @ParameterizedTest
    @EnumSource
    void leavesTheOldFileOrTheNewOneAndIsTold(Operation operation) {
        int met =
                new FaultMatrix(
                                () -> {
                                    var files = new ModelledFiles();
                                    return new FaultMatrix.World(
                                            files, Path.of("/"), files::openHandles);
                                })
                        .run(new Doing(operation));
        assertThat(met).isGreaterThan(operation == Operation.CAPTURE ? 120 : 400);
    }

    enum Operation {
        WRITE,
        WRITE_IF_AS_EXPECTED,
        UPDATE,
        CAPTURE;

        void run(Vault vault) throws Failure {
            switch (this) {
                case WRITE -> vault.write(PLAN, bytes("new"), new Expectation.Anything()).orThrow();
                case WRITE_IF_AS_EXPECTED ->
                        vault.write(
                                        PLAN,
                                        bytes("new"),
                                        new Expectation.Content(ContentHash.of(bytes("old"))))
                                .orThrow();
                case UPDATE -> vault.update(PLAN, _ -> bytes("new"));
                case CAPTURE -> vault.capture(new Slug("note"), bytes("new"));
            }
        }

        /// Puts the new file where readers see it.
        boolean publishes(Call call) {
            return switch (this) {
                case WRITE, WRITE_IF_AS_EXPECTED, UPDATE ->
                        call.kind() == Kind.RENAME && call.subject().endsWith(" to PLAN.md");
                case CAPTURE ->
                        call.kind() == Kind.RENAME_NEW && call.subject().endsWith("-note.md");
            };
        }
    }

    private record Doing(Operation operation) implements Scenario {
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
                operation.run(vault);
            }
        }

        @Override
        public void check(Folder root, Outcome outcome) throws Failure, FileFault {
            int published = outcome.done(0, operation::publishes);
            boolean isPublished = published < outcome.calls();
            if (outcome.failure().isEmpty()) {
                assertThat(isPublished).isTrue();
                assertThat(mustBeTold(outcome, published)).as("told to nobody").isEmpty();
            } else {
                assertThat(outcome.failed()).isNotEmpty();
            }
            boolean replaced = isPublished && operation != Operation.CAPTURE;
            try (var folder = root.folder(Name.of("vault"))) {
                assertThat(AtomicFile.read(folder, PLAN.name(), 100))
                        .isEqualTo(bytes(replaced ? "new" : "old"));
                boolean removalFailed = outcome.struck().stream().anyMatch(Doing::removes);
                if (!removalFailed) assertThat(temporaries(folder)).isEmpty();
            }
            try (var vault = Modelled.open(new Below(root))) {
                vault.write(PLAN, bytes("next"), new Expectation.Anything()).orThrow();
            }
            try (var folder = root.folder(Name.of("vault"));
                    var lock = lockFolder(root)) {
                // A capture's own is swept by a later capture, when it is old enough.
                if (operation != Operation.CAPTURE) {
                    assertThat(temporaries(folder)).as("leftovers").isEmpty();
                }
                assertThat(LocksFolder.vaultOf(lock)).as("the label").contains("/vault");
            }
        }

        /// All that failed, but for two kinds of calls which only tidy: releasing the lock, after
        /// the file is durable (closing has no failure to give, and the next one finds a lock that
        /// is nobody's), and looking for what killed captures left, before a capture (the next one
        /// looks again).
        private List<Call> mustBeTold(Outcome outcome, int published) {
            int durable = outcome.done(published, call -> call.kind() == Kind.SYNC_FOLDER);
            var told = new ArrayList<>(outcome.failed(0, durable));
            if (operation == Operation.CAPTURE) told.removeIf(call -> call.kind() == Kind.LIST);
            return told;
        }

        private static boolean removes(Call call) {
            return call.kind() == Kind.UNLINK && AtomicFile.isTemporary(Name.of(call.subject()));
        }

        private static List<Name> temporaries(Folder vault) throws FileFault {
            var found = new ArrayList<Name>();
            for (var entry : vault.list()) {
                if (AtomicFile.isTemporary(entry.name())) found.add(entry.name());
                if (entry.kind() != FileStat.Kind.FOLDER) continue;
                try (var inner = vault.folder(entry.name())) {
                    found.addAll(temporaries(inner));
                }
            }
            return found;
        }

        private static Folder lockFolder(Folder root) throws FileFault {
            var path = LocksFolder.in(new Below(root), Path.of("/cache")).path();
            return new Below(root)
                    .open(path.resolve(LocksFolder.nameOf(Path.of("/vault")).toString()));
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
