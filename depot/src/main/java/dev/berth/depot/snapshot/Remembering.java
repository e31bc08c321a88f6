package dev.berth.depot.snapshot;

import dev.berth.depot.statcache.FolderTable;
import dev.berth.depot.statcache.StatCacheWriter;
import dev.berth.disk.Volume;
import dev.berth.failure.Failure;

import java.util.EnumMap;
import java.util.Map;

/// Writes down what a tree looked like when it was taken, for the next time.
final class Remembering {
    private final StatCacheWriter writer;

    Remembering(StatCacheWriter writer) {
        this.writer = writer;
    }

    void write(Wish.Memory memory, Map<Volume, ScannedFolder> trees, Mark mark) throws Failure {
        var roots = new EnumMap<Volume, Wish.Memory.Root>(Volume.class);
        for (var volume : trees.entrySet()) {
            var tree = volume.getValue();
            roots.put(volume.getKey(), new Wish.Memory.Root(tree.stat, table(tree), tree.built()));
        }
        memory.write(writer, roots, mark);
    }

    private long table(ScannedFolder folder) throws Failure {
        var before = folder.remembered.level();
        if (before != null && folder.isAllAs(before)) return writer.folder(before);
        var table = new FolderTable();
        for (int i = 0; i < folder.count(); i++) {
            var entry = folder.entry(i);
            var item = folder.item(i);
            // Not by a switch, which the JVM links when it is first come to.
            if (item instanceof Item.Known known) {
                table.add(entry.name(), entry.stat(), folder.meaning(known));
            } else if (item instanceof Item.Taken taken) {
                table.add(entry.name(), taken.stat(), meaning(taken));
            } else if (item instanceof Item.Link link) {
                table.add(entry.name(), entry.stat(), Meaning.ofLink(link.target()));
            } else if (item instanceof Item.Sub(var sub, _) && !sub.isLost()) {
                long below = table(sub);
                table.addFolder(entry.name(), sub.stat, below, sub.meaning());
            }
        }
        return writer.folder(table);
    }

    private static byte[] meaning(Item.Taken taken) {
        long size = taken.stat().size();
        return Meaning.ofFile(size, taken.extents(), taken.chunks(), taken.digest());
    }
}
