package dev.berth.cli;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;

class ProgressTest {
    private final ByteArrayOutputStream drawn = new ByteArrayOutputStream();
    private final AtomicLong now = new AtomicLong();

    private Progress progress(boolean terminal, long expected) {
        var out = new PrintStream(drawn, true, StandardCharsets.UTF_8);
        return new Progress(
                terminal ? Optional.of(out) : Optional.empty(),
                "packing",
                Progress.Unit.FILES,
                expected,
                80,
                now::get);
    }

    @Test
    void tellsShareRateAndTimeLeft() {
        try (var progress = progress(true, 100)) {
            now.set(2_000_000_000L);
            progress.add(50);
        }
        assertThat(drawn.toString(StandardCharsets.UTF_8))
                .contains("packing  ██████████░░░░░░░░░░  50%  50 files  25 files/s  2 s left")
                .endsWith("\r\u001b[K");
    }

    @Test
    void workThatIsOverInAMomentLeavesNoTrace() {
        try (var progress = progress(true, 100)) {
            now.set(1_000_000);
            progress.add(100);
        }
        assertThat(drawn.size()).isZero();
    }

    @Test
    void nobodyLookingMeansNothingDrawn() {
        try (var progress = progress(false, 100)) {
            now.set(5_000_000_000L);
            progress.add(10);
        }
        assertThat(drawn.size()).isZero();
    }
}
