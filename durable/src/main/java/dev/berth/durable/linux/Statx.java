package dev.berth.durable.linux;

import dev.berth.durable.FileStat;
import dev.berth.durable.FileStat.Kind;

import java.nio.ByteBuffer;

/// The kernel's `struct statx`, the same on every processor.
final class Statx {
    /// Everything that the older calls told as well.
    static final int BASIC = 0x7ff;

    private Statx() {}

    static FileStat decode(ByteBuffer answer) {
        int mode = Short.toUnsignedInt(answer.getShort(28));
        return new FileStat(
                kind(mode >>> 12),
                mode & 07777,
                answer.getInt(20),
                answer.getInt(24),
                answer.getLong(40),
                answer.getLong(48),
                answer.getLong(32),
                device(answer.getInt(136), answer.getInt(140)),
                Integer.toUnsignedLong(answer.getInt(16)),
                answer.getLong(112),
                answer.getInt(120),
                answer.getLong(96),
                answer.getInt(104));
    }

    static Kind kind(ByteBuffer answer) {
        return kind(Short.toUnsignedInt(answer.getShort(28)) >>> 12);
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
