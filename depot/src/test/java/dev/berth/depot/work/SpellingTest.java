package dev.berth.depot.work;

import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.durable.Name;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.SplittableRandom;

class SpellingTest {
    private static final long SEED = 20;

    @ParameterizedTest
    @CsvSource({
        "61c3bc20622e74, a\u00fc b.t",
        "61ff, a\\xff",
        "615c786666, a\\x5cxff",
        "c3bcff, \\xc3\\xbc\\xff",
        "0a1b7f, \\x0a\\x1b\\x7f",
        "c285, \\xc2\\x85",
        "e280ae, \\xe2\\x80\\xae",
        "5cff, \\x5c\\xff",
        "6120, a\\x20",
        "20612062, \\x20a b",
        "20, \\x20",
        "61c2a0, a\\xc2\\xa0",
        "2061ff20, \\x20a\\xff\\x20",
    })
    void escapesWhatIsNoText(String hex, String spelled) {
        assertThat(Spelling.of(name(HexFormat.of().parseHex(hex)))).isEqualTo(spelled);
    }

    @Test
    void takesABackslashThatBeginsNothingForOne() {
        assertThat(Spelling.bytes("a\\b\\x4\\xg0\\x"))
                .isEqualTo("a\\b\\x4\\xg0\\x".getBytes(StandardCharsets.UTF_8));
    }

    /// Whatever is written can be typed, and so no two names are written alike.
    @Test
    void isReadAsWhatWasWritten() {
        var random = new SplittableRandom(SEED);
        var seen = new HashMap<String, Name>();
        byte[] often = "\\x5cf0a \u0085\u202e".getBytes(StandardCharsets.UTF_8);
        for (int i = 0; i < 20_000; i++) {
            var bytes = new byte[1 + random.nextInt(8)];
            random.nextBytes(bytes);
            for (int j = 0; j < bytes.length; j++) {
                if (random.nextInt(3) > 0) bytes[j] = often[random.nextInt(often.length)];
                if (bytes[j] == '/' || bytes[j] == '.' || bytes[j] == 0) bytes[j] = '\\';
            }
            var name = name(bytes);
            String spelled = Spelling.of(name);
            assertThat(Spelling.bytes(spelled)).as("seed %d: %s", SEED, spelled).isEqualTo(bytes);
            assertThat(seen.putIfAbsent(spelled, name)).isIn(null, name);
        }
    }

    private static Name name(byte[] bytes) {
        return Name.parse(bytes).orElseThrow();
    }
}
