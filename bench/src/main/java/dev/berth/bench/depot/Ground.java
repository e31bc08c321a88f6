package dev.berth.bench.depot;

import com.sun.management.OperatingSystemMXBean;

import dev.berth.durable.Folder;

import java.lang.foreign.Arena;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;

/// Makes the ground level before a step, for everybody alike: what others wrote is on the disk,
/// what the step will read is in the page cache, and the memory that it will take has been used
/// before.
///
/// Some tell the kernel to forget what they have read or written, a tree that the next one reads
/// included. And a virtual machine may have to ask its host for each page that it has not used yet,
/// or has given back: a gigabyte of them can cost seconds of CPU time, more than the step itself,
/// and whoever comes first pays.
final class Ground {
    private static final long PIECE = 64L << 20;
    private static final long LEAST = 256L << 20;
    private static final long LEFT = 1L << 30;

    private Ground() {}

    /// Ready for a step that reads `read` and writes about as much as `bytes`.
    static void level(Folder folder, Path read, long bytes) throws Exception {
        folder.syncFileSystem();
        ReadAndHash.all(read);
        touch(Math.min(LEAST + 3 * bytes, free() - LEFT));
    }

    /// What is free by the kernel's count; the page cache is not, and stays.
    private static long free() {
        return ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class).getFreeMemorySize();
    }

    private static void touch(long bytes) {
        try (var arena = Arena.ofConfined()) {
            // Native memory is filled with zeros when it is allocated, which is all that is wanted.
            for (long done = 0; done < bytes; done += PIECE) arena.allocate(PIECE);
        }
    }
}
