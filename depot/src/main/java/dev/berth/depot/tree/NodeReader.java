package dev.berth.depot.tree;

import dev.berth.depot.chunk.ChunkId;
import dev.berth.depot.format.Decoder;
import dev.berth.durable.Name;
import dev.berth.failure.Failure;

import org.jspecify.annotations.Nullable;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/// Reads what a [NodeWriter] wrote, and nothing else: names must be names and in order, numbers in
/// their bounds, lengths must add up.
public final class NodeReader {
    /// No file system has larger files.
    private static final long LARGEST = Long.MAX_VALUE;

    private static final int LONGEST_NAME = 255;
    private static final int LONGEST_TARGET = 4095;

    private final Decoder in;

    private NodeReader(Decoder in) {
        this.in = in;
    }

    public static List<TreeEntry> read(byte[] node, String subject) throws Failure {
        return new NodeReader(new Decoder(node, subject)).all();
    }

    private List<TreeEntry> all() throws Failure {
        if (!Arrays.equals(in.raw(NodeWriter.MAGIC.length), NodeWriter.MAGIC)) {
            throw in.damaged("it is no tree node of version 1");
        }
        var entries = new ArrayList<TreeEntry>();
        @Nullable Name before = null;
        while (in.left() > 0) {
            var entry = entry();
            if (before != null && before.compareTo(entry.name()) >= 0) {
                throw in.damaged("its names are not in order");
            }
            before = entry.name();
            entries.add(entry);
        }
        return entries;
    }

    private TreeEntry entry() throws Failure {
        int type = in.u8();
        Name name =
                Name.parse(in.bytes(LONGEST_NAME))
                        .orElseThrow(() -> in.damaged("a name that is none"));
        int mode = in.count(Meta.MODE_BITS);
        int uid = (int) in.count(0xffff_ffffL);
        int gid = (int) in.count(0xffff_ffffL);
        var meta = new Meta(mode, uid, gid, in.signed(), in.count(Meta.NANOS - 1));
        return switch (type) {
            case NodeWriter.FILE, NodeWriter.SPARSE_FILE -> file(name, meta, type);
            case NodeWriter.FOLDER -> {
                long length = in.count(Integer.MAX_VALUE);
                yield new TreeEntry.Folder(name, meta, chunks(length));
            }
            case NodeWriter.LINK -> new TreeEntry.Link(name, meta, target());
            default -> throw in.damaged("an entry of an unknown kind");
        };
    }

    private TreeEntry.File file(Name name, Meta meta, int type) throws Failure {
        long size = in.count(LARGEST);
        var extents = type == NodeWriter.FILE ? Extents.whole(size) : extents(size);
        return new TreeEntry.File(name, meta, size, extents, chunks(extents.data()));
    }

    private Extents extents(long size) throws Failure {
        int count = in.count(in.left());
        var pairs = new long[2 * count];
        long end = 0;
        for (int i = 0; i < pairs.length; i += 2) {
            pairs[i] = in.count(size - end);
            end += pairs[i];
            pairs[i + 1] = in.count(size - end);
            end += pairs[i + 1];
            if (pairs[i + 1] == 0 || (i > 0 && pairs[i] == 0)) throw in.damaged("empty extents");
        }
        var extents = Extents.of(pairs);
        if (extents.covers(size)) throw in.damaged("a sparse file without a hole");
        return extents;
    }

    private ChunkList chunks(long bytes) throws Failure {
        int count = in.count(in.left() / ChunkId.BYTES + 1);
        var list = new ChunkList.Builder();
        long sum = 0;
        for (int i = 0; i < count; i++) {
            int length = count > 1 ? in.count(Integer.MAX_VALUE) : single(bytes);
            if (length == 0) throw in.damaged("an empty chunk");
            sum += length;
            list.add(ChunkId.at(in.raw(ChunkId.BYTES), 0), length);
        }
        if (sum != bytes) throw in.damaged("chunks that do not add up");
        return list.build();
    }

    private int single(long bytes) throws Failure {
        if (bytes > Integer.MAX_VALUE) throw in.damaged("chunks that do not add up");
        return (int) bytes;
    }

    private Name.Target target() throws Failure {
        byte[] target = in.bytes(LONGEST_TARGET);
        if (target.length == 0) throw in.damaged("a link to nothing");
        for (byte b : target) {
            if (b == 0) throw in.damaged("a link's target with a NUL in it");
        }
        return new Name.Target(target);
    }
}
