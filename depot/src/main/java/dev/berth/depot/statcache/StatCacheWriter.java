package dev.berth.depot.statcache;

import dev.berth.durable.CacheFile;
import dev.berth.durable.FileFault;
import dev.berth.durable.Folder;
import dev.berth.failure.Failure;

import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/// Gathers what a tree looks like, folder by folder, and puts it in the place of the former cache.
///
/// Folders may come in any order, from several threads, each after all that are in it: what
/// [#folder] answers goes into the entry of the folder above. All facts must have been looked at
/// after the [Stamp].
public final class StatCacheWriter {
    private final CacheKey key;
    private final Stamp stamp;
    private final Pieces pieces = new Pieces();

    public StatCacheWriter(CacheKey key, Stamp stamp) {
        this.key = key;
        this.stamp = stamp;
    }

    /// Adds a folder's table, answers where it is, and leaves it empty for the next folder.
    public synchronized long folder(FolderTable table) {
        long at = Layout.HEADER_BYTES + pieces.length();
        table.appendTo(pieces);
        return at;
    }

    /// Adds a folder in which there is no other and all is still what is `known`, and answers where
    /// it is.
    public synchronized long folder(Level known) {
        long at = Layout.HEADER_BYTES + pieces.length();
        known.appendTo(pieces);
        return at;
    }

    /// Puts the cache into `folder`, in place of the former one. `root` is the root's table. Not
    /// durable: what a power loss leaves of it is told by its sums, and costs time alone.
    public synchronized void write(Folder folder, long root) throws Failure {
        byte[] header = header(root);
        CacheFile.write(
                folder,
                key.file(),
                file -> {
                    file.writeFully(MemorySegment.ofArray(header), 0);
                    long at = header.length;
                    for (var piece : pieces.segments()) {
                        file.writeFully(piece, at);
                        at += piece.byteSize();
                    }
                });
    }

    /// Forgets what was known of a tree.
    public static void forget(Folder folder, CacheKey key) throws Failure {
        try {
            if (folder.stat(key.file()).isPresent()) folder.unlink(key.file());
        } catch (FileFault fault) {
            throw fault.asFailure("a stat cache");
        }
    }

    private byte[] header(long root) {
        var bytes = new byte[Layout.HEADER_BYTES];
        // Through a buffer: a segment's own accessors are linked at run time.
        var header = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
        header.put(0, Layout.MAGIC).putInt(8, Layout.VERSION).put(Layout.KEY_AT, key.bytes());
        header.putLong(Layout.STAMP_AT, stamp.nanos()).putLong(Layout.ROOT_AT, root);
        var sums = new Sums();
        sums.update(MemorySegment.ofArray(bytes).asSlice(0, Layout.SUM_AT));
        for (var piece : pieces.segments()) sums.update(piece);
        header.putLong(Layout.SUM_AT, sums.value());
        return bytes;
    }
}
