package dev.berth.depot.tree;

import dev.berth.depot.chunk.ChunkId;
import dev.berth.depot.format.Encoder;
import dev.berth.durable.Name;

/// Writes one node, `berth tree node, version 1`: entries are given in the order of their names.
/// See docs/format/depot.md. Used by one thread.
public final class NodeWriter {
    static final byte[] MAGIC = {'B', 'T', 'N', 1};
    static final int FILE = 1;
    static final int SPARSE_FILE = 2;
    static final int FOLDER = 3;
    static final int LINK = 4;

    private final Encoder out = new Encoder(4096).raw(MAGIC);
    private final byte[] id = new byte[ChunkId.BYTES];

    public void add(TreeEntry entry) {
        // Not by a switch, which the JVM links at run time: most commands come this way.
        if (entry instanceof TreeEntry.File file) {
            boolean whole = file.extents().covers(file.size());
            head(whole ? FILE : SPARSE_FILE, file.name(), file.meta());
            out.count(file.size());
            if (!whole) extents(out, file.extents());
            chunks(file.chunks());
        } else if (entry instanceof TreeEntry.Folder folder) {
            head(FOLDER, folder.name(), folder.meta());
            out.count(folder.chunks().bytes());
            chunks(folder.chunks());
        } else {
            var link = (TreeEntry.Link) entry;
            head(LINK, link.name(), link.meta());
            out.bytes(link.target().bytes());
        }
    }

    public byte[] toBytes() {
        return out.toBytes();
    }

    private void head(int type, Name name, Meta meta) {
        head(out, type, name, meta);
    }

    static void head(Encoder out, int type, Name name, Meta meta) {
        out.u8(type).bytes(name.bytes()).count(meta.mode());
        out.count(Integer.toUnsignedLong(meta.uid())).count(Integer.toUnsignedLong(meta.gid()));
        out.signed(meta.seconds()).count(meta.nanos());
    }

    static void extents(Encoder out, Extents extents) {
        out.count(extents.count());
        for (int i = 0; i < extents.count(); i++) {
            out.count(extents.gap(i)).count(extents.run(i));
        }
    }

    /// The length of a single chunk is that of the whole, so only several have theirs written.
    private void chunks(ChunkList chunks) {
        out.count(chunks.count());
        for (int i = 0; i < chunks.count(); i++) {
            if (chunks.count() > 1) out.count(chunks.length(i));
            chunks.id(i).writeTo(id, 0);
            out.raw(id);
        }
    }
}
