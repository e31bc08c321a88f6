package dev.berth.durable;

import java.lang.foreign.MemorySegment;
import java.util.Arrays;

/// An open regular file. Positions are explicit, so several threads may use one. Using it after it
/// was closed, or changing the bytes of one that was opened for reading, is a bug; closing it while
/// others use it lets them finish.
public interface OpenFile extends AutoCloseable {
    /// Reads up to `into.byteSize()` bytes from `position`; returns how many, 0 only at the end.
    /// Native segments are filled without a copy.
    int read(MemorySegment into, long position) throws FileFault;

    /// Writes some of `from` at `position` and returns how many bytes; short writes happen.
    int write(MemorySegment from, long position) throws FileFault;

    /// Cuts or extends the file to `size` bytes.
    void truncate(long size) throws FileFault;

    /// Makes bytes and length durable. When it fails, the bytes may be lost even though they can
    /// still be read: it must not be tried again on this file (the kernel forgets the error).
    void sync() throws FileFault;

    FileStat stat() throws FileFault;

    void setMode(int mode) throws FileFault;

    void setOwner(int uid, int gid) throws FileFault;

    void setModified(long seconds, int nanos) throws FileFault;

    /// Where the next data at or after `position` begins, or the file's size when only a hole
    /// follows. A layer that cannot tell takes everything for data.
    long nextData(long position) throws FileFault;

    /// Where the next hole at or after `position` begins; the end of the file counts as one.
    long nextHole(long position) throws FileFault;

    @Override
    void close();

    /// Writes all of `bytes` from `position` on, however many calls that takes.
    default void writeFully(MemorySegment bytes, long position) throws FileFault {
        long done = 0;
        while (done < bytes.byteSize()) {
            int count = write(bytes.asSlice(done), position + done);
            // A file that takes nothing and reports nothing would keep us here for ever.
            if (count == 0) throw new FileFault(Errno.EIO, "write", "a file that takes no bytes");
            done += count;
        }
    }

    /// Reads from `position` until `into` is full or the file ends; returns how many bytes.
    default long readFully(MemorySegment into, long position) throws FileFault {
        long done = 0;
        while (done < into.byteSize()) {
            int count = read(into.asSlice(done), position + done);
            if (count == 0) break;
            done += count;
        }
        return done;
    }

    /// The whole file; `EFBIG` when it holds more than `limit` bytes.
    default byte[] readAll(int limit) throws FileFault {
        long size = stat().size();
        if (size > limit) throw new FileFault(Errno.EFBIG, "read", "a file of " + size + " bytes");
        // One byte more than expected: a file that grows meanwhile is seen to grow.
        byte[] bytes = new byte[(int) Math.min(size + 1, limit)];
        int length = 0;
        while (true) {
            if (length == bytes.length) {
                if (length == limit) break;
                bytes = Arrays.copyOf(bytes, (int) Math.min(limit, length * 2L));
            }
            int count = read(MemorySegment.ofArray(bytes).asSlice(length), length);
            if (count == 0) break;
            length += count;
        }
        return Arrays.copyOf(bytes, length);
    }
}
