package dev.berth.bundle.zip;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;

/// One entry of the zip: its name, what it is on Unix, how it is packed and where it lies.
///
/// Both of its headers follow from these facts and from nothing else. Times are always the same, so
/// that equal content gives equal bytes; numbers over 32 bits go into a Zip64 field, and only then.
public record Member(
        String name, int mode, Method method, int crc, long packed, long size, long offset) {
    /// How the bytes of an entry are kept.
    public enum Method {
        STORED(0),
        DEFLATED(8);

        private final int code;

        Method(int code) {
            this.code = code;
        }
    }

    /// The largest number of the plain format; from here on the Zip64 field has it.
    static final long FULL = 0xffff_ffffL;

    /// The plain part of a central header.
    public static final int CENTRAL_BYTES = 46;

    /// The plain part of a local header.
    public static final int LOCAL_BYTES = 30;

    /// Where a central header says how the entry is packed.
    public static final int CENTRAL_METHOD_AT = 10;

    static final int LOCAL = 0x04034b50;
    static final int CENTRAL = 0x02014b50;
    static final int VERSION = 20;
    static final int VERSION_ZIP64 = 45;
    static final int MADE_ON_UNIX = 3 << 8;
    private static final int NAMES_ARE_UTF8 = 0x0800;
    private static final int ZIP64_FIELD = 1;
    private static final int FOLDER_TYPE = 0040000;
    private static final int TYPE_BITS = 0170000;
    private static final int DOS_FOLDER = 0x10;
    private static final int MIDNIGHT = 0;
    // Not the first day that the format can say: readers in some time zones would go below it.
    private static final int FIRST_OF_FEBRUARY_1980 = 2 << 5 | 1;

    /// The same entry at another place.
    public Member at(long newOffset) {
        return new Member(name, mode, method, crc, packed, size, newOffset);
    }

    /// The bytes in front of the packed content.
    public byte[] local() {
        boolean large = size >= FULL || packed >= FULL;
        byte[] text = name.getBytes(StandardCharsets.UTF_8);
        int extra = large ? 20 : 0;
        byte[] bytes = new byte[LOCAL_BYTES + text.length + extra];
        var out = buffer(bytes).putInt(LOCAL);
        common(out, large);
        out.putInt((int) (large ? FULL : packed)).putInt((int) (large ? FULL : size));
        out.putShort((short) text.length).putShort((short) extra).put(text);
        if (large) out.putShort((short) ZIP64_FIELD).putShort((short) 16).putLong(size);
        if (large) out.putLong(packed);
        return bytes;
    }

    /// The bytes in the directory at the end.
    public byte[] central() {
        int numbers = (size >= FULL ? 8 : 0) + (packed >= FULL ? 8 : 0) + (offset >= FULL ? 8 : 0);
        byte[] text = name.getBytes(StandardCharsets.UTF_8);
        int extra = numbers > 0 ? 4 + numbers : 0;
        byte[] bytes = new byte[CENTRAL_BYTES + text.length + extra];
        var out = buffer(bytes).putInt(CENTRAL);
        out.putShort((short) (MADE_ON_UNIX | (numbers > 0 ? VERSION_ZIP64 : VERSION)));
        common(out, numbers > 0);
        out.putInt((int) Math.min(packed, FULL)).putInt((int) Math.min(size, FULL));
        out.putShort((short) text.length).putShort((short) extra);
        // No comment, on the first disk, no inner attributes.
        out.putShort((short) 0).putShort((short) 0).putShort((short) 0);
        out.putInt((mode << 16) | ((mode & TYPE_BITS) == FOLDER_TYPE ? DOS_FOLDER : 0));
        out.putInt((int) Math.min(offset, FULL)).put(text);
        if (numbers > 0) out.putShort((short) ZIP64_FIELD).putShort((short) numbers);
        if (size >= FULL) out.putLong(size);
        if (packed >= FULL) out.putLong(packed);
        if (offset >= FULL) out.putLong(offset);
        return bytes;
    }

    /// How long [#local] is.
    public int localBytes() {
        return LOCAL_BYTES + utf8Length(name) + (size >= FULL || packed >= FULL ? 20 : 0);
    }

    private static int utf8Length(String text) {
        for (int i = 0; i < text.length(); i++) {
            if (text.charAt(i) >= 0x80) return text.getBytes(StandardCharsets.UTF_8).length;
        }
        return text.length();
    }

    private void common(ByteBuffer out, boolean zip64) {
        out.putShort((short) (zip64 ? VERSION_ZIP64 : VERSION)).putShort((short) NAMES_ARE_UTF8);
        out.putShort((short) method.code);
        out.putShort((short) MIDNIGHT).putShort((short) FIRST_OF_FEBRUARY_1980).putInt(crc);
    }

    static ByteBuffer buffer(byte[] bytes) {
        return ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
    }
}
