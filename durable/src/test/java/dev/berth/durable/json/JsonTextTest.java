package dev.berth.durable.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.Test;

import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

class JsonTextTest {
    @Test
    void aFileHasOneFieldPerLineAndAFinalLineEnd() {
        var value =
                Json.object()
                        .put("format", 1)
                        .put("name", "Zürich 🚢")
                        .put("ratio", 0.5)
                        .put("done", false)
                        .put("at", Instant.parse("2026-01-02T03:04:05Z"))
                        .putText("none", Optional.empty())
                        .put("empty", Json.object())
                        .put("nothing", List.of())
                        .putTexts("tags", List.of("a", "b"))
                        .put("inner", Json.object().put("x", Json.array(List.of(Json.number(-7)))))
                        .build();
        assertThat(new String(value.file(), StandardCharsets.UTF_8))
                .isEqualTo(
                        """
                        {
                          "format": 1,
                          "name": "Zürich 🚢",
                          "ratio": 0.5,
                          "done": false,
                          "at": "2026-01-02T03:04:05Z",
                          "none": null,
                          "empty": {},
                          "nothing": [],
                          "tags": [
                            "a",
                            "b"
                          ],
                          "inner": {
                            "x": [
                              -7
                            ]
                          }
                        }
                        """);
    }

    @Test
    void compactIsOneLineWithoutSpaces() {
        var value = Json.object().put("a", 1).put("b", Json.texts(List.of("x\ny", "z"))).build();
        assertThat(value.compact()).isEqualTo("{\"a\":1,\"b\":[\"x\\ny\",\"z\"]}");
    }

    @Test
    void everyControlCharacterIsEscaped() {
        for (char c = 0; c < 0xa0; c++) {
            String written = new Json.Text(String.valueOf(c)).compact();
            assertThat(written.chars()).noneMatch(Character::isISOControl);
        }
        assertThat(new Json.Text("\u001b[2J\u009b\u007f\0").compact())
                .isEqualTo("\"\\u001b[2J\\u009b\\u007f\\u0000\"");
    }

    @Test
    void everyCharacterComesBackAsItWas() throws JsonRefusal {
        var all = new StringBuilder();
        for (int c = 0; c <= Character.MAX_CODE_POINT; c += c < 0x3000 ? 1 : 61) {
            boolean surrogate = c >= 0xd800 && c <= 0xdfff;
            if (!surrogate) all.appendCodePoint(c);
        }
        var written = Json.object().put("all", all.toString()).build();
        assertThat(StrictJson.open(written.file()).text("all")).isEqualTo(all.toString());
    }

    @Test
    void halfASurrogatePairBecomesTheReplacementCharacter() throws JsonRefusal {
        var value = Json.object().put("a\ud800", "x\udc00y").build();
        assertThat(value.compact()).isEqualTo("{\"a\ufffd\":\"x\ufffdy\"}");
        assertThat(StrictJson.read(value.file())).isEqualTo(value);
    }

    @Test
    void puttingANameTwiceIsABug() {
        var fields = Json.object().put("a", 1);
        assertThatIllegalArgumentException().isThrownBy(() -> fields.put("a", 2));
    }

    @Test
    void aNumberThatCouldNotBeReadAgainIsABug() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new Json.Num(new BigDecimal("1e400")));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new Json.Num(new BigDecimal("9223372036854775808")));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Json.object().put("a", Double.POSITIVE_INFINITY));
    }
}
