package dev.berth.durable.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.berth.durable.json.JsonRefusal.Kind;

import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Optional;
import java.util.OptionalLong;

class JsonReaderTest {
    private enum Colour {
        RED,
        DARK_BLUE
    }

    @Nested
    class WhatIsThere {
        @Test
        void isReadByItsType() throws JsonRefusal {
            var fields =
                    open(
                            """
                            {"t": "x", "n": 7, "whole": 2.0, "b": true, "c": "dark_blue",
                             "at": "2026-01-31T12:00:00Z", "o": {"p": 1}, "l": [{"p": 1}, {"p": 2}],
                             "s": ["a", "b"], "null": null, "any": [1]}
                            """);
            assertThat(fields.text("t")).isEqualTo("x");
            assertThat(fields.optionalText("t")).contains("x");
            assertThat(fields.integer("n", 7, 7)).isEqualTo(7);
            assertThat(fields.integer("whole", 0, 9)).isEqualTo(2);
            assertThat(fields.optionalInteger("n", 0, 9)).hasValue(7);
            assertThat(fields.bool("b")).isTrue();
            assertThat(fields.optionalBool("b")).contains(true);
            assertThat(fields.oneOf("c", Colour.class)).isEqualTo(Colour.DARK_BLUE);
            assertThat(fields.optionalOneOf("c", Colour.class)).contains(Colour.DARK_BLUE);
            assertThat(fields.instant("at")).isEqualTo(Instant.parse("2026-01-31T12:00:00Z"));
            assertThat(fields.optionalInstant("at")).isPresent();
            assertThat(fields.<Long>object("o", o -> o.integer("p", 0, 9))).isEqualTo(1);
            assertThat(fields.list("l", o -> o.integer("p", 0, 9))).containsExactly(1L, 2L);
            assertThat(fields.texts("s")).containsExactly("a", "b");
            assertThat(fields.any("any").compact()).isEqualTo("[1]");
            assertThat(fields.any("null")).isEqualTo(new Json.Null());
            fields.done();
        }

        @Test
        void nullIsAbsentWhereAbsenceIsAllowed() throws JsonRefusal {
            var fields = open("{\"a\": null}");
            for (String name : new String[] {"a", "b"}) {
                assertThat(fields.optionalText(name)).isEmpty();
                assertThat(fields.optionalInteger(name, 0, 1)).isEqualTo(OptionalLong.empty());
                assertThat(fields.optionalBool(name)).isEmpty();
                assertThat(fields.optionalInstant(name)).isEmpty();
                assertThat(fields.optionalOneOf(name, Colour.class)).isEmpty();
                assertThat(fields.optionalObject(name, o -> 1)).isEqualTo(Optional.empty());
            }
            assertThat(fields.has("a")).isTrue();
            assertThat(fields.has("b")).isFalse();
        }
    }

    @Nested
    class WhatIsRefused {
        @Test
        void aMissingFieldAtTheObjectThatLacksIt() throws JsonRefusal {
            var fields = open("{\n  \"o\": {\"x\": 1}}");
            refused(Kind.MISSING_FIELD, 2, 8, () -> fields.object("o").text("goal"));
            refused(Kind.MISSING_FIELD, 1, 1, () -> fields.text("goal"));
        }

        @Test
        void anUnknownFieldAtItsName() throws JsonRefusal {
            refused(Kind.UNKNOWN_FIELD, 2, 2, () -> read("{\"a\":1,\n \"bad\":2}"));
        }

        @Test
        void anUnknownFieldInsideAListAtItsName() {
            refused(
                    Kind.UNKNOWN_FIELD,
                    2,
                    2,
                    () ->
                            StrictJson.read(
                                    bytes("{\"a\":[{},{\n \"x\":1}]}"),
                                    fields -> fields.list("a", _ -> 1)));
        }

        @Test
        void aWrongTypeAtTheValue() throws JsonRefusal {
            var fields = open("{\"a\":  {\"b\": [1, \"x\"]}, \"n\": 1, \"null\": null}");
            refused(Kind.WRONG_TYPE, 1, 8, () -> fields.text("a"));
            refused(Kind.WRONG_TYPE, 1, 8, () -> fields.integer("a", 0, 1));
            refused(Kind.WRONG_TYPE, 1, 8, () -> fields.bool("a"));
            refused(Kind.WRONG_TYPE, 1, 8, () -> fields.texts("a"));
            refused(Kind.WRONG_TYPE, 1, 8, () -> fields.optionalText("a"));
            refused(Kind.WRONG_TYPE, 1, 30, () -> fields.object("n"));
            refused(Kind.WRONG_TYPE, 1, 41, () -> fields.text("null"));
            refused(Kind.WRONG_TYPE, 1, 15, () -> fields.object("a").texts("b"));
            refused(Kind.WRONG_TYPE, 1, 15, () -> fields.object("a").objects("b"));
        }

        @Test
        void aNumberOutsideItsBoundsOrNotWhole() throws JsonRefusal {
            var fields = open("{\"a\": 5, \"b\": 1.5, \"c\": 1e300}");
            refused(Kind.NUMBER_DOES_NOT_FIT, 1, 7, () -> fields.integer("a", 6, 9));
            refused(Kind.NUMBER_DOES_NOT_FIT, 1, 7, () -> fields.integer("a", 0, 4));
            refused(Kind.NUMBER_DOES_NOT_FIT, 1, 15, () -> fields.integer("b", 0, 9));
            refused(
                    Kind.NUMBER_DOES_NOT_FIT,
                    1,
                    25,
                    () -> fields.integer("c", Long.MIN_VALUE, Long.MAX_VALUE));
        }

        @Test
        void aValueThatIsNotOneOfThePossibleOnes() throws JsonRefusal {
            var fields = open("{\"c\": \"RED\", \"t\": \"yesterday\"}");
            refused(Kind.WRONG_VALUE, 1, 7, () -> fields.oneOf("c", Colour.class));
            refused(Kind.WRONG_VALUE, 1, 19, () -> fields.instant("t"));
            assertThat(fields.wrongValue("c", "is no colour").getMessage())
                    .isEqualTo("line 1, column 7: \"c\" is no colour");
            assertThat(fields.wrongValue("absent", "is needed").column()).isEqualTo(1);
        }

        @Test
        void saysWhatIsPossible() throws JsonRefusal {
            var fields = open("{\"c\": \"green\"}");
            assertThatExceptionOfType(JsonRefusal.class)
                    .isThrownBy(() -> fields.oneOf("c", Colour.class))
                    .withMessageContaining("has to be one of red, dark_blue");
        }
    }

    private static void refused(Kind kind, int line, int column, ThrowingCallable call) {
        var refusal = assertThatExceptionOfType(JsonRefusal.class).isThrownBy(call).actual();
        assertThat(refusal.kind() + "@" + refusal.line() + ":" + refusal.column())
                .isEqualTo(kind + "@" + line + ":" + column);
    }

    private static long read(String text) throws JsonRefusal {
        return StrictJson.read(bytes(text), fields -> fields.integer("a", 0, 9));
    }

    private static JsonReader open(String text) throws JsonRefusal {
        return StrictJson.open(bytes(text));
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
