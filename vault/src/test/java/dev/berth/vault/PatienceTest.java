package dev.berth.vault;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.berth.failure.Failure;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.locks.LockSupport;

@Timeout(120)
class PatienceTest {
    private static final int MEBIBYTE = 1 << 20;

    @Test
    void waitsForAFileAsLongAsItComesOn() throws Exception {
        var bound = Duration.ofSeconds(3);
        long began = System.nanoTime();
        String read =
                new Patience(bound)
                        .with(
                                "large.md",
                                progress -> {
                                    long bytes = 0;
                                    while (System.nanoTime() - began < bound.toNanos() * 4 / 3) {
                                        LockSupport.parkNanos(Duration.ofMillis(50).toNanos());
                                        progress.accept(bytes += MEBIBYTE);
                                    }
                                    return "all of it";
                                });
        assertThat(read).isEqualTo("all of it");
    }

    @Test
    void waitsNeitherForOneThatStopsNorForOneThatDrips() {
        var forever = new CountDownLatch(1);
        try {
            for (long came : new long[] {0, 1, 3L * MEBIBYTE}) {
                assertThatThrownBy(
                                () ->
                                        new Patience(Duration.ofMillis(100))
                                                .with(
                                                        "far.md",
                                                        progress -> {
                                                            progress.accept(came);
                                                            return stop(forever);
                                                        }))
                        .isInstanceOf(Failure.Unavailable.class)
                        .hasMessageContaining("far.md: not downloaded");
            }
        } finally {
            forever.countDown();
        }
    }

    private static String stop(CountDownLatch forever) {
        try {
            forever.await();
            return "too late";
        } catch (InterruptedException interrupted) {
            throw new AssertionError(interrupted);
        }
    }
}
