package dev.berth.flow;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.berth.durable.json.JsonRefusal;
import dev.berth.durable.json.JsonRefusal.Kind;
import dev.berth.failure.Failure;
import dev.berth.flow.SessionCodec.Decoded;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Optional;
import java.util.regex.Pattern;

class SessionCodecTest {
    private static final String SMALL =
            """
            {
              "format": "berth-flow/1",
              "id": "ses_1",
              "goal": "Ship it",
              "status": "active",
              "approval": "approved",
              "features": [
                {
                  "id": "f1",
                  "title": "one",
                  "status": "in_progress"
                }
              ],
              "active_feature": "f1",
              "notes": [
                {
                  "at": "2026-01-31T12:00:00Z",
                  "text": "n"
                }
              ],
              "created_at": "2026-01-31T12:00:00Z",
              "updated_at": "2026-01-31T12:00:01Z",
              "closed_at": null
            }
            """;

    @Test
    void writesOneFieldPerLine() throws Exception {
        assertThat(new String(SessionCodec.encode(small()), StandardCharsets.UTF_8))
                .isEqualTo(SMALL);
    }

    @Test
    void whateverIsTypedComesBack() throws Exception {
        var session = small();
        for (String hostile : Hostile.TEXTS) {
            session =
                    session.noting(hostile, Projects.BEGIN)
                            .adding(Optional.empty(), hostile, Projects.BEGIN);
            assertThat(SessionCodec.decode(SessionCodec.encode(session)))
                    .isEqualTo(new Decoded.Known(session));
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"berth-flow/2", "berth-flow/10", "berth-flow/999999999999999999"})
    void aLaterFormatIsKnownForOneWhateverElseItHas(String format) throws JsonRefusal {
        var later = SMALL.replace("berth-flow/1", format).replace("\"goal\"", "\"aims\"");
        assertThat(SessionCodec.decode(bytes(later))).isEqualTo(new Decoded.Newer(format));
    }

    @ParameterizedTest(name = "{0} for {1}")
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '\0',
            value = {
                "berth-flow/1|berth-flow/0|WRONG_VALUE",
                "berth-flow/1|berth-flow/02|WRONG_VALUE",
                "berth-flow/1|other/2|WRONG_VALUE",
                "\"berth-flow/1\"|1|WRONG_TYPE",
                "\"format\": \"berth-flow/1\",|\"x\": 1,|MISSING_FIELD",
                "\"goal\"|\"gaol\"|MISSING_FIELD",
                "\"goal\": |\"more\": 1, \"goal\": |UNKNOWN_FIELD",
                "\"title\": |\"more\": 1, \"title\": |UNKNOWN_FIELD",
                "\"goal\": |\"goal\": \"a\", \"goal\": |DUPLICATE_FIELD",
                "\"ses_1\"|\"../../etc\"|WRONG_VALUE",
                "\"Ship it\"|\" \"|WRONG_VALUE",
                "\"Ship it\"|null|WRONG_TYPE",
                "\"status\": \"active\"|\"status\": \"paused\"|WRONG_VALUE",
                "\"status\": \"active\"|\"status\": \"closed\"|WRONG_VALUE",
                "\"closed_at\": null|\"closed_at\": \"2026-01-31T12:00:00Z\"|WRONG_VALUE",
                "\"active_feature\": \"f1\"|\"active_feature\": null|WRONG_VALUE",
                "\"active_feature\": \"f1\"|\"active_feature\": \"f2\"|WRONG_VALUE",
                "\"active_feature\": \"f1\"|\"active_feature\": \"F/\"|WRONG_VALUE",
                "in_progress|done|WRONG_VALUE",
                "\"id\": \"f1\"|\"id\": \"F 1\"|WRONG_VALUE",
                "12:00:01Z|noon|WRONG_VALUE",
                "\"notes\": [|\"notes\": [ 7,|WRONG_TYPE",
            })
    void anythingElseIsRefusedByName(String from, String to, Kind kind) {
        var changed = SMALL.replaceFirst(Pattern.quote(from), to);
        assertThat(changed).isNotEqualTo(SMALL);
        assertThatExceptionOfType(JsonRefusal.class)
                .isThrownBy(() -> SessionCodec.decode(bytes(changed)))
                .satisfies(refusal -> assertThat(refusal.kind()).isEqualTo(kind));
    }

    @Test
    void aDamagedFileIsReadOrRefusedNeverAnythingElse() {
        byte[] file = bytes(SMALL);
        for (int at = 0; at < file.length; at++) {
            for (int bit = 0; bit < 8; bit++) {
                byte[] flipped = file.clone();
                flipped[at] ^= (byte) (1 << bit);
                answered(flipped);
            }
            answered(Arrays.copyOf(file, at));
        }
    }

    private static void answered(byte[] bytes) {
        try {
            assertThat(SessionCodec.decode(bytes)).isNotNull();
        } catch (JsonRefusal refusal) {
            assertThat(refusal.line()).isPositive();
        }
    }

    private static FlowSession small() throws Exception {
        if (SessionCodec.decode(bytes(SMALL)) instanceof Decoded.Known(var session)) return session;
        throw new Failure.NotFound("no session", "");
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
