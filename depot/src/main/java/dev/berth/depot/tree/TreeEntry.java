package dev.berth.depot.tree;

import dev.berth.durable.Name;

/// One entry of a folder.
public sealed interface TreeEntry {
    Name name();

    Meta meta();

    /// A file. Its chunks hold the bytes of its data; holes have none.
    record File(Name name, Meta meta, long size, Extents extents, ChunkList chunks)
            implements TreeEntry {
        public File {
            if (extents.end() > size || extents.data() != chunks.bytes()) {
                throw new IllegalArgumentException("a file whose chunks do not fit it: " + name);
            }
        }
    }

    /// A folder; its chunks hold its node.
    record Folder(Name name, Meta meta, ChunkList chunks) implements TreeEntry {}

    /// A symbolic link.
    record Link(Name name, Meta meta, Name.Target target) implements TreeEntry {}
}
