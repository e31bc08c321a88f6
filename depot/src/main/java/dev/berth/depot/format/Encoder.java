package dev.berth.depot.format;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/// Bytes being put together: fixed numbers are big-endian, counts and lengths are variable (seven
/// bits a byte, the lowest first). Not safe for use by several threads.
public final class Encoder {
    private byte[] bytes;
    private int length;

    public Encoder() {
        this(256);
    }

    public Encoder(int expected) {
        bytes = new byte[Math.max(16, expected)];
    }

    public Encoder u8(int value) {
        room(1);
        bytes[length++] = (byte) value;
        return this;
    }

    public Encoder u32(long value) {
        room(4);
        for (int shift = 24; shift >= 0; shift -= 8) bytes[length++] = (byte) (value >>> shift);
        return this;
    }

    public Encoder u64(long value) {
        room(8);
        for (int shift = 56; shift >= 0; shift -= 8) bytes[length++] = (byte) (value >>> shift);
        return this;
    }

    /// A number that is not negative, in as few bytes as it needs.
    public Encoder count(long value) {
        if (value < 0) throw new IllegalArgumentException("negative: " + value);
        room(10);
        long rest = value;
        while (rest >= 0x80) {
            bytes[length++] = (byte) (rest | 0x80);
            rest >>>= 7;
        }
        bytes[length++] = (byte) rest;
        return this;
    }

    /// A number of either sign: its double, less one when it is negative.
    public Encoder signed(long value) {
        room(10);
        long rest = (value << 1) ^ (value >> 63);
        while ((rest & ~0x7fL) != 0) {
            bytes[length++] = (byte) (rest | 0x80);
            rest >>>= 7;
        }
        bytes[length++] = (byte) rest;
        return this;
    }

    public Encoder raw(byte[] value) {
        return raw(value, 0, value.length);
    }

    public Encoder raw(byte[] value, int offset, int count) {
        room(count);
        System.arraycopy(value, offset, bytes, length, count);
        length += count;
        return this;
    }

    /// Bytes with their length in front.
    public Encoder bytes(byte[] value) {
        return count(value.length).raw(value);
    }

    /// A text in UTF-8 with its length in front.
    public Encoder text(String value) {
        return bytes(value.getBytes(StandardCharsets.UTF_8));
    }

    public int length() {
        return length;
    }

    /// The bytes so far, as they lie: good until the next change.
    public byte[] array() {
        return bytes;
    }

    public void clear() {
        length = 0;
    }

    public byte[] toBytes() {
        return Arrays.copyOf(bytes, length);
    }

    private void room(int more) {
        if (bytes.length - length < more) {
            bytes = Arrays.copyOf(bytes, Math.max(bytes.length * 2, length + more));
        }
    }
}
