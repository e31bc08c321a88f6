package dev.berth.durable.faulting;

import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.durable.AtomicFile;
import dev.berth.durable.ContentHash;
import dev.berth.durable.FileFault;
import dev.berth.durable.Folder;
import dev.berth.durable.Name;
import dev.berth.durable.OpenFile;
import dev.berth.durable.faulting.Call.Kind;
import dev.berth.failure.Failure;

import java.lang.foreign.MemorySegment;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/// Every public operation of [AtomicFile] on one file that is there and one that is not.
enum FileScenario implements FaultMatrix.Scenario {
    WRITE_OVER,
    WRITE_NEW,
    CREATE,
    REMOVE,
    READ,
    READ_IF_THERE,
    STAGE_AND_PUBLISH,
    STAGE_AND_DISCARD,
    STAGE_PIECES_AND_PUBLISH,
    STAGE_PIECES_THAT_END_EARLY,
    HASH,
    SWEEP,
    SWEEP_OF_ONE_NAME,
    FOLDERS,
    FOLDERS_THAT_ARE_THERE;

    private static final Name OLD = Name.of("old");
    private static final Name NEW = Name.of("new");
    private static final Name OTHER = Name.of("other");
    private static final Name OUTER = Name.of("outer");
    private static final Name INNER = Name.of("inner");
    private static final String BEFORE = "before ".repeat(100);
    private static final String AFTER = "after ".repeat(200);

    @Override
    public void prepare(Folder root) throws Failure {
        AtomicFile.write(root, OLD, bytes(BEFORE));
        if (this == SWEEP || this == SWEEP_OF_ONE_NAME) {
            AtomicFile.stage(root, OLD, bytes(AFTER), 0600);
        }
        if (this == SWEEP_OF_ONE_NAME) AtomicFile.stage(root, OTHER, bytes(AFTER), 0600);
        if (this == FOLDERS_THAT_ARE_THERE) AtomicFile.folders(root, 0700, OUTER, INNER).close();
    }

    @Override
    public void run(Folder root) throws Failure {
        switch (this) {
            case WRITE_OVER -> AtomicFile.write(root, OLD, bytes(AFTER));
            case WRITE_NEW -> AtomicFile.write(root, NEW, bytes(AFTER));
            case CREATE -> AtomicFile.create(root, NEW, bytes(AFTER), 0600);
            case REMOVE -> AtomicFile.remove(root, OLD);
            case READ -> assertThat(AtomicFile.read(root, OLD, 1 << 20)).isEqualTo(bytes(BEFORE));
            case READ_IF_THERE ->
                    assertThat(AtomicFile.readIfThere(root, OLD, 1 << 20)).hasValue(bytes(BEFORE));
            case STAGE_AND_PUBLISH -> AtomicFile.stage(root, OLD, bytes(AFTER), 0600).publish();
            case STAGE_AND_DISCARD -> AtomicFile.stage(root, OLD, bytes(AFTER), 0600).discard();
            case STAGE_PIECES_AND_PUBLISH ->
                    AtomicFile.stage(root, OLD, 0600, FileScenario::writePieces).publish();
            case STAGE_PIECES_THAT_END_EARLY ->
                    AtomicFile.stage(
                            root,
                            OLD,
                            0600,
                            file -> {
                                writePieces(file);
                                throw new Failure.Unavailable("no more", "try again");
                            });
            case HASH -> assertThat(hash(root)).isEqualTo(ContentHash.of(bytes(BEFORE)));
            case SWEEP -> assertThat(AtomicFile.sweepTemporaries(root)).isEqualTo(1);
            case SWEEP_OF_ONE_NAME ->
                    assertThat(AtomicFile.sweepTemporaries(root, OLD)).isEqualTo(1);
            case FOLDERS, FOLDERS_THAT_ARE_THERE ->
                    AtomicFile.folders(root, 0700, OUTER, INNER).close();
        }
    }

