package dev.berth.depot.snapshot;

import dev.berth.depot.work.Way;
import dev.berth.durable.FileStat;
import dev.berth.durable.Folder.Listed;
import dev.berth.durable.Name;

import java.util.List;

/// A folder as the walk saw it: its entries by name, and what became of each. Filled by one thread
/// at a time: the walker first, then whoever reads its files.
final class ScannedFolder {
    final Way way;
    final FileStat stat;
    private List<Listed> entries = List.of();
    private Item[] items = {};
    private boolean lost;

    ScannedFolder(Way way, FileStat stat) {
        this.way = way;
        this.stat = stat;
    }

    ScannedFolder below(Name child, FileStat facts) {
        return new ScannedFolder(way.below(child), facts);
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

    /// For people.
    String path(Name entry) {
        return way.path(entry);
    }
}
