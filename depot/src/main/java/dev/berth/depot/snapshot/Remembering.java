package dev.berth.depot.snapshot;

import dev.berth.depot.statcache.FolderTable;
import dev.berth.depot.statcache.StatCacheWriter;
import dev.berth.disk.Volume;
import dev.berth.durable.FileStat;
import dev.berth.durable.Name;
import dev.berth.failure.Failure;

import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/// Writes down what a tree looked like when it was taken, for the next time.
final class Remembering {
    private final StatCacheWriter writer;

    Remembering(StatCacheWriter writer) {
        this.writer = writer;
    }

    void write(Wish.Memory memory, Map<Volume, ScannedFolder> trees, Set<String> dooms)
            throws Failure {
        var byName = new TreeMap<String, ScannedFolder>();
        trees.forEach((volume, tree) -> byName.put(volume.label(), tree));
        var tables = new TreeMap<String, Long>();
        for (var each : byName.entrySet()) tables.put(each.getKey(), table(each.getValue()));
        var top = new FolderTable();
        FileStat any = byName.firstEntry().getValue().stat;
        top.add(Recall.DOOMS, any, Recall.markBytes(dooms));
        for (var each : byName.entrySet()) {
            var tree = each.getValue();
            top.addFolder(
                    Name.of(each.getKey()),
                    tree.stat,
                    tables.getOrDefault(each.getKey(), 0L),
                    Meaning.ofFolder(tree.built()));
        }
        writer.write(memory.folder(), writer.folder(top));
    }

    private long table(ScannedFolder folder) {
        var table = new FolderTable();
        for (int i = 0; i < folder.count(); i++) {
            var entry = folder.entry(i);
            switch (folder.item(i)) {
                case Item.Taken taken -> {
                    var stat = taken.stat();
                    table.add(
                            entry.name(),
                            stat,
                            Meaning.ofFile(
                                    stat.size(), taken.extents(), taken.chunks(), taken.digest()));
                }
                case Item.Known known ->
                        table.add(entry.name(), entry.stat(), folder.meaning(known));
                case Item.Link link ->
                        table.add(entry.name(), entry.stat(), Meaning.ofLink(link.target()));
                case Item.Sub(var sub, _) -> {
                    if (sub.isLost()) continue;
                    long below = table(sub);
                    table.addFolder(entry.name(), sub.stat, below, Meaning.ofFolder(sub.built()));
                }
                case Item.LeftOut _, Item.Unread _ -> {}
            }
        }
        return writer.folder(table);
    }
}
