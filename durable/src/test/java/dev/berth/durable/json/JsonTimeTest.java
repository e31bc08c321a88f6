package dev.berth.durable.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.time.DateTimeException;
import java.time.Instant;
import java.util.Optional;
import java.util.SplittableRandom;

class JsonTimeTest {
    private static final int CASES = 20_000;
    private static final long LAST = Instant.parse("9999-12-31T23:59:59Z").getEpochSecond();
    private static final long FIRST = Instant.parse("0000-01-01T00:00:00Z").getEpochSecond();

    @ParameterizedTest(name = "seed {0}")
    @ValueSource(longs = {1, 20261119})
    void everyTimeIsWrittenAndReadAsTheLibraryDoes(long seed) {
        var random = new SplittableRandom(seed);
        for (int i = 0; i < CASES; i++) {
            var time = time(random);
            String text = JsonTime.text(time);
            assertThat(text).isEqualTo(time.toString());
            assertThat(JsonTime.parse(text)).isEqualTo(time);
        }
    }

    @Test
    void everyDayOfFourHundredYearsIsTheLibrarys() {
        long day = 24 * 3600;
        for (long at = -day * 73_000; at < day * 73_100; at += day) {
            var time = Instant.ofEpochSecond(at);
            assertThat(JsonTime.parse(time.toString())).isEqualTo(time);
            assertThat(JsonTime.text(time)).isEqualTo(time.toString());
        }
    }

    @ParameterizedTest(name = "seed {0}")
    @ValueSource(longs = {2, 77})
    void whatIsAlmostATimeIsReadOrRefusedAsByTheLibrary(long seed) {
        var random = new SplittableRandom(seed);
        int read = 0;
        for (int i = 0; i < CASES; i++) {
            String text = altered(time(random).toString(), random);
            var expected = library(text);
            if (expected.isEmpty()) {
                assertThatExceptionOfType(DateTimeException.class)
                        .as(text)
                        .isThrownBy(() -> JsonTime.parse(text));
            } else {
                read++;
                assertThat(JsonTime.parse(text)).as(text).isEqualTo(expected.get());
            }
        }
        // Neither all nor nothing, which would prove little.
        assertThat(read).isBetween(CASES / 20, CASES - CASES / 20);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "2024-02-29T00:00:00Z",
                "2023-02-29T00:00:00Z",
                "2026-04-31T00:00:00Z",
                "2026-12-31T24:00:00Z",
                "2016-12-31T23:59:60Z",
                "2026-01-31T12:00:00+01:00",
                "2026-01-31t12:00:00z",
                "2026-01-31T12:00Z",
                "2026-01-31T12:00:00.Z",
                "2026-01-31T12:00:00.1234567890Z",
                "2026-01-31T12:00:00.000000001Z",
                "٢٠٢٦-01-31T12:00:00Z",
                "+12026-01-31T12:00:00Z",
                "-0001-01-31T12:00:00Z",
                "2026-00-10T12:00:00Z",
                "2026-13-10T12:00:00Z",
                "2026-01-00T12:00:00Z",
                "2026-01-01T12:60:00Z",
                ""
            })
    void theRareOnesAreTheLibrarys(String text) {
        var expected = library(text);
        if (expected.isPresent()) {
            assertThat(JsonTime.parse(text)).isEqualTo(expected.get());
        } else {
            assertThatExceptionOfType(DateTimeException.class)
                    .isThrownBy(() -> JsonTime.parse(text));
        }
    }

    private static Instant time(SplittableRandom random) {
        long second = random.nextLong(FIRST, LAST);
        // Whole minutes and few digits are written more briefly.
        if (random.nextInt(4) == 0) second -= Math.floorMod(second, 60);
        int nano =
                switch (random.nextInt(4)) {
                    case 0 -> 0;
                    case 1 -> random.nextInt(1000) * 1_000_000;
                    case 2 -> random.nextInt(1_000_000) * 1000;
                    default -> random.nextInt(1_000_000_000);
                };
        return Instant.ofEpochSecond(second, nano);
    }

    private static String altered(String text, SplittableRandom random) {
        var changed = new StringBuilder(text);
        int at = random.nextInt(text.length());
        switch (random.nextInt(4)) {
            case 0 -> changed.deleteCharAt(at);
            case 1 -> changed.insert(at, (char) ('0' + random.nextInt(10)));
            default -> changed.setCharAt(at, (char) ('-' + random.nextInt(46)));
        }
        return changed.toString();
    }

    private static Optional<Instant> library(String text) {
        try {
            return Optional.of(Instant.parse(text));
        } catch (DateTimeException refused) {
            return Optional.empty();
        }
    }
}
