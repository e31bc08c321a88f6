package dev.berth.disk;

import java.util.HexFormat;

/// One value in a query's answer, in SQLite's five types.
public sealed interface Cell {
    record Null() implements Cell {}

    record Whole(long value) implements Cell {}

    record Real(double value) implements Cell {}

    record Text(String value) implements Cell {}

    /// Bytes that are no text, in hexadecimal.
    record Bytes(String hex) implements Cell {
        public static Bytes of(byte[] bytes) {
            return new Bytes(HexFormat.of().formatHex(bytes));
        }
    }

    /// A value longer than the limit: only its length.
    record TooLong(long bytes) implements Cell {}
}
