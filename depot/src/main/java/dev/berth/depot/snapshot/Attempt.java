package dev.berth.depot.snapshot;

import dev.berth.depot.checkpoint.Checkpoint;
import dev.berth.depot.checkpoint.VolumeTree;
import dev.berth.depot.pack.PackId;
import dev.berth.depot.statcache.Stamp;
import dev.berth.depot.tree.ChunkList;
import dev.berth.depot.tree.Meta;
import dev.berth.disk.Volume;
import dev.berth.failure.Failure;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// A tree that is stored, before there is a checkpoint of it: what was found, what it relies on,
/// and what it cost. `same` tells that what this machine remembers is right as it is.
record Attempt(
        Map<Volume, ScannedFolder> trees,
        ChunkList transcript,
        Findings findings,
        Set<PackId> relied,
        Mark mark,
        Recall recall,
        boolean same,
        Optional<Stamp> stamp,
        long read,
        long newBytes,
        long storedBytes)
        implements AutoCloseable {

    List<VolumeTree> volumes() throws Failure {
        var volumes = new ArrayList<VolumeTree>();
        for (var volume : trees.entrySet()) {
            var tree = volume.getValue();
            volumes.add(tree.built().of(volume.getKey(), Meta.of(tree.stat)));
        }
        return volumes;
    }

    /// Whether a checkpoint holds exactly these trees, however it is sealed.
    boolean holdsSame(Checkpoint checkpoint) throws Failure {
        var now = volumes();
        if (now.size() != checkpoint.trees().size()) return false;
        for (var tree : now) {
            var before = checkpoint.tree(tree.volume());
            if (before.isEmpty()
                    || !before.get().digest().equals(tree.digest())
                    || !before.get().meta().equals(tree.meta())) {
                return false;
            }
        }
        return true;
    }

    /// Whether a memory was believed without looking its chunks up.
    boolean trusted() {
        return recall.isTrusted();
    }

    @Override
    public void close() {
        recall.close();
    }

    Outcome outcome(Checkpoint checkpoint) {
        return new Outcome(
                checkpoint,
                read,
                newBytes,
                storedBytes,
                findings.hardLinks(),
                findings.skipped(),
                findings.unsettled());
    }
}
