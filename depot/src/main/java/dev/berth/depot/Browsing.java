package dev.berth.depot;

import dev.berth.depot.checkpoint.Checkpoint;
import dev.berth.depot.checkpoint.VolumeTree;
import dev.berth.depot.fetch.ChunkReader;
import dev.berth.depot.fetch.TreeReader;
import dev.berth.depot.index.Index;
import dev.berth.depot.tree.ChunkList;
import dev.berth.depot.tree.TreeEntry;
import dev.berth.depot.work.Spelling;
import dev.berth.disk.Volume;
import dev.berth.durable.ContentHash;
import dev.berth.durable.Hasher;
import dev.berth.durable.Name;
import dev.berth.failure.Failure;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Looks into a checkpoint without bringing it back. Used by one thread.
public final class Browsing implements AutoCloseable {
    static final long CACHE_BYTES = 16L << 20;

    private final Checkpoint checkpoint;
    private final Index index;
    private final ChunkReader chunks;
    private final TreeReader nodes;

    Browsing(Checkpoint checkpoint, Index index, ChunkReader chunks) {
        this.checkpoint = checkpoint;
        this.index = index;
        this.chunks = chunks;
        this.nodes = new TreeReader(chunks);
    }

    public Checkpoint checkpoint() {
        return checkpoint;
    }

    /// What lies at `path` in a volume; empty for the volume itself and when nothing does.
    public Optional<TreeEntry> entry(Volume volume, List<Name> path) throws Failure {
        if (path.isEmpty()) return Optional.empty();
        var tree = checkpoint.tree(volume);
        return tree.isEmpty() ? Optional.empty() : nodes.find(tree.get().node(), path);
    }

    /// The entries of the folder at `path`, which must be one.
    public List<TreeEntry> list(Volume volume, List<Name> path) throws Failure {
        var tree = tree(volume);
        if (path.isEmpty()) return nodes.entries(tree.node());
        var entry = nodes.find(tree.node(), path);
        if (entry.isPresent() && entry.get() instanceof TreeEntry.Folder folder) {
            return list(folder);
        }
        throw entry.isPresent() ? notFolder(path) : absent(path);
    }

    public List<TreeEntry> list(TreeEntry.Folder folder) throws Failure {
        return nodes.entries(folder.chunks());
    }

    /// Hands out the bytes of a file, piece by piece and each verified; holes come as zeros.
    public void read(TreeEntry.File file, Sink sink) throws Failure {
        read(file, 0, file.size(), sink);
    }

    /// As above, `count` bytes from `from` on; chunks without any of them are not read.
    public void read(TreeEntry.File file, long from, long count, Sink sink) throws Failure {
        var part = new Part(from, from + count, sink);
        var list = file.chunks();
        var extents = file.extents();
        long position = 0;
        int chunk = 0;
        for (int run = 0; run < extents.count(); run++) {
            part.zeros(position, extents.gap(run));
            position += extents.gap(run);
            long end = position + extents.run(run);
            while (position < end) {
                int length = list.length(chunk);
                if (part.touches(position, length)) {
                    var slice = chunks.read(list.id(chunk), length);
                    part.bytes(position, slice.in().array(), slice.offset(), length);
                }
                position += length;
                chunk++;
            }
        }
        part.zeros(position, file.size() - position);
    }

    /// What lies between two positions of a file goes to a sink.
    private record Part(long from, long end, Sink sink) {
        private static final byte[] ZEROS = new byte[1 << 16];

        boolean touches(long position, long length) {
            return position < end && position + length > from;
        }

        void bytes(long position, byte[] bytes, int offset, int length) throws Failure {
            long first = Math.max(from, position);
            long last = Math.min(end, position + length);
            sink.take(bytes, offset + (int) (first - position), (int) (last - first));
        }

        void zeros(long position, long length) throws Failure {
            long last = Math.min(end, position + length);
            for (long at = Math.max(from, position); at < last; at += ZEROS.length) {
                sink.take(ZEROS, 0, (int) Math.min(last - at, ZEROS.length));
            }
        }
    }

    /// What was said up to this checkpoint; empty when it carries nothing of that.
    public String transcript() throws Failure {
        var list = checkpoint.transcript();
        var said = new ByteArrayOutputStream();
        for (int i = 0; i < list.count(); i++) {
            var slice = chunks.read(list.id(i), list.length(i));
            said.write(slice.in().array(), slice.offset(), slice.length());
        }
        return said.toString(StandardCharsets.UTF_8);
    }

    /// The end of what was said: the bytes of the last chunk, which more may be added to.
    public byte[] lastSaid() throws Failure {
        var list = checkpoint.transcript();
        if (list.count() == 0) return new byte[0];
        int last = list.count() - 1;
        return chunks.readAll(ChunkList.of(list.id(last), list.length(last)));
    }

    /// The hash of a file's bytes, holes as zeros: all of them are read.
    public ContentHash hash(TreeEntry.File file) throws Failure {
        var hasher = new Hasher();
        read(file, hasher::update);
        return hasher.hash();
    }

    /// Takes bytes; the array is not to be kept or changed.
    public interface Sink {
        void take(byte[] bytes, int offset, int length) throws Failure;
    }

    @Override
    public void close() {
        chunks.close();
        index.close();
    }

    private VolumeTree tree(Volume volume) throws Failure {
        return checkpoint
                .tree(volume)
                .orElseThrow(
                        () ->
                                new Failure.NotFound(
                                        "checkpoint %s holds no %s"
                                                .formatted(checkpoint.id(), volume.label()),
                                        "see `berth depot show`"));
    }

    private static Failure absent(List<Name> path) {
        return new Failure.NotFound(
                "there is no %s in that checkpoint".formatted(shown(path)),
                "see `berth depot show`");
    }

    private static Failure notFolder(List<Name> path) {
        return new Failure.Refused(
                shown(path) + " is no folder", "print a file with `berth depot cat`", Map.of());
    }

    private static String shown(List<Name> path) {
        return String.join("/", path.stream().map(Spelling::of).toList());
    }
}
