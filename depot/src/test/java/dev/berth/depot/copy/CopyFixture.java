package dev.berth.depot.copy;

import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.depot.blob.BlobStore;
import dev.berth.depot.checkpoint.Checkpoint;
import dev.berth.depot.checkpoint.Checkpoints;
import dev.berth.depot.work.Progress;
import dev.berth.depot.world.HookedBlobs;
import dev.berth.depot.world.Workbench;
import dev.berth.disk.SessionId;
import dev.berth.failure.Failure;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/// Checkpoints of a depot with what they hold, to be found again in another.
final class CopyFixture {
    private final Workbench source;
    private final Map<Checkpoint, Map<String, byte[]>> kept = new LinkedHashMap<>();

    CopyFixture(Workbench source) {
        this.source = source;
    }

    Checkpoint keep(String session, Map<String, byte[]> files, boolean ownKey) throws Failure {
        var checkpoint = source.snapshot(session, files, ownKey);
        var copies = new TreeMap<String, byte[]>();
        files.forEach((path, bytes) -> copies.put(path, bytes.clone()));
        kept.put(checkpoint, copies);
        return checkpoint;
    }

    Checkpoint keep(String session, Map<String, byte[]> files) throws Failure {
        return keep(session, files, false);
    }

    void lose(Checkpoint checkpoint) {
        kept.remove(checkpoint);
    }

    Copied copyTo(Workbench target) throws Failure {
        return copy(source, target, Optional.empty());
    }

    /// The source is only read.
    static Copied copy(Workbench source, Workbench target, Optional<String> session)
            throws Failure {
        return copy(source.in(readOnly(source.store())), target, 2, session);
    }

    static Copied copy(Workbench source, Workbench target, int readers, Optional<String> session)
            throws Failure {
        return source.tenant()
                .copyingTo(target.tenant(), readers)
                .run(session.map(SessionId::new), Progress.NONE);
    }

    static BlobStore readOnly(BlobStore store) {
        return HookedBlobs.of(
                store,
                operation -> {
                    if (operation.matches("put.*|upload|delete|discard|commit|write")) {
                        throw new IllegalStateException(operation + " at the source");
                    }
                });
    }

    /// Everything that was kept is at the target, byte for byte and under its own id.
    void requireAllAt(Workbench target) throws Failure {
        for (var each : kept.entrySet()) requireAt(target, each.getKey(), each.getValue());
    }

    static void requireAt(Workbench target, Checkpoint kept, Map<String, byte[]> files)
            throws Failure {
        var there = target.tenant().checkpoints().read(Checkpoints.entry(kept));
        assertThat(Base.isSame(kept, there)).as("%s is the same", kept.id()).isTrue();
        assertThat(there.layout()).isEqualTo(kept.layout());
        assertThat(there.files()).isEqualTo(kept.files());
        var found = target.restore(there);
        assertThat(found.keySet()).isEqualTo(files.keySet());
        files.forEach((path, bytes) -> assertThat(found.get(path)).as(path).isEqualTo(bytes));
    }
}
