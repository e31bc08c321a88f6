package dev.berth.depot.restore;

import dev.berth.depot.chunk.ChunkId;
import dev.berth.depot.fetch.ChunkReader;
import dev.berth.depot.restore.FileJobs.Job;
import dev.berth.depot.tree.ChunkList;
import dev.berth.depot.tree.Digests;
import dev.berth.depot.tree.TreeEntry;
import dev.berth.depot.work.Progress;
import dev.berth.durable.FileFault;
import dev.berth.durable.Folder;
import dev.berth.durable.OpenFile;
import dev.berth.failure.Failure;

import org.jspecify.annotations.Nullable;

import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

/// A new file that is written in parts, by several threads at once. Whoever comes first makes it,
/// whoever ends the last part gives it its facts. Safe for use by several threads.
final class LargeFile implements AutoCloseable {
    /// Smaller ones are over before others could help.
    private static final long LEAST_BYTES = 32L << 20;

    private static final long PART_BYTES = 16L << 20;

    private final Job job;
    private final TreeEntry.File entry;
    private final @Nullable ChunkId[] plains;
    private final AtomicInteger left = new AtomicInteger();
    private @Nullable OpenFile open;

    private LargeFile(Job job, TreeEntry.File entry) {
        this.job = job;
        this.entry = entry;
        this.plains = new ChunkId[entry.chunks().count()];
    }

    /// Some chunks in a row, and where in the file they begin.
    record Part(LargeFile file, int from, int to, long position) {
        Job job() {
            return file.job;
        }

        long bytes() {
            long bytes = 0;
            for (int i = from; i < to; i++) bytes += file.entry.chunks().length(i);
            return bytes;
        }
    }

    /// Whether it is worth it. A file with holes is written as a whole.
    static boolean suits(Job job) {
        return job.entry() instanceof TreeEntry.File file
                && file.size() >= LEAST_BYTES
                && file.extents().covers(file.size());
    }

    static List<Part> parts(Job job) {
        if (!(job.entry() instanceof TreeEntry.File entry)) {
            throw new IllegalArgumentException("no file: " + job.entry().name());
        }
        var file = new LargeFile(job, entry);
        var parts = new ArrayList<Part>();
        ChunkList chunks = entry.chunks();
        int from = 0;
        long begin = 0;
        long position = 0;
        for (int i = 0; i < chunks.count(); i++) {
            position += chunks.length(i);
            if (position - begin < PART_BYTES && i + 1 < chunks.count()) continue;
            parts.add(new Part(file, from, i + 1, begin));
            from = i + 1;
            begin = position;
        }
        file.left.set(parts.size());
        return parts;
    }

    /// Writes a part; true when it was the last one, and the file is whole.
    boolean write(
            Part part,
            Folder in,
            ChunkReader chunks,
            Facts facts,
            Facts.Owner owner,
            Progress progress)
            throws FileFault, Failure {
        var file = opened(in);
        long position = part.position;
        for (int i = part.from; i < part.to; i++) {
            var slice = chunks.read(entry.chunks().id(i), entry.chunks().length(i));
            var bytes = MemorySegment.ofArray(slice.in().array());
            file.writeFully(bytes.asSlice(slice.offset(), slice.length()), position);
            plains[i] = slice.plain();
            position += slice.length();
            progress.reached(0, slice.length());
        }
        if (left.decrementAndGet() > 0) return false;
        job.folder().digest(job.index(), digest());
        facts.onNew(file, entry.meta(), owner);
        close();
        return true;
    }

    /// Whoever decrements last sees what all others have written before they did.
    private ChunkId digest() {
        var digest = new Digests().new OfFile();
        for (int i = 0; i < plains.length; i++) {
            var plain = plains[i];
            if (plain == null) throw new IllegalStateException("a chunk was passed over");
            digest.add(plain, entry.chunks().length(i));
        }
        return digest.finish();
    }

    private synchronized OpenFile opened(Folder in) throws FileFault {
        var file = open;
        if (file == null) {
            file = in.create(entry.name(), Facts.withoutSetId(entry.meta()));
            open = file;
        }
        return file;
    }

    /// Also of one that is not whole, when another part of the work has failed.
    @Override
    public synchronized void close() {
        var file = open;
        open = null;
        if (file != null) file.close();
    }
}
