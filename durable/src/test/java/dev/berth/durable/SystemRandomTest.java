package dev.berth.durable;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.ByteArrayOutputStream;
import java.io.NotSerializableException;
import java.io.ObjectOutputStream;
import java.security.SecureRandom;
import java.util.HashSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;

class SystemRandomTest {
    private static final SecureRandom RANDOM = SystemRandom.here();

    @Test
    void onLinuxItIsTheKernels() {
        boolean linux = System.getProperty("os.name").equals("Linux");
        assertThat(RANDOM.getAlgorithm().equals("getrandom")).isEqualTo(linux);
    }

    /// More than the kernel is asked for at once, and lengths around that.
    @ParameterizedTest
    @ValueSource(ints = {0, 1, 8, 255, 256, 257, 1000, 100_000})
    void everyByteIsFilled(int length) {
        var seen = new boolean[length];
        int left = length;
        // A byte that is really drawn is 0 sixty times in a row for nobody.
        for (int time = 0; time < 60 && left > 0; time++) {
            var bytes = new byte[length];
            RANDOM.nextBytes(bytes);
            for (int i = 0; i < length; i++) {
                if (bytes[i] == 0 || seen[i]) continue;
                seen[i] = true;
                left--;
            }
        }
        assertThat(left).isZero();
    }

    @Test
    void bitsAreAsOftenSetAsNot() {
        var bytes = new byte[1 << 20];
        RANDOM.nextBytes(bytes);
        for (int bit = 0; bit < 8; bit++) {
            int set = 0;
            for (byte each : bytes) set += each >> bit & 1;
            // Twenty times the deviation that a fair coin has.
            assertThat(set).isBetween((1 << 19) - 10_240, (1 << 19) + 10_240);
        }
    }

    @Test
    void aSeedFromOutsideMakesNothingPredictable() {
        var one = new HashSet<Long>();
        for (int i = 0; i < 2; i++) {
            RANDOM.setSeed(42);
            one.add(RANDOM.nextLong());
        }
        assertThat(one).hasSize(2);
        assertThat(RANDOM.generateSeed(32)).isNotEqualTo(RANDOM.generateSeed(32)).hasSize(32);
    }

    @Test
    void noTwoThreadsGetTheSame() throws Exception {
        var all = ConcurrentHashMap.<Long>newKeySet();
        try (var threads = Executors.newFixedThreadPool(4)) {
            for (int thread = 0; thread < 4; thread++) {
                threads.execute(
                        () -> {
                            for (int i = 0; i < 5000; i++) all.add(RANDOM.nextLong());
                        });
            }
        }
        assertThat(all).hasSize(20_000);
    }

    @Test
    void itIsNotWrittenDown() throws Exception {
        if (!RANDOM.getAlgorithm().equals("getrandom")) return;
        try (var out = new ObjectOutputStream(new ByteArrayOutputStream())) {
            assertThatExceptionOfType(NotSerializableException.class)
                    .isThrownBy(() -> out.writeObject(RANDOM));
        }
    }
}
