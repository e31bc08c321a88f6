package dev.berth.durable.linux;

import static dev.berth.durable.linux.SystemCall.FCHMOD;
import static dev.berth.durable.linux.SystemCall.FCHOWN;
import static dev.berth.durable.linux.SystemCall.FSYNC;
import static dev.berth.durable.linux.SystemCall.FTRUNCATE;
import static dev.berth.durable.linux.SystemCall.LSEEK;
import static dev.berth.durable.linux.SystemCall.PREAD64;
import static dev.berth.durable.linux.SystemCall.PWRITE64;
import static dev.berth.durable.linux.SystemCall.UTIMENSAT;

import dev.berth.durable.Errno;
import dev.berth.durable.FileFault;
import dev.berth.durable.FileStat;
import dev.berth.durable.OpenFile;

import java.lang.foreign.MemorySegment;

/// An open file of the kernel's. Native segments are handed over as they are; heap ones go through
/// a buffer, 256 KiB at a time: the file system does a large piece in less time than four small
/// ones.
final class LinuxFile implements OpenFile {
    /// The most that the kernel moves in one call.
    private static final long LIMIT = 0x7ffff000;

    private final Descriptor descriptor;
    private final boolean writable;

    LinuxFile(Descriptor descriptor, boolean writable) {
        this.descriptor = descriptor;
        this.writable = writable;
    }

    @Override
    public int read(MemorySegment into, long position) throws FileFault {
        try (var call = call()) {
            if (into.isNative()) return call.transfer(PREAD64, cut(into), position, subject());
            long wanted = Math.min(into.byteSize(), Call.BULK);
            var bulk = call.bulk();
            int count = (int) run(call, PREAD64, bulk.address(), wanted, position);
            MemorySegment.copy(bulk, 0, into, 0, count);
            return count;
        }
    }

    @Override
    public int write(MemorySegment from, long position) throws FileFault {
        try (var call = changing()) {
            if (from.isNative()) return call.transfer(PWRITE64, cut(from), position, subject());
            long count = Math.min(from.byteSize(), Call.BULK);
            var bulk = call.bulk();
            MemorySegment.copy(from, 0, bulk, 0, count);
            return (int) run(call, PWRITE64, bulk.address(), count, position);
        }
    }

    @Override
    public void truncate(long size) throws FileFault {
        try (var call = changing()) {
            run(call, FTRUNCATE, size, 0, 0);
        }
    }

    @Override
    public void sync() throws FileFault {
        try (var call = call()) {
            // Once, even when interrupted: a second fsync may report a success that is none.
            Call.checked(FSYNC, subject(), call.once(FSYNC, call.number(), 0, 0, 0, 0));
        }
    }

    @Override
    public FileStat stat() throws FileFault {
        try (var call = call()) {
            return call.stat(subject());
        }
    }

    @Override
    public void setMode(int mode) throws FileFault {
        try (var call = call()) {
            run(call, FCHMOD, mode, 0, 0);
        }
    }

    @Override
    public void setOwner(int uid, int gid) throws FileFault {
        try (var call = call()) {
            run(call, FCHOWN, uid, gid, 0);
        }
    }

    @Override
    public void setModified(long seconds, int nanos) throws FileFault {
        try (var call = call()) {
            run(call, UTIMENSAT, 0, call.modified(seconds, nanos), 0);
        }
    }

    @Override
    public long nextData(long position) throws FileFault {
        return seek(position, Flags.SEEK_DATA);
    }

    @Override
    public long nextHole(long position) throws FileFault {
        return seek(position, Flags.SEEK_HOLE);
    }

    @Override
    public void close() {
        descriptor.close();
    }

    private long seek(long position, int whence) throws FileFault {
        try (var call = call()) {
            // Moves an offset that nobody uses: all reading and writing is by explicit position.
            long found = call.raw(LSEEK, call.number(), position, whence, 0, 0);
            if (found == -Errno.ENXIO.number()) return call.stat(subject()).size();
            return Call.checked(LSEEK, subject(), found);
        }
    }

    private Call call() {
        return Call.on(descriptor);
    }

    private Call changing() {
        if (!writable) throw new IllegalStateException("opened for reading only: " + subject());
        return call();
    }

    private Object subject() {
        return descriptor.subject();
    }

    private long run(Call call, SystemCall what, long a, long b, long c) throws FileFault {
        return call.run(what, subject(), call.number(), a, b, c, 0);
    }

    private static MemorySegment cut(MemorySegment bytes) {
        return bytes.byteSize() > LIMIT ? bytes.asSlice(0, LIMIT) : bytes;
    }
}
