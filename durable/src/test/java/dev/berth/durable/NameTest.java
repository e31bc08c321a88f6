package dev.berth.durable;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.util.Arrays;
import java.util.SplittableRandom;

class NameTest {
    /// Names that begin alike, shorter and longer than what is compared at once.
    @ParameterizedTest(name = "seed {0}")
    @ValueSource(longs = {1, 2, 3})
    void areOrderedAndEqualAsTheirBytesAre(long seed) {
        var random = new SplittableRandom(seed);
        int equal = 0;
        int behind = 0;
        for (int i = 0; i < 200_000; i++) {
            byte[] a = bytes(random);
            byte[] b = bytes(random);
            int expected = Integer.signum(Arrays.compareUnsigned(a, b));
            var one = Name.parse(a).orElseThrow();
            var other = Name.parse(b).orElseThrow();
            assertThat(Integer.signum(one.compareTo(other))).isEqualTo(expected);
            assertThat(one.equals(other)).isEqualTo(expected == 0);
            assertThat(one.equals(Name.parse(a.clone()).orElseThrow())).isTrue();
            if (expected == 0) equal++;
            if (a.length > 8 && b.length > 8 && Arrays.mismatch(a, b) >= 8) behind++;
        }
        assertThat(equal).isGreaterThan(100);
        assertThat(behind).isGreaterThan(100);
    }

    private static byte[] bytes(SplittableRandom random) {
        byte[] few = {1, 'a', 'b', (byte) 0x80, (byte) 0xff};
        var bytes = new byte[random.nextInt(1, 13)];
        Arrays.fill(bytes, (byte) 'a');
        for (int changes = random.nextInt(3); changes > 0; changes--) {
            bytes[random.nextInt(bytes.length)] = few[random.nextInt(few.length)];
        }
        return bytes;
    }
}
