package dev.berth.depot.restore;

import dev.berth.depot.chunk.ChunkNamer;
import dev.berth.depot.chunk.Cutter;
import dev.berth.depot.tree.ChunkList;
import dev.berth.depot.tree.Extents;
import dev.berth.depot.tree.Meta;
import dev.berth.depot.tree.TreeEntry;
import dev.berth.durable.FileFault;
import dev.berth.durable.Folder;
import dev.berth.durable.OpenFile;

import org.jspecify.annotations.Nullable;

/// Reads every byte of what went into a disk in file form and came out of it again. That form has
/// no holes: what had some is told as a snapshot of the disk would take it. Used by one thread.
record Rereading(FileWriter writer, Cutter cutter, ChunkNamer namer) implements Terms.Content {
    @Override
    public TreeEntry.@Nullable File found(Folder in, TreeEntry.File planned, Meta now)
            throws FileFault {
        try (var file = in.read(planned.name())) {
            if (!writer.holds(planned, file)) return null;
            long size = planned.size();
            if (planned.extents().covers(size)) {
                return new TreeEntry.File(
                        planned.name(), now, size, planned.extents(), planned.chunks());
            }
            return new TreeEntry.File(
                    planned.name(), now, size, Extents.whole(size), cut(file, (int) size));
        }
    }

    /// File form holds small files only.
    private ChunkList cut(OpenFile file, int size) throws FileFault {
        byte[] bytes = file.readAll(size);
        if (size <= cutter.chunking().averageBytes()) {
            return ChunkList.of(namer.name(bytes, 0, size), size);
        }
        var chunks = new ChunkList.Builder();
        for (int at = 0; at < size; ) {
            int end = cutter.end(bytes, at, size);
            chunks.add(namer.name(bytes, at, end - at), end - at);
            at = end;
        }
        return chunks.build();
    }
}
