package dev.berth.durable.linux;

import dev.berth.durable.FileStat;
import dev.berth.durable.FileStat.Kind;

import java.nio.ByteBuffer;

/// The kernel's `struct statx`, the same on every processor.
final class Statx {
    /// Everything that the older calls told as well.
    static final int BASIC = 0x7ff;

    /// Kind and permission bits alone.
    static final int MODE = 0x3;

    private Statx() {}

    /// How many words of it are of interest.
    static final int WORDS = 18;

    /// From its first words, as they lie: taken at once, since a look at a buffer costs code that
    /// is not compiled yet more than all the rest, and a walk asks for thirteen facts of each
    /// entry.
    static FileStat decode(long[] words) {
        int mode = high(words[3]) & 0xffff;
        return new FileStat(
                kind(mode >>> 12),
                mode & 07777,
                high(words[2]),
                (int) words[3],
                words[5],
                words[6],
                words[4],
                device((int) words[17], high(words[17])),
                words[2] & 0xffffffffL,
                words[14],
                (int) words[15],
                words[12],
                (int) words[13]);
    }

    private static int high(long word) {
        return (int) (word >>> 32);
    }

    static Kind kind(ByteBuffer answer) {
        return kind(Short.toUnsignedInt(answer.getShort(28)) >>> 12);
    }

    /// The permission bits.
    static int mode(ByteBuffer answer) {
        return answer.getShort(28) & 07777;
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
