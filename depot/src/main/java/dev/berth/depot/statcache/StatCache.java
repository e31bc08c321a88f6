package dev.berth.depot.statcache;

import dev.berth.durable.Errno;
import dev.berth.durable.FileFault;
import dev.berth.durable.Folder;
import dev.berth.durable.OpenFile;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Optional;

/// What a tree looked like, as the last snapshot or restore wrote it down. One that is damaged, of
/// another version or about something else is as good as none. It lies outside the heap, and
/// nothing is built for an entry that is looked up.
///
/// Safe for use by several threads until it is closed.
public final class StatCache implements AutoCloseable {
    private static final int PIECE_BYTES = 64 * 1024;

    private final Arena arena;
    private final MemorySegment bytes;
    private final Stamp stamp;

    private StatCache(Arena arena, MemorySegment bytes, Stamp stamp) {
        this.arena = arena;
        this.bytes = bytes;
        this.stamp = stamp;
    }

    /// The cache that `folder` has of `key`; empty when there is none that can be believed. A cache
    /// that cannot be read is none either: nothing is lost by that but time.
    public static Optional<StatCache> read(Folder folder, CacheKey key) {
        var arena = Arena.ofShared();
        Optional<StatCache> cache = Optional.empty();
        try (var file = folder.read(key.file())) {
            cache = read(file, key, arena);
        } catch (FileFault fault) {
            assert !fault.is(Errno.EINVAL) : fault;
        } finally {
            if (cache.isEmpty()) arena.close();
        }
        return cache;
    }

    /// What is known of the root's entries.
    public Level root() {
        return new Level(bytes, stamp, header(bytes).getLong(Layout.ROOT_AT));
    }

    @Override
    public void close() {
        arena.close();
    }

    private static Optional<StatCache> read(OpenFile file, CacheKey key, Arena arena)
            throws FileFault {
        long size = file.stat().size();
        if (size < Layout.HEADER_BYTES + 8) return Optional.empty();
        var bytes = arena.allocate(size, 8);
        if (!fill(bytes, file) || !holds(bytes, key)) return Optional.empty();
        var stamp = new Stamp(header(bytes).getLong(Layout.STAMP_AT));
        return Optional.of(new StatCache(arena, bytes, stamp));
    }

    /// By way of the heap: the kernel's way straight to memory that may be closed meanwhile is one
    /// more to link, which takes a short command longer than to copy all of it.
    private static boolean fill(MemorySegment bytes, OpenFile file) throws FileFault {
        var piece = MemorySegment.ofArray(new byte[PIECE_BYTES]);
        for (long at = 0; at < bytes.byteSize(); ) {
            long wanted = Math.min(PIECE_BYTES, bytes.byteSize() - at);
            int count = file.read(piece.asSlice(0, wanted), at);
            if (count == 0) return false;
            MemorySegment.copy(piece, 0, bytes, at, count);
            at += count;
        }
        return true;
    }

    private static boolean holds(MemorySegment bytes, CacheKey key) {
        var header = header(bytes);
        if (!header.slice(0, 8).equals(ByteBuffer.wrap(Layout.MAGIC))) return false;
        if (header.getInt(8) != Layout.VERSION) return false;
        if (!header.slice(Layout.KEY_AT, 32).equals(ByteBuffer.wrap(key.bytes()))) return false;
        var sums = new Sums();
        sums.update(bytes.asSlice(0, Layout.SUM_AT));
        sums.update(bytes.asSlice(Layout.HEADER_BYTES));
        return header.getLong(Layout.SUM_AT) == sums.value();
    }

    /// Through a buffer: a segment's own accessors are linked at run time.
    private static ByteBuffer header(MemorySegment bytes) {
        var header = bytes.asSlice(0, Layout.HEADER_BYTES).asByteBuffer();
        return header.order(ByteOrder.LITTLE_ENDIAN);
    }
}
