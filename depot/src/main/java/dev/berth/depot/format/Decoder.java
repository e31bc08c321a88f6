package dev.berth.depot.format;

import dev.berth.failure.Failure;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Map;

/// Reads what an [Encoder] wrote. Nothing is taken on trust: whatever does not fit is `Damaged`,
/// with the name of the thing that was read. Not safe for use by several threads.
public final class Decoder {
    private final byte[] bytes;
    private final int end;
    private final String subject;
    private int at;

    public Decoder(byte[] bytes, String subject) {
        this(bytes, 0, bytes.length, subject);
    }

    public Decoder(byte[] bytes, int offset, int length, String subject) {
        this.bytes = bytes;
        this.at = offset;
        this.end = offset + length;
        this.subject = subject;
    }

    public int u8() throws Failure {
        need(1);
        return bytes[at++] & 0xff;
    }

    public long u32() throws Failure {
        need(4);
        long value = 0;
        for (int i = 0; i < 4; i++) value = value << 8 | (bytes[at++] & 0xff);
        return value;
    }

    public long u64() throws Failure {
        need(8);
        long value = 0;
        for (int i = 0; i < 8; i++) value = value << 8 | (bytes[at++] & 0xff);
        return value;
    }

    /// A number from 0 to `most`.
    public long count(long most) throws Failure {
        long value = variable();
        if (value < 0 || value > most) throw damaged("a number that is too large");
        return value;
    }

    public int count(int most) throws Failure {
        return (int) count((long) most);
    }

    public long signed() throws Failure {
        long value = variable();
        return (value >>> 1) ^ -(value & 1);
    }

    public byte[] raw(int length) throws Failure {
        need(length);
        at += length;
        return Arrays.copyOfRange(bytes, at - length, at);
    }

    public byte[] bytes(int most) throws Failure {
        return raw(count(most));
    }

    public String text(int most) throws Failure {
        return new String(bytes(most), StandardCharsets.UTF_8);
    }

    /// Passes over `length` bytes and says where they begin in the array.
    public int skip(int length) throws Failure {
        need(length);
        at += length;
        return at - length;
    }

    public int left() {
        return end - at;
    }

    /// Nothing may follow.
    public void done() throws Failure {
        if (at != end) throw damaged("something behind its end");
    }

    public Failure damaged(String why) {
        return new Failure.Damaged(
                subject + " is damaged: " + why,
                "see `berth depot verify`",
                Map.of("object", subject));
    }

    private long variable() throws Failure {
        long value = 0;
        for (int shift = 0; shift < 64; shift += 7) {
            int next = u8();
            value |= (long) (next & 0x7f) << shift;
            if (next < 0x80) {
                // One way to write each number, so that equal values have equal bytes.
                if (next == 0 && shift > 0) throw damaged("a number with a needless end");
                return value;
            }
        }
        throw damaged("a number without an end");
    }

    private void need(int length) throws Failure {
        if (length < 0 || length > end - at) throw damaged("it is cut short");
    }
}