    @Override
    public void check(Folder root, FaultMatrix.Outcome outcome) throws FileFault, Failure {
        boolean failed = outcome.failure().isPresent();
        // Half a write is gone on with; any other fault is told.
        boolean mustFail = !outcome.failed().isEmpty() || this == STAGE_PIECES_THAT_END_EARLY;
        assertThat(failed).isEqualTo(mustFail);
        boolean visible =
                !failed
                        || (!outcome.struck().isEmpty()
                                && outcome.struck().getFirst().kind() == Kind.SYNC_FOLDER);
        if (visible && failed && changesNames()) {
            assertThat(outcome.failure().orElseThrow().what()).contains("power loss");
        }
        assertThat(read(root, OLD)).isEqualTo(oldFile(visible));
        assertThat(read(root, NEW)).isEqualTo(newFile(visible));
        var temporaries =
                root.list().stream().filter(e -> AtomicFile.isTemporary(e.name())).toList();
        switch (this) {
            case SWEEP -> assertThat(temporaries).hasSize(failed ? 1 : 0);
            case SWEEP_OF_ONE_NAME -> assertThat(temporaries).hasSize(failed ? 2 : 1);
            default -> {
                if (!outcome.struck(Kind.UNLINK)) assertThat(temporaries).isEmpty();
            }
        }
        if (this == FOLDERS && !failed) assertThat(root.stat(OUTER)).isPresent();
    }

    /// What may be read of the old file after a power loss, whatever the operation came to.
    boolean mayHold(Optional<String> text) {
        return text.equals(oldFile(false)) || text.equals(oldFile(true));
    }

    static Optional<String> read(Folder root, Name name) throws Failure {
        return AtomicFile.readIfThere(root, name, 1 << 20)
                .map(bytes -> new String(bytes, StandardCharsets.US_ASCII));
    }

    static Optional<String> readOld(Folder root) throws Failure {
        return read(root, OLD);
    }

    private boolean changesNames() {
        return switch (this) {
            case WRITE_OVER,
                    WRITE_NEW,
                    CREATE,
                    REMOVE,
                    STAGE_AND_PUBLISH,
                    STAGE_PIECES_AND_PUBLISH ->
                    true;
            case READ,
                    READ_IF_THERE,
                    STAGE_AND_DISCARD,
                    STAGE_PIECES_THAT_END_EARLY,
                    HASH,
                    SWEEP,
                    SWEEP_OF_ONE_NAME,
                    FOLDERS,
                    FOLDERS_THAT_ARE_THERE ->
                    false;
        };
    }

    private Optional<String> oldFile(boolean done) {
        if (!done) return Optional.of(BEFORE);
        return switch (this) {
            case WRITE_OVER, STAGE_AND_PUBLISH, STAGE_PIECES_AND_PUBLISH -> Optional.of(AFTER);
            case REMOVE -> Optional.empty();
            case WRITE_NEW,
                    CREATE,
                    READ,
                    READ_IF_THERE,
                    STAGE_AND_DISCARD,
                    STAGE_PIECES_THAT_END_EARLY,
                    HASH,
                    SWEEP,
                    SWEEP_OF_ONE_NAME,
                    FOLDERS,
                    FOLDERS_THAT_ARE_THERE ->
                    Optional.of(BEFORE);
        };
    }

    private Optional<String> newFile(boolean done) {
        boolean makesIt = this == WRITE_NEW || this == CREATE;
        return done && makesIt ? Optional.of(AFTER) : Optional.empty();
    }

    private static void writePieces(OpenFile file) throws FileFault {
        byte[] all = bytes(AFTER);
        int half = all.length / 2;
        var segment = MemorySegment.ofArray(all);
        file.writeFully(segment.asSlice(half), half);
        file.writeFully(segment.asSlice(0, half), 0);
    }

    private static ContentHash hash(Folder root) throws Failure {
        try (var file = root.read(OLD)) {
            return ContentHash.of(file);
        } catch (FileFault fault) {
            throw fault.asFailure(OLD.toString());
        }
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }
}
