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
import dev.berth.durable.Name;
import dev.berth.failure.Failure;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
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
        var zeros = new byte[1 << 16];
        var list = file.chunks();
        var extents = file.extents();
        long position = 0;
        int chunk = 0;
        for (int run = 0; run < extents.count(); run++) {
            zeros(zeros, extents.gap(run), sink);
            long left = extents.run(run);
            position += extents.gap(run) + left;
            while (left > 0) {
                var slice = chunks.read(list.id(chunk), list.length(chunk));
                sink.take(slice.in().array(), slice.offset(), slice.length());
                left -= slice.length();
                chunk++;
            }
        }
        zeros(zeros, file.size() - position, sink);
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
        try {
            var sha = MessageDigest.getInstance("SHA-256");
            read(file, sha::update);
            return new ContentHash(HexFormat.of().formatHex(sha.digest()));
        } catch (NoSuchAlgorithmException impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    private static void zeros(byte[] zeros, long count, Sink sink) throws Failure {
        for (long left = count; left > 0; left -= zeros.length) {
            sink.take(zeros, 0, (int) Math.min(left, zeros.length));
        }
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
