package dev.berth.depot.restore;

import dev.berth.depot.checkpoint.Checkpoint;
import dev.berth.depot.checkpoint.CheckpointId;
import dev.berth.depot.chunk.ChunkId;
import dev.berth.disk.Layout;
import dev.berth.disk.Volume;

import java.util.List;
import java.util.Set;

/// The proof of a restore: which trees were asked for and which are there now, by their ids, and
/// what was done on the way; links are counted apart from files, and those that were kept not at
/// all. `leftOut` names what was not for a restore to write to. `differing` are facts that could
/// not be given to what is there, in all else as it should be: owners, by a user who may not, with
/// the set-id bits in the modes of such files, or what a disk in file form has no room for.
/// `dropped` are the volumes that a checkpoint never holds.
public record Receipt(
        CheckpointId checkpoint,
        List<Tree> trees,
        long written,
        long writtenLinks,
        long writtenBytes,
        long kept,
        long removed,
        long ownersLeft,
        Set<Fact> differing,
        List<String> leftOut,
        List<String> missing,
        List<String> altered,
        List<Volume> dropped) {

    public Receipt {
        trees = List.copyOf(trees);
        differing = Set.copyOf(differing);
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

    /// What was there already, to the last fact, and was not touched.
    public static Receipt ofWhatIsThere(Checkpoint checkpoint) {
        var trees =
                checkpoint.trees().stream()
                        .map(tree -> new Tree(tree.volume(), tree.digest(), tree.digest()))
                        .toList();
        return new Receipt(
                checkpoint.id(),
                trees,
                0,
                0,
                0,
                checkpoint.files(),
                0,
                0,
                Set.of(),
                List.of(),
                List.of(),
                List.of(),
                checkpoint.layout() == Layout.DISK
                        ? List.copyOf(Volume.clearedOnResume())
                        : List.of());
    }

    /// Whether everything is there that could be: nothing is missing or was altered. Where
    /// `differing` says so, it may not be quite the tree that was asked for.
    public boolean isWhole() {
        boolean same = trees.stream().allMatch(Tree::isWhole) || !differing.isEmpty();
        return same && missing.isEmpty() && altered.isEmpty();
    }

    /// Whether what is there is what was asked for, to the last fact.
    public boolean isExact() {
        return isWhole() && differing.isEmpty();
    }

    /// The same restore, as it looks from where it went on to.
    Receipt seenFrom(Receipt later) {
        return new Receipt(
                checkpoint,
                later.trees,
                written,
                writtenLinks,
                writtenBytes,
                kept,
                removed,
                ownersLeft,
                later.differing,
                leftOut,
                later.missing,
                later.altered,
                dropped);
    }
}
