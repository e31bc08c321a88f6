package dev.berth.durable.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.berth.durable.json.JsonRefusal.Kind;
import dev.berth.failure.Failure;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

import java.nio.charset.StandardCharsets;
import java.util.EnumSet;
import java.util.List;
import java.util.stream.Collectors;

class StrictJsonTest {
    static List<JsonCase> cases() {
        return JsonCase.all();
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("cases")
    void everyCaseOfTheTableIsAnsweredAsItSays(JsonCase given) {
        assertThat(answer(given.document(), true)).isEqualTo(given.expected());
    }

    @Test
    void theTableHasEveryKindThatReadingAloneCanGive() {
        var met =
                cases().stream()
                        .map(c -> c.expected().replaceAll("@.*", ""))
                        .filter(kind -> !kind.equals("OK"))
                        .map(Kind::valueOf)
                        .collect(Collectors.toCollection(() -> EnumSet.noneOf(Kind.class)));
        assertThat(EnumSet.complementOf(EnumSet.copyOf(met)))
                .containsExactlyInAnyOrder(
                        // asked for by a reader
                        Kind.UNKNOWN_FIELD,
                        Kind.MISSING_FIELD,
                        Kind.WRONG_TYPE,
                        Kind.WRONG_VALUE,
                        // below
                        Kind.TOO_LARGE,
                        Kind.TEXT_TOO_LONG);
    }

    @Test
    void readsFieldsInTheirOrder() throws JsonRefusal {
        var read = StrictJson.read(bytes("{\"b\":1,\"a\":[\"x\",null],\"c\":{}}"));
        assertThat(read.fields().keySet()).containsExactly("b", "a", "c");
        assertThat(read.compact()).isEqualTo("{\"b\":1,\"a\":[\"x\",null],\"c\":{}}");
    }

    @Test
    void aDocumentMayBeAsLargeAsTheLimitAndNoLarger() throws JsonRefusal {
        var limits = JsonLimits.USUAL.withDocumentBytes(8);
        assertThat(StrictJson.open(bytes("{\"a\":12}"), limits).names()).containsExactly("a");
        // What is too large is not looked into: the whole is meant, from its beginning.
        assertThat(refusal(bytes("\n{\"a\":123}"), limits))
                .hasMessage("line 1, column 1: 10 bytes, more than 8")
                .extracting(JsonRefusal::kind)
                .isEqualTo(Kind.TOO_LARGE);
    }

    @Test
    void aTextOrNameMayBeAsLongAsTheLimitAndNoLonger() throws JsonRefusal {
        var limits = JsonLimits.USUAL.withTextLength(3);
        assertThat(StrictJson.open(bytes("{\"abc\":\"abc\"}"), limits).text("abc"))
                .isEqualTo("abc");
        assertThat(refusal(bytes("{\"a\":\"abcd\"}"), limits).getMessage())
                .isEqualTo("line 1, column 6: a text of more than 3 characters");
        assertThat(refusal(bytes("{\n\"abcd\":1}"), limits))
                .hasMessage("line 2, column 1: a text of more than 3 characters")
                .extracting(JsonRefusal::kind)
                .isEqualTo(Kind.TEXT_TOO_LONG);
    }

    @Test
    void aTextOfAMillionCharactersIsRead() throws JsonRefusal {
        String text = "é".repeat(1 << 20);
        assertThat(StrictJson.open(bytes("{\"a\":\"" + text + "\"}")).text("a")).isEqualTo(text);
        assertThat(refusal(bytes("{\"a\":\"" + text + "x\"}"), JsonLimits.USUAL).kind())
                .isEqualTo(Kind.TEXT_TOO_LONG);
    }

    @Test
    void sixtyFourLevelsAreRead() throws JsonRefusal {
        String deep = "{\"a\":".repeat(63) + "{}" + "}".repeat(63);
        assertThat(StrictJson.read(bytes(deep)).compact()).isEqualTo(deep);
    }

    @Test
    void aMillionBracketsAreRefusedAndNotFollowed() {
        var hostile = bytes("{\"a\":" + "[".repeat(1_000_000));
        assertThat(refusal(hostile, JsonLimits.USUAL))
                .hasMessage("line 1, column 69: nested more than 64 deep")
                .extracting(JsonRefusal::kind)
                .isEqualTo(Kind.TOO_DEEP);
    }

    @ParameterizedTest
    @ValueSource(strings = {"99999999999999999999", " \"\\ud800\"", "[1", "-1e999 ", "null\n"})
    void whatIsNoObjectIsToldAsThatWhateverItsValue(String document) {
        assertThat(refusal(bytes(document), JsonLimits.USUAL).kind()).isEqualTo(Kind.NOT_AN_OBJECT);
    }

    @ParameterizedTest
    @ValueSource(strings = {"12x", "99999999999999999999,1", "truex", "nul]"})
    void whatIsNoJsonIsToldAsThatThoughNoObjectEither(String document) {
        assertThat(refusal(bytes(document), JsonLimits.USUAL).kind()).isEqualTo(Kind.SYNTAX);
    }

    @Test
    void linesEndAsEditorsCountThem() {
        var refusal = refusal(bytes("{\r\n\"a\":1,\r\"b\":2,\n  \"é\": x}"), JsonLimits.USUAL);
        assertThat(refusal.line()).isEqualTo(4);
        assertThat(refusal.column()).isEqualTo(8);
    }

    @Test
    void aRefusalBecomesTheFailureThatTheCallerChooses() {
        var refusal = refusal(bytes("{\"a\":1,\"a\":2}"), JsonLimits.USUAL);
        assertThat(refusal.damaged("session.json", "see it"))
                .isInstanceOf(Failure.Damaged.class)
                .hasMessage("session.json: line 1, column 8: \"a\" a second time")
                .hasCause(refusal);
        assertThat(refusal.malformed("the body")).isInstanceOf(Failure.Malformed.class);
    }

    @Test
    void aRefusalShowsNoControlCharactersOfTheDocument() {
        var refusal = refusal(bytes("{\"\\u001b[31m\":1,\"\\u001b[31m\":2}"), JsonLimits.USUAL);
        assertThat(refusal.reason()).isEqualTo("\"\\u001b[31m\" a second time");
    }

    static String answer(byte[] document, boolean withPlace) {
        try {
            StrictJson.read(document);
            return "OK";
        } catch (JsonRefusal refusal) {
            String place = "@%d:%d".formatted(refusal.line(), refusal.column());
            return refusal.kind() + (withPlace ? place : "");
        }
    }

    private static JsonRefusal refusal(byte[] document, JsonLimits limits) {
        return assertThatExceptionOfType(JsonRefusal.class)
                .isThrownBy(() -> StrictJson.open(document, limits))
                .actual();
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
