package dev.berth.cli.depot;

import dev.berth.cli.Table;
import dev.berth.depot.tree.TreeEntry;
import dev.berth.depot.work.Spelling;
import dev.berth.durable.json.Json;

/// How entries of a tree are told.
final class Entries {
    private Entries() {}

    static Json.Obj json(TreeEntry entry) {
        var meta = entry.meta();
        var fields =
                Json.object()
                        .put("name", Spelling.of(entry.name()))
                        .put("type", type(entry))
                        .put("mode", "%04o".formatted(meta.mode()))
                        .put("uid", Integer.toUnsignedLong(meta.uid()))
                        .put("gid", Integer.toUnsignedLong(meta.gid()))
                        .put("size", size(entry))
                        .put("mtime", meta.modified());
        if (entry instanceof TreeEntry.Link link) fields.put("target", Spelling.of(link.target()));
        return fields.build();
    }

    static void row(Table table, TreeEntry entry) {
        String name =
                switch (entry) {
                    case TreeEntry.File file -> Spelling.of(file.name());
                    case TreeEntry.Folder folder -> Spelling.of(folder.name()) + "/";
                    case TreeEntry.Link link ->
                            Spelling.of(link.name()) + " -> " + Spelling.of(link.target());
                };
        table.row(
                "%04o".formatted(entry.meta().mode()),
                Long.toString(size(entry)),
                entry.meta().modified().toString(),
                name);
    }

    private static String type(TreeEntry entry) {
        return switch (entry) {
            case TreeEntry.File _ -> "file";
            case TreeEntry.Folder _ -> "folder";
            case TreeEntry.Link _ -> "link";
        };
    }

    private static long size(TreeEntry entry) {
        return switch (entry) {
            case TreeEntry.File file -> file.size();
            case TreeEntry.Folder _ -> 0;
            case TreeEntry.Link link -> link.target().bytes().length;
        };
    }
}
