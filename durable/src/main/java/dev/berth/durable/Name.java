package dev.berth.durable;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Optional;

/// One name in a folder: bytes, as the file system has them, which need not be UTF-8. Never empty,
/// `.` or `..`, and without `/` and NUL. Ordered by unsigned bytes.
public final class Name implements Comparable<Name> {
    private final byte[] bytes;

    /// The first eight bytes, with zeros behind a shorter name: most comparisons end here, and need
    /// no loop, which is slow where code is compiled simply.
    private final long start;

    private Name(byte[] bytes) {
        this.bytes = bytes;
        long first = 0;
        for (int i = 0; i < Long.BYTES; i++) {
            first = first << Byte.SIZE | (i < bytes.length ? bytes[i] & 0xff : 0);
        }
        this.start = first;
    }

    /// A name that we chose ourselves; anything that is not a name is a bug.
    public static Name of(String text) {
        return parse(text.getBytes(StandardCharsets.UTF_8))
                .orElseThrow(() -> new IllegalArgumentException("not a name: " + text));
    }

    /// A name from outside; empty when these bytes cannot be one.
    public static Optional<Name> parse(byte[] bytes) {
        if (bytes.length == 0 || Arrays.equals(bytes, DOT) || Arrays.equals(bytes, DOTS)) {
            return Optional.empty();
        }
        for (byte b : bytes) {
            if (b == '/' || b == 0) return Optional.empty();
        }
        return Optional.of(new Name(bytes.clone()));
    }

    public byte[] bytes() {
        return bytes.clone();
    }

    public int length() {
        return bytes.length;
    }

    /// Puts the bytes into `target` from `offset` on, without the copy that [#bytes] makes.
    public void copyTo(ByteBuffer target, int offset) {
        target.put(offset, bytes);
    }

    /// As above, into an array.
    public void copyTo(byte[] target, int offset) {
        System.arraycopy(bytes, 0, target, offset, bytes.length);
    }

    /// The name as text; empty when it is not UTF-8.
    public Optional<String> text() {
        return decode(bytes);
    }

    /// For people: text as it is, control characters and bytes that are not UTF-8 as `\xNN`.
    @Override
    public String toString() {
        return shown(bytes);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Name name
                && start == name.start
                && Arrays.equals(bytes, name.bytes);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(bytes);
    }

    @Override
    public int compareTo(Name other) {
        // No name has a NUL, so that the zeros behind a shorter one put it first.
        int order = Long.compareUnsigned(start, other.start);
        return order != 0 ? order : Arrays.compareUnsigned(bytes, other.bytes);
    }

    /// As [#compareTo], with the first `length` of these bytes.
    public int compareTo(byte[] other, int length) {
        return Arrays.compareUnsigned(bytes, 0, bytes.length, other, 0, length);
    }

    /// What a symbolic link points at: bytes, never followed by us.
    public static final class Target {
        private final byte[] bytes;

        public Target(byte[] bytes) {
            if (bytes.length == 0) throw new IllegalArgumentException("a link to nothing");
            for (byte b : bytes) {
                if (b == 0) throw new IllegalArgumentException("a NUL would end it early");
            }
            this.bytes = bytes.clone();
        }

        public static Target of(String text) {
            return new Target(text.getBytes(StandardCharsets.UTF_8));
        }

        public byte[] bytes() {
            return bytes.clone();
        }

        public Optional<String> text() {
            return decode(bytes);
        }

        @Override
        public String toString() {
            return shown(bytes);
        }

        @Override
        public boolean equals(Object other) {
            return other instanceof Target target && Arrays.equals(bytes, target.bytes);
        }

        @Override
        public int hashCode() {
            return Arrays.hashCode(bytes);
        }
    }

    private static final byte[] DOT = {'.'};
    private static final byte[] DOTS = {'.', '.'};

    private static Optional<String> decode(byte[] bytes) {
        try {
            return Optional.of(
                    StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString());
        } catch (CharacterCodingException notUtf8) {
            return Optional.empty();
        }
    }

    private static String shown(byte[] bytes) {
        var text = decode(bytes);
        var shown = new StringBuilder();
        if (text.isPresent()) {
            text.get()
                    .codePoints()
                    .forEach(
                            c -> {
                                if (Character.isISOControl(c)) {
                                    shown.append("\\x%02x".formatted(c));
                                } else {
                                    shown.appendCodePoint(c);
                                }
                            });
        } else {
            for (byte b : bytes) {
                if (b >= 0x20 && b < 0x7f) shown.append((char) b);
                else shown.append("\\x%02x".formatted(b & 0xff));
            }
        }
        return shown.toString();
    }
}
