package dev.berth.depot.snapshot;

import dev.berth.depot.chunk.Cutter;
import dev.berth.depot.tree.ChunkList;
import dev.berth.depot.tree.Digests;
import dev.berth.depot.tree.Extents;
import dev.berth.depot.work.FolderChain;
import dev.berth.depot.work.Progress;
import dev.berth.durable.Errno;
import dev.berth.durable.FileFault;
import dev.berth.durable.FileStat;
import dev.berth.durable.OpenFile;
import dev.berth.failure.Failure;

import java.lang.foreign.MemorySegment;

/// Reads files into chunks. A small one goes straight into the block that it may stay in; a larger
/// one through a window that is cut by content. A file that changes meanwhile is read again. Used
/// by one thread.
final class FileTaker {
    private static final int WINDOW_BYTES = 1 << 20;
    private static final int ATTEMPTS = 3;

    private final FolderChain chain;
    private final Cutter cutter;
    private final Filler filler;
    private final Findings findings;
    private final Progress progress;
    private final Digests digests = new Digests();
    private byte[] window = {};

    FileTaker(
            FolderChain chain, Cutter cutter, Filler filler, Findings findings, Progress progress) {
        this.chain = chain;
        this.cutter = cutter;
        this.filler = filler;
        this.findings = findings;
        this.progress = progress;
    }

    /// Takes one file; what could not be read is told and left out.
    void take(ScannedFolder folder, int index) throws Failure {
        var entry = folder.entry(index);
        try (var file = chain.at(folder.way).read(entry.name())) {
            folder.set(index, settled(file, entry.stat(), folder, index));
        } catch (FileFault fault) {
            folder.set(index, Item.LeftOut.HERE);
            String path = folder.path(entry.name());
            boolean isGone =
                    switch (fault.errno()) {
                        case ENOENT, ENOTDIR, ELOOP, EISDIR, ENXIO -> true;
                        default -> false;
                    };
            findings.skip(path, isGone ? "gone while the tree was read" : meaning(fault));
        }
    }

    private Item settled(OpenFile file, FileStat walked, ScannedFolder folder, int index)
            throws FileFault, Failure {
        var before = walked;
        for (int attempt = 1; ; attempt++) {
            var content = read(file, before);
            var after = file.stat();
            boolean same = content.size == before.size() && unchanged(before, after);
            if (same || attempt == ATTEMPTS) {
                if (!same) findings.unsettled(folder.path(folder.entry(index).name()));
                // The same facts are held once: of hundreds of thousands of files that shows.
                return content.taken(same ? before : after);
            }
            before = after;
        }
    }

    private static boolean unchanged(FileStat before, FileStat after) {
        return before.size() == after.size()
                && before.modifiedNanos() == after.modifiedNanos()
                && before.modifiedSeconds() == after.modifiedSeconds()
                && before.changedNanos() == after.changedNanos()
                && before.changedSeconds() == after.changedSeconds()
                && before.inode() == after.inode();
    }

    /// What was read of a file.
    private record Content(long size, Extents extents, ChunkList chunks, Digests.OfFile digest) {
        Item.Taken taken(FileStat stat) {
            // A file that does not settle is what was read of it, not what it has become.
            var facts = stat.size() == size ? stat : stat.withSize(size);
            return new Item.Taken(facts, extents, chunks, digest.finish());
        }
    }

    private Content read(OpenFile file, FileStat stat) throws FileFault, Failure {
        var chunks = new ChunkList.Builder();
        var digest = digests.new OfFile();
        boolean sparse = stat.blocks() * 512 < stat.size();
        if (!sparse && stat.size() <= cutter.chunking().averageBytes()) {
            return small(file, (int) stat.size(), chunks, digest);
        }
        if (!sparse) {
            // No further than it was: one that grows as fast as it is read would have no end.
            long size = run(file, 0, stat.size(), chunks, digest);
            return new Content(size, Extents.whole(size), chunks.build(), digest);
        }
        return Sparse.read(
                file,
                stat.size(),
                (from, to) -> run(file, from, to, chunks, digest),
                (size, extents) -> new Content(size, extents, chunks.build(), digest));
    }

    /// One chunk, whatever is in it.
    private Content small(
            OpenFile file, int expected, ChunkList.Builder chunks, Digests.OfFile digest)
            throws FileFault, Failure {
        var block = filler.block();
        // One byte more than expected: a file that grew is seen to have grown.
        int most = Math.min(expected + 1, block.array().length - block.length());
        var into = MemorySegment.ofArray(block.array()).asSlice(block.length(), most);
        int count = expected == 0 ? 0 : (int) fill(file, into, 0, expected);
        if (count > 0) {
            chunks.add(filler.accept(count), count);
            progress.reached(0, count);
            digest.add(filler.plain(), count);
        }
        return new Content(count, Extents.whole(count), chunks.build(), digest);
    }

    /// Cuts what lies from `from` to `to` or the file's end, and returns how much that was.
    private long run(
            OpenFile file, long from, long to, ChunkList.Builder chunks, Digests.OfFile digest)
            throws FileFault, Failure {
        if (window.length == 0) window = new byte[WINDOW_BYTES + cutter.chunking().maxBytes()];
        var segment = MemorySegment.ofArray(window);
        int begin = 0;
        int end = 0;
        long at = from;
        boolean more = true;
        while (true) {
            if (more && end - begin < cutter.chunking().maxBytes()) {
                System.arraycopy(window, begin, window, 0, end - begin);
                end -= begin;
                begin = 0;
                long room = Math.min(window.length - end, to - at);
                long count = fill(file, segment.asSlice(end, room), at, room);
                more = count == room && at + count < to;
                end += (int) count;
                at += count;
            }
            if (begin == end) return at - from;
            int cut = cutter.end(window, begin, end);
            chunks.add(filler.add(window, begin, cut - begin), cut - begin);
            digest.add(filler.plain(), cut - begin);
            progress.reached(0, cut - begin);
            begin = cut;
        }
    }

    /// Reads until `into` is full or the file ends. A short read of a regular file is its end.
    private static long fill(OpenFile file, MemorySegment into, long position, long expected)
            throws FileFault {
        long done = 0;
        while (done < into.byteSize()) {
            int count = file.read(into.asSlice(done), position + done);
            done += count;
            if (count == 0 || (done == expected && done < into.byteSize())) break;
        }
        return done;
    }

    private static String meaning(FileFault fault) {
        return fault.is(Errno.OTHER) ? fault.call() + " failed" : fault.errno().meaning();
    }
}
