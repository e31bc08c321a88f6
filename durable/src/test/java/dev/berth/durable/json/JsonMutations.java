package dev.berth.durable.json;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;

/// Documents that went wrong: flipped, cut, repeated, spliced, with pieces of JSON thrown in.
final class JsonMutations {
    private static final List<String> PIECES =
            List.of(
                    "{",
                    "}",
                    "[",
                    "]",
                    ":",
                    ",",
                    "\"",
                    "\\",
                    "\\u",
                    "\\ud800",
                    "\\udc00",
                    "\\u0061",
                    "null",
                    "true",
                    "false",
                    "NaN",
                    "-",
                    "+",
                    "0",
                    "00",
                    "1",
                    ".",
                    "e",
                    "E+",
                    "1e308",
                    "1e309",
                    "9223372036854775807",
                    "9223372036854775808",
                    "/*",
                    "*/",
                    "//",
                    "#",
                    "'",
                    " ",
                    "\t",
                    "\n",
                    "\r",
                    "\f",
                    "\0",
                    "\u001b",
                    "\u0085",
                    "\u00a0",
                    "\u2028",
                    "\ufeff",
                    "é",
                    "🚢",
                    "\"a\":1",
                    "{\"a\":",
                    "[[[[",
                    "]]]]",
                    ",,",
                    "{}",
                    "[]",
                    "\"\"");

    private final SplittableRandom random;
    private final List<byte[]> corpus;

    JsonMutations(long seed, List<byte[]> corpus) {
        this.random = new SplittableRandom(seed);
        this.corpus = corpus;
    }

    byte[] next() {
        byte[] document = any();
        for (int changes = 1 + random.nextInt(4); changes > 0; changes--) {
            document = changed(document);
        }
        return document;
    }

    private byte[] any() {
        return corpus.get(random.nextInt(corpus.size()));
    }

    private byte[] changed(byte[] from) {
        int at = random.nextInt(from.length + 1);
        int to = at + random.nextInt(Math.min(16, from.length - at) + 1);
        return switch (random.nextInt(7)) {
            case 0 -> flipped(from, at);
            case 1 -> Arrays.copyOf(from, at);
            case 2 -> join(from, 0, at, from, to, from.length);
            case 3 -> join(from, 0, to, from, at, from.length);
            case 4 -> spliced(from, at, any());
            case 5 -> inserted(from, at, new byte[] {(byte) random.nextInt(256)});
            default -> {
                String piece = PIECES.get(random.nextInt(PIECES.size()));
                yield inserted(from, at, piece.getBytes(StandardCharsets.UTF_8));
            }
        };
    }

    private byte[] flipped(byte[] from, int at) {
        if (at == from.length) return from;
        byte[] copy = from.clone();
        copy[at] ^= (byte) (1 << random.nextInt(8));
        return copy;
    }

    private byte[] spliced(byte[] from, int at, byte[] other) {
        return join(from, 0, at, other, random.nextInt(other.length + 1), other.length);
    }

    private static byte[] inserted(byte[] from, int at, byte[] piece) {
        return join(
                join(from, 0, at, piece, 0, piece.length),
                0,
                at + piece.length,
                from,
                at,
                from.length);
    }

    private static byte[] join(byte[] a, int aFrom, int aTo, byte[] b, int bFrom, int bTo) {
        var out = new ByteArrayOutputStream();
        out.write(a, aFrom, aTo - aFrom);
        out.write(b, bFrom, bTo - bFrom);
        return out.toByteArray();
    }
}
