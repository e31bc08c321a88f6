package dev.berth.bundle.hostile;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;

/// Numbers of 64 bits where readers differ in when they believe them.
final class Zip64Attacks {
    private static final int ENDING = 22;
    private static final int LOCATOR_AT = 56;
    private static final int PLAIN_AT = 76;
    private static final int ALL = 0xffff_ffff;

    private Zip64Attacks() {}

    static void list(Attacks to) {
        endings(to);
        fields(to);
    }

    private static void endings(Attacks to) {
        to.add("Zip64 count without Zip64", "65535", plain(end -> end.putInt(8, ALL)));
        to.add("Zip64 size without Zip64", "one", plain(end -> end.putInt(12, ALL)));
        to.add("Zip64 place without Zip64", "one", plain(end -> end.putInt(16, ALL)));
        to.add("Zip64 ending without need", "numbers also plain", large(end -> end));
        to.add("Zip64 ending without need", "count", large(end -> end.putInt(PLAIN_AT + 8, ALL)));
        to.add("Zip64 ending without need", "all", large(Zip64Attacks::all));
        to.add("Zip64 ending without locator", "all", large(end -> all(end).putInt(LOCATOR_AT, 0)));
        to.add(
                "Zip64 locator that points elsewhere",
                "0",
                large(end -> all(end).putLong(LOCATOR_AT + 8, 0)));
        to.add(
                "Zip64 locator that points elsewhere",
                "beyond",
                large(end -> all(end).putLong(LOCATOR_AT + 8, Long.MAX_VALUE)));
        for (long lie : new long[] {0, 1, 7, 65_535, 1L << 32, Long.MAX_VALUE, -1}) {
            to.add("Zip64 count that lies", "" + lie, large(end -> counts(all(end), lie)));
            to.add("Zip64 size that lies", "" + lie, large(end -> all(end).putLong(40, lie)));
            to.add("Zip64 place that lies", "" + lie, large(end -> all(end).putLong(48, lie)));
        }
        to.add("Zip64 ending of another length", "43", large(end -> all(end).putLong(4, 43)));
        to.add("Zip64 on another disk", "one", large(end -> all(end).putInt(16, 1)));
    }

    private static void fields(Attacks to) {
        for (long said : new long[] {0, 5, 6, 1L << 32, Long.MAX_VALUE, -1}) {
            to.add("Zip64 field of the directory", "size " + said, f -> central(f, 24, said));
            to.add("Zip64 field of the directory", "packed " + said, f -> central(f, 20, said));
            to.add("Zip64 field of the directory", "place " + said, f -> central(f, 42, said));
            to.add(
                    "Zip64 field of the file",
                    "both " + said,
                    f -> f.part(0).local = header -> local(header, said));
        }
        to.add(
                "Zip64 field that is not there",
                "size",
                f -> f.part(0).central = h -> at(h).putInt(24, ALL).array());
        to.add(
                "Zip64 field that is not there",
                "file",
                f -> f.part(0).local = h -> at(h).putInt(18, ALL).putInt(22, ALL).array());
        to.add(
                "Zip64 field that nobody asked for",
                "one",
                f -> f.part(0).central = h -> with(h, 30, 5));
    }

    private static void central(Forge forge, int numberAt, long said) {
        forge.part(0).central = header -> with(at(header).putInt(numberAt, ALL).array(), 30, said);
    }

    private static byte[] local(byte[] header, long said) {
        byte[] full = at(header).putInt(18, ALL).putInt(22, ALL).array();
        byte[] once = with(full, 28, said);
        byte[] twice = Arrays.copyOf(once, once.length + 8);
        return at(twice)
                .putShort(28, (short) 20)
                .putShort(header.length + 2, (short) 16)
                .putLong(once.length, said)
                .array();
    }

    /// The header with a Zip64 field of one number behind it.
    private static byte[] with(byte[] header, int lengthAt, long said) {
        byte[] longer = Arrays.copyOf(header, header.length + 12);
        return at(longer)
                .putShort(lengthAt, (short) 12)
                .putShort(header.length, (short) 1)
                .putShort(header.length + 2, (short) 8)
                .putLong(header.length + 4, said)
                .array();
    }

    private static Consumer<Forge> plain(UnaryOperator<ByteBuffer> change) {
        return forge -> forge.endingBytes = end -> change.apply(at(end)).array();
    }

    /// The same ending, said in 64 bits in front as well, with a change.
    private static Consumer<Forge> large(UnaryOperator<ByteBuffer> change) {
        return forge ->
                forge.endingBytes =
                        end -> {
                            var in = at(end);
                            long count = in.getShort(8);
                            byte[] both = new byte[PLAIN_AT + ENDING];
                            System.arraycopy(end, 0, both, PLAIN_AT, ENDING);
                            var out = at(both).putInt(0, 0x06064b50).putLong(4, 44);
                            out.putShort(12, (short) (3 << 8 | 45)).putShort(14, (short) 45);
                            counts(out, count).putLong(40, in.getInt(12));
                            out.putLong(48, in.getInt(16)).putInt(LOCATOR_AT, 0x07064b50);
                            out.putLong(LOCATOR_AT + 8, in.getInt(16) + in.getInt(12));
                            out.putInt(LOCATOR_AT + 16, 1);
                            return change.apply(out).array();
                        };
    }

    private static ByteBuffer counts(ByteBuffer end, long count) {
        return end.putLong(24, count).putLong(32, count);
    }

    /// Nothing but the 64 bits says anything.
    private static ByteBuffer all(ByteBuffer end) {
        return end.putInt(PLAIN_AT + 8, ALL).putInt(PLAIN_AT + 12, ALL).putInt(PLAIN_AT + 16, ALL);
    }

    private static ByteBuffer at(byte[] bytes) {
        return ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
    }
}
