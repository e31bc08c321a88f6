package dev.berth.depot.snapshot;

import dev.berth.depot.statcache.Level;
import dev.berth.depot.work.Way;
import dev.berth.durable.FileStat;
import dev.berth.durable.Folder.Listed;
import dev.berth.durable.Name;
import dev.berth.failure.Failure;

import org.jspecify.annotations.Nullable;

import java.util.ArrayList;
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
    private final List<Item.Sub> subs = new ArrayList<>();
    private final List<Integer> others = new ArrayList<>();
    private boolean lost;
    private boolean asRemembered;
    private @Nullable Subtree built;

    /// What this machine remembers of a folder: itself, as an entry of the folder above, and what
    /// is in it.
    record Remembered(@Nullable Level above, int entry, @Nullable Level level) {
        static final Remembered NOTHING = new Remembered(null, Level.UNKNOWN, null);

        static Remembered of(@Nullable Level above, int entry) {
            if (above == null || entry == Level.UNKNOWN) return NOTHING;
            return new Remembered(above, entry, above.folder(entry).orElse(null));
        }

        /// The bytes that the folder stands for; empty of one that is not known.
        Optional<byte[]> meaning() {
            return above == null ? Optional.empty() : Optional.of(above.meaning(entry));
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
        for (int i = 0; i < found.length; i++) {
            if (found[i] instanceof Item.Known) continue;
            if (found[i] instanceof Item.Sub sub) subs.add(sub);
            else others.add(i);
        }
    }

    /// The folders in it.
    List<Item.Sub> subs() {
        return subs;
    }

    /// The numbers of the entries that are neither folders nor what they were: mostly none.
    List<Integer> others() {
        return others;
    }

    /// How many entries are what they were.
    int known() {
        return items.length - subs.size() - others.size();
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

    /// Whether its entries are those of `level`, none of them is a folder, and none has changed.
    boolean isAllAs(Level level) {
        return known() == level.count() && known() == items.length;
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

    /// It is what was remembered of it, with all that is below.
    void builtAsRemembered() {
        asRemembered = true;
    }

    Subtree built() throws Failure {
        var tree = built;
        if (tree != null) return tree;
        // Not before somebody asks: of most nobody does.
        tree = Meaning.folder(asBefore());
        built = tree;
        return tree;
    }

    /// The bytes that stand for it, built.
    byte[] meaning() throws Failure {
        return asRemembered ? asBefore() : Meaning.ofFolder(built());
    }

    private byte[] asBefore() {
        if (!asRemembered) throw new IllegalStateException("not built: " + way);
        return remembered.meaning().orElseThrow();
    }

    /// For people.
    String path(Name entry) {
        return way.path(entry);
    }
}
