package dev.berth.depot.copy;

import dev.berth.depot.checkpoint.Checkpoint;
import dev.berth.depot.checkpoint.VolumeTree;
import dev.berth.depot.tree.ChunkList;
import dev.berth.disk.Volume;

import java.util.Optional;

/// A checkpoint that both depots have, to compare the next one with: what that shares with it, the
/// target has, and by which names the two tell when they are read side by side.
record Base(Checkpoint source, Checkpoint target) {
    /// The same folder, on both sides.
    record Pair(ChunkList source, ChunkList target) {}

    /// Whether both hold the same, whatever they are sealed under.
    static boolean isSame(Checkpoint one, Checkpoint other) {
        if (one.trees().size() != other.trees().size()) return false;
        for (var tree : one.trees()) {
            var its = other.tree(tree.volume());
            if (its.isEmpty() || !isSame(tree, its.get())) return false;
        }
        return one.transcript().bytes() == other.transcript().bytes()
                && one.session().equals(other.session())
                && one.parent().equals(other.parent())
                && one.created().equals(other.created())
                && one.facts().equals(other.facts());
    }

    private static boolean isSame(VolumeTree one, VolumeTree other) {
        return one.digest().equals(other.digest()) && one.meta().equals(other.meta());
    }

    Optional<Pair> tree(Volume volume) {
        var one = source.tree(volume);
        var other = target.tree(volume);
        if (one.isEmpty() || other.isEmpty()) return Optional.empty();
        return Optional.of(new Pair(one.get().node(), other.get().node()));
    }
}
