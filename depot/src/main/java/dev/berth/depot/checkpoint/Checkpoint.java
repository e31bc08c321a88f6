package dev.berth.depot.checkpoint;

import dev.berth.depot.key.DomainName;
import dev.berth.depot.tree.ChunkList;
import dev.berth.disk.Layout;
import dev.berth.disk.SessionId;
import dev.berth.disk.Volume;
import dev.berth.durable.json.Json;

import java.time.Instant;
import java.util.List;
import java.util.Optional;

/// One immutable point of a session: its trees, its transcript up to an event, and the session's
/// own facts, from which a catalog can be rebuilt.
///
/// `layout` tells whether the source was a disk or a plain folder, which comes back as that folder.
/// `transcript` is empty where nobody gave one. `facts` are the session's, as it handed them in.
/// `via` names the pending checkpoint by which a copy brought this one from another depot: where
/// that one was given up, this one is void. One that was made here was pending under its own id.
public record Checkpoint(
        CheckpointId id,
        SessionId session,
        DomainName domain,
        Optional<CheckpointId> parent,
        Instant created,
        Layout layout,
        List<VolumeTree> trees,
        ChunkList transcript,
        long skipped,
        long unsettled,
        Json.Obj facts,
        Optional<CheckpointId> via) {

    public Checkpoint {
        trees = List.copyOf(trees);
    }

    /// One that is made here.
    public Checkpoint(
            CheckpointId id,
            SessionId session,
            DomainName domain,
            Optional<CheckpointId> parent,
            Instant created,
            Layout layout,
            List<VolumeTree> trees,
            ChunkList transcript,
            long skipped,
            long unsettled,
            Json.Obj facts) {
        this(
                id,
                session,
                domain,
                parent,
                created,
                layout,
                trees,
                transcript,
                skipped,
                unsettled,
                facts,
                Optional.empty());
    }

    /// The same point of the same session, as its trees and its transcript lie in another domain.
    public Checkpoint in(DomainName other, List<VolumeTree> trees, ChunkList transcript) {
        return new Checkpoint(
                id,
                session,
                other,
                parent,
                created,
                layout,
                trees,
                transcript,
                skipped,
                unsettled,
                facts);
    }

    /// The same, on its way under a name of its own.
    public Checkpoint pendingAs(CheckpointId attempt) {
        return new Checkpoint(
                attempt,
                session,
                domain,
                parent,
                created,
                layout,
                trees,
                transcript,
                skipped,
                unsettled,
                facts);
    }

    /// The same, brought by way of the pending checkpoint `attempt`.
    public Checkpoint via(CheckpointId attempt) {
        return new Checkpoint(
                id,
                session,
                domain,
                parent,
                created,
                layout,
                trees,
                transcript,
                skipped,
                unsettled,
                facts,
                Optional.of(attempt));
    }

    /// The tree of a volume; empty when there was none.
    public Optional<VolumeTree> tree(Volume volume) {
        return trees.stream().filter(tree -> tree.volume() == volume).findFirst();
    }

    public long files() {
        return trees.stream().mapToLong(VolumeTree::files).sum();
    }

    public long bytes() {
        return trees.stream().mapToLong(VolumeTree::bytes).sum();
    }
}
