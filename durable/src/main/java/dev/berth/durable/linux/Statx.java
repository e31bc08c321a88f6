package dev.berth.durable.linux;

import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static java.lang.foreign.ValueLayout.JAVA_SHORT;

import dev.berth.durable.FileStat;
import dev.berth.durable.FileStat.Kind;

import java.lang.foreign.MemorySegment;

/// The kernel's `struct statx`, the same on every processor.
final class Statx {
    /// Everything that the older calls told as well.
    static final int BASIC = 0x7ff;

    private Statx() {}

    static FileStat decode(MemorySegment answer) {
        int mode = Short.toUnsignedInt(answer.get(JAVA_SHORT, 28));
        return new FileStat(
                kind(mode >>> 12),
                mode & 07777,
                answer.get(JAVA_INT, 20),
                answer.get(JAVA_INT, 24),
                answer.get(JAVA_LONG, 40),
                answer.get(JAVA_LONG, 48),
                answer.get(JAVA_LONG, 32),
                device(answer.get(JAVA_INT, 136), answer.get(JAVA_INT, 140)),
                Integer.toUnsignedLong(answer.get(JAVA_INT, 16)),
                answer.get(JAVA_LONG, 112),
                answer.get(JAVA_INT, 120),
                answer.get(JAVA_LONG, 96),
                answer.get(JAVA_INT, 104));
    }

    static Kind kind(MemorySegment answer) {
        return kind(Short.toUnsignedInt(answer.get(JAVA_SHORT, 28)) >>> 12);
    }

    /// From the top four bits of a mode, which are also the kind that a listing gives.
    static Kind kind(int type) {
        return switch (type) {
            case 1 -> Kind.PIPE;
            case 2 -> Kind.CHARACTER_DEVICE;
            case 4 -> Kind.FOLDER;
            case 6 -> Kind.BLOCK_DEVICE;
            case 8 -> Kind.FILE;
            case 10 -> Kind.LINK;
            case 12 -> Kind.SOCKET;
            default -> Kind.OTHER;
        };
    }

    /// Major and minor as one number, packed as `stat` does it elsewhere.
    private static long device(int major, int minor) {
        long high = Integer.toUnsignedLong(major);
        long low = Integer.toUnsignedLong(minor);
        return ((high & 0xfff) << 8)
                | ((high & 0xfffff000L) << 32)
                | (low & 0xff)
                | ((low & 0xffffff00L) << 12);
    }
}
