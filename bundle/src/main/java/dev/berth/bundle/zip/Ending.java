package dev.berth.bundle.zip;

import static dev.berth.bundle.zip.Member.FULL;

import java.util.Arrays;
import java.util.Optional;

/// What stands behind the directory: how many entries there are and where the directory lies.
public record Ending(long count, long directoryBytes, long directoryOffset) {
    /// The most bytes that an ending takes.
    public static final int MOST_BYTES = 56 + 20 + 22;

    private static final int END = 0x06054b50;
    private static final int END_ZIP64 = 0x06064b50;
    private static final int LOCATOR = 0x07064b50;
    private static final int END_BYTES = 22;
    private static final int MOST_COUNT = 0xffff;

    private boolean large() {
        return count >= MOST_COUNT || directoryBytes >= FULL || directoryOffset >= FULL;
    }

    public byte[] bytes() {
        byte[] bytes = new byte[large() ? MOST_BYTES : END_BYTES];
        var out = Member.buffer(bytes);
        if (large()) {
            short version = (short) Member.VERSION_ZIP64;
            out.putInt(END_ZIP64).putLong(44).putShort((short) (Member.MADE_ON_UNIX | version));
            out.putShort(version).putInt(0).putInt(0).putLong(count).putLong(count);
            out.putLong(directoryBytes).putLong(directoryOffset);
            out.putInt(LOCATOR).putInt(0).putLong(directoryOffset + directoryBytes).putInt(1);
        }
        short shown = (short) Math.min(count, MOST_COUNT);
        out.putInt(END).putShort((short) 0).putShort((short) 0).putShort(shown).putShort(shown);
        out.putInt((int) Math.min(directoryBytes, FULL));
        out.putInt((int) Math.min(directoryOffset, FULL)).putShort((short) 0);
        return bytes;
    }

    /// The ending of a zip of `size` bytes whose last bytes are `tail`: empty unless it is exactly
    /// what [#bytes] gives, with nothing behind it and the directory right before it.
    public static Optional<Ending> parse(byte[] tail, long size) {
        if (tail.length < END_BYTES) return Optional.empty();
        var in = Member.buffer(tail);
        int at = tail.length - END_BYTES;
        var plain =
                new Ending(
                        Short.toUnsignedLong(in.getShort(at + 10)),
                        Integer.toUnsignedLong(in.getInt(at + 12)),
                        Integer.toUnsignedLong(in.getInt(at + 16)));
        var ending = plain;
        if (plain.large()) {
            if (tail.length < MOST_BYTES) return Optional.empty();
            int start = tail.length - MOST_BYTES;
            ending =
                    new Ending(
                            in.getLong(start + 32), in.getLong(start + 40), in.getLong(start + 48));
        }
        return ending.isAtTheEndOf(tail, size) ? Optional.of(ending) : Optional.empty();
    }

    private boolean isAtTheEndOf(byte[] tail, long size) {
        byte[] expected = bytes();
        boolean sane = count >= 0 && directoryBytes >= 0 && directoryOffset >= 0;
        return sane
                && expected.length <= tail.length
                && directoryOffset <= size - expected.length
                && directoryBytes == size - expected.length - directoryOffset
                && Arrays.equals(
                        tail,
                        tail.length - expected.length,
                        tail.length,
                        expected,
                        0,
                        expected.length);
    }
}
