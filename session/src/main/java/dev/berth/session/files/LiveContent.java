package dev.berth.session.files;

import dev.berth.depot.Browsing;
import dev.berth.durable.ContentHash;
import dev.berth.durable.FileFault;
import dev.berth.durable.FileStat;
import dev.berth.durable.Hasher;
import dev.berth.durable.OpenFile;
import dev.berth.failure.Failure;

import org.jspecify.annotations.Nullable;

import java.lang.foreign.MemorySegment;

/// A large file that somebody may be writing to: it is what it was when it was opened, up to its
/// size of then. One that only grows can be read all the same.
final class LiveContent implements FileContent {
    private static final int PIECE_BYTES = 1 << 17;

    private final OpenFile file;
    private final FileStat stat;
    private final FileEntry entry;
    private final Hashes hashes;
    private @Nullable ContentHash hash;

    LiveContent(OpenFile file, FileStat stat, FileEntry entry, Hashes hashes) {
        this.file = file;
        this.stat = stat;
        this.entry = entry;
        this.hashes = hashes;
    }

    @Override
    public FileEntry entry() {
        return entry;
    }

    @Override
    public ContentHash hash() throws Failure {
        var known = hash;
        if (known == null) {
            var remembered = hashes.of(stat);
            known = remembered.isPresent() ? remembered.get() : read();
            hash = known;
        }
        return known;
    }

    private ContentHash read() throws Failure {
        var sha = new Hasher();
        pieces(0, size(), sha::update);
        var read = sha.hash();
        try {
            hashes.keep(stat, file.stat(), read);
        } catch (FileFault fault) {
            throw fault.asFailure(entry.name().toString());
        }
        return read;
    }

    @Override
    public void copy(long from, long count, Browsing.Sink sink) throws Failure {
        var expected = hash;
        boolean whole = from == 0 && count == size() && expected != null;
        if (!whole) {
            pieces(from, count, sink);
            return;
        }
        var sha = new Hasher();
        pieces(
                from,
                count,
                (bytes, offset, length) -> {
                    sha.update(bytes, offset, length);
                    sink.take(bytes, offset, length);
                });
        if (!sha.hash().equals(expected)) throw changed();
    }

    private void pieces(long from, long count, Browsing.Sink sink) throws Failure {
        byte[] piece = new byte[PIECE_BYTES];
        long position = from;
        long end = from + count;
        try {
            while (position < end) {
                int wanted = (int) Math.min(piece.length, end - position);
                int got = file.read(MemorySegment.ofArray(piece).asSlice(0, wanted), position);
                if (got == 0) throw changed();
                sink.take(piece, 0, got);
                position += got;
            }
        } catch (FileFault fault) {
            throw fault.asFailure(entry.name().toString());
        }
    }

    private Failure changed() {
        return new Failure.Unavailable(
                entry.name() + " was changed while it was read", "read it again");
    }

    @Override
    public void close() {
        file.close();
    }
}
