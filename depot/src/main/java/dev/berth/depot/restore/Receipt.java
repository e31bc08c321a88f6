package dev.berth.depot.restore;

import dev.berth.depot.checkpoint.CheckpointId;
import dev.berth.depot.chunk.ChunkId;
import dev.berth.disk.Volume;

import java.util.List;

/// The proof of a restore: which trees were asked for and which are there now, by their ids, and
/// what was done on the way; links are counted apart from files, and those that were kept not at
/// all. `dropped` are the volumes that a checkpoint never holds.
public record Receipt(
        CheckpointId checkpoint,
        List<Tree> trees,
        long written,
        long writtenLinks,
        long writtenBytes,
        long kept,
        long removed,
        long ownersLeft,
        List<String> leftOut,
        List<String> missing,
        List<String> altered,
        List<Volume> dropped) {

    public Receipt {
        trees = List.copyOf(trees);
        leftOut = List.copyOf(leftOut);
        missing = List.copyOf(missing);
        altered = List.copyOf(altered);
        dropped = List.copyOf(dropped);
    }

    /// One volume: the id that it should have, and the id of what was found after all was written.
    public record Tree(Volume volume, ChunkId expected, ChunkId found) {
        public boolean isWhole() {
            return expected.equals(found);
        }
    }

    public boolean isWhole() {
        return trees.stream().allMatch(Tree::isWhole) && missing.isEmpty() && altered.isEmpty();
    }
}
