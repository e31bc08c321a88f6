package dev.berth.depot.restore;

import dev.berth.depot.chunk.ChunkId;
import dev.berth.depot.chunk.ChunkNamer;
import dev.berth.depot.fetch.ChunkReader;
import dev.berth.depot.tree.Digests;
import dev.berth.depot.tree.TreeEntry;
import dev.berth.depot.work.Progress;
import dev.berth.durable.FileFault;
import dev.berth.durable.OpenFile;
import dev.berth.failure.Failure;

import java.lang.foreign.MemorySegment;

/// Writes a file's content from its chunks, and tells whether a file has that content already. Used
/// by one thread.
final class FileWriter {
    private final ChunkReader chunks;
    private final ChunkNamer namer;
    private final Digests digests = new Digests();
    private final Progress progress;
    private byte[] buffer = {};

    FileWriter(ChunkReader chunks, ChunkNamer namer, Progress progress) {
        this.chunks = chunks;
        this.namer = namer;
        this.progress = progress;
    }

    /// Fills a new, empty file; holes stay holes. Answers the hash of the content under no key.
    ChunkId write(TreeEntry.File entry, OpenFile file) throws Failure, FileFault {
        var digest = digests.new OfFile();
        var list = entry.chunks();
        var extents = entry.extents();
        long position = 0;
        int run = -1;
        long left = 0;
        for (int i = 0; i < list.count(); i++) {
            var slice = chunks.read(list.id(i), list.length(i));
            digest.add(slice.plain(), slice.length());
            int offset = slice.offset();
            int count = slice.length();
            progress.reached(0, count);
            while (count > 0) {
                if (left == 0) {
                    run++;
                    position += extents.gap(run);
                    left = extents.run(run);
                }
                int part = (int) Math.min(left, count);
                file.writeFully(
                        MemorySegment.ofArray(slice.in().array()).asSlice(offset, part), position);
                position += part;
                left -= part;
                offset += part;
                count -= part;
            }
        }
        if (position < entry.size()) file.truncate(entry.size());
        return digest.finish();
    }

    /// Whether `file` holds exactly the bytes of `entry`. Every byte is read.
    boolean holds(TreeEntry.File entry, OpenFile file) throws FileFault {
        if (file.stat().size() != entry.size()) return false;
        var list = entry.chunks();
        var extents = entry.extents();
        long position = 0;
        int chunk = 0;
        for (int run = 0; run < extents.count(); run++) {
            if (!isHole(file, position, extents.gap(run))) return false;
            position += extents.gap(run);
            long left = extents.run(run);
            while (left > 0) {
                int length = list.length(chunk);
                if (length > left || !isChunk(file, position, list.id(chunk), length)) return false;
                progress.reached(0, length);
                position += length;
                left -= length;
                chunk++;
            }
        }
        return isHole(file, position, entry.size() - position);
    }

    private boolean isChunk(OpenFile file, long position, ChunkId id, int length) throws FileFault {
        var into = room(length).asSlice(0, length);
        return file.readFully(into, position) == length && namer.name(buffer, 0, length).equals(id);
    }

    /// Whether there are only zeros, as in a hole.
    private boolean isHole(OpenFile file, long from, long length) throws FileFault {
        long done = 0;
        while (done < length) {
            long data = file.nextData(from + done);
            if (data >= from + length) return true;
            done = data - from;
            int count = (int) Math.min(1 << 16, length - done);
            if (file.readFully(room(count).asSlice(0, count), data) != count) return false;
            for (int i = 0; i < count; i++) {
                if (buffer[i] != 0) return false;
            }
            done += count;
        }
        return true;
    }

    private MemorySegment room(int length) {
        if (buffer.length < length) buffer = new byte[Math.max(length, 1 << 16)];
        return MemorySegment.ofArray(buffer);
    }
}
