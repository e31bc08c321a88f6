package dev.berth.depot.key;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.nio.charset.StandardCharsets;
import java.util.SplittableRandom;

import javax.crypto.KDF;
import javax.crypto.spec.HKDFParameterSpec;

@DisplayName("A derived key")
class HkdfTest {
    @ParameterizedTest(name = "seed {0}")
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
    void isWhatTheJdkDerives(long seed) throws Exception {
        var random = new SplittableRandom(seed);
        var key = new byte[32];
        random.nextBytes(key);
        // None at all, shorter and longer than what the hash takes at a time.
        var salt = new byte[seed == 1 ? 0 : random.nextInt(1, 200)];
        random.nextBytes(salt);
        String label = "label " + seed;
        var spec =
                HKDFParameterSpec.ofExtract()
                        .addIKM(key)
                        .addSalt(salt)
                        .thenExpand(label.getBytes(StandardCharsets.US_ASCII), Gcm.KEY_BYTES);

        byte[] derived = Hkdf.derive(key, salt, label);

        assertThat(derived).isEqualTo(KDF.getInstance("HKDF-SHA256").deriveData(spec));
    }
}
