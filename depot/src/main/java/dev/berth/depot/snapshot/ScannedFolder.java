package dev.berth.depot.snapshot;

import dev.berth.depot.statcache.Level;
import dev.berth.depot.work.Way;
import dev.berth.durable.FileStat;
import dev.berth.durable.Folder.Listed;
import dev.berth.durable.Name;
import dev.berth.failure.Failure;

import org.jspecify.annotations.Nullable;

import java.util.List;
import java.util.Optional;

/// A folder as the walk saw it: its entries by name, and what became of each. Filled by one thread
/// at a time: the walker first, then whoever reads its files, then the builder.
final class ScannedFolder {
    final Way way;
    final FileStat stat;
    final Remembered remembered;
    private List<Listed> entries = List.of();
    private Item[] items = {};
    private boolean lost;
    private @Nullable Subtree built;

    /// What this machine remembers of a folder: itself, as an entry of the folder above, and what
    /// is in it.
    record Remembered(@Nullable Level above, int entry, @Nullable Level level) {
        static final Remembered NOTHING = new Remembered(null, Level.UNKNOWN, null);

        static Remembered of(@Nullable Level above, int entry) {
            if (above == null || entry == Level.UNKNOWN) return NOTHING;
            return new Remembered(above, entry, above.folder(entry).orElse(null));
        }

        Optional<Subtree> tree() throws Failure {
            return above == null
                    ? Optional.empty()
                    : Optional.of(Meaning.folder(above.meaning(entry)));
        }
    }

    ScannedFolder(Way way, FileStat stat, Remembered remembered) {
        this.way = way;
        this.stat = stat;
        this.remembered = remembered;
    }

    void filled(List<Listed> sorted, Item[] found) {
        entries = sorted;
        items = found;
    }

    /// It could not be read, or is not there any more.
    void lose() {
        lost = true;
    }

    boolean isLost() {
        return lost;
    }

    int count() {
        return items.length;
    }

    Listed entry(int index) {
        return entries.get(index);
    }

    Item item(int index) {
        return items[index];
    }

    void set(int index, Item item) {
        items[index] = item;
    }

    /// The bytes that stand for a known entry.
    byte[] meaning(Item.Known known) {
        if (remembered.level == null) throw new IllegalStateException("known from nowhere");
        return remembered.level.meaning(known.entry());
    }

    void built(Subtree tree) {
        built = tree;
    }

    Subtree built() {
        if (built == null) throw new IllegalStateException("not built: " + way);
        return built;
    }

    /// For people.
    String path(Name entry) {
        return way.path(entry);
    }
}
