package dev.berth.disk;

import dev.berth.durable.json.Json;

import java.math.BigDecimal;
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

    /// For programs: what JSON has no type for comes as an object that says what it is.
    default Json json() {
        return switch (this) {
            case Null _ -> new Json.Null();
            case Whole(var value) -> Json.number(value);
            case Real(var value) when Double.isFinite(value) ->
                    new Json.Num(BigDecimal.valueOf(value));
            case Real(var value) -> Json.text(Double.toString(value));
            case Text(var value) -> Json.text(value);
            case Bytes(var hex) -> Json.object().put("hex", hex).build();
            case TooLong(var bytes) -> Json.object().put("bytes", bytes).build();
        };
    }
}
