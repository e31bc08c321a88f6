package dev.berth.durable.crypto;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.berth.durable.Need;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.stream.LongStream;

import javax.crypto.Cipher;
import javax.crypto.Mac;
import javax.crypto.spec.GCMParameterSpec;
import javax.crypto.spec.SecretKeySpec;

/// Both ways are compared with the JDK's own classes, used plainly.
class CryptoTest {
    /// Around the pieces that a library is fed with, and blocks of the hash.
    private static final int[] LENGTHS = {
        0,
        1,
        15,
        16,
        31,
        55,
        56,
        63,
        64,
        65,
        1000,
        65_535,
        65_536,
        65_537,
        131_072,
        300_001,
        1 << 20,
        (1 << 20) + 1
    };

    static LongStream seeds() {
        return LongStream.rangeClosed(1, 6);
    }

    private static byte[] bytes(SplittableRandom random, int length) {
        var bytes = new byte[length];
        random.nextBytes(bytes);
        return bytes;
    }

    /// With the system's library, where it must be, that of bytes copied and of bytes where they
    /// lie, and without.
    private static List<Optional<Libcrypto>> ways() {
        Need.that(
                Libcrypto.here().isPresent(), "libcrypto of OpenSSL 3, which gives known answers");
        return List.of(Libcrypto.load(Long.MAX_VALUE), Libcrypto.load(0), Optional.empty());
    }

    @Nested
    @DisplayName("A SHA-256")
    class Hash {
        @ParameterizedTest(name = "seed {0}")
        @MethodSource("dev.berth.durable.crypto.CryptoTest#seeds")
        void isTheJdks(long seed) throws Exception {
            var random = new SplittableRandom(seed);
            for (var way : ways()) {
                // One for all of them: nothing of a hash may be left for the next.
                var sha = new Sha256(way);
                for (int length : LENGTHS) {
                    int before = random.nextInt(100);
                    byte[] bytes = bytes(random, before + length + random.nextInt(100));
                    byte[] head = bytes(random, random.nextInt(2) * random.nextInt(70_000));
                    var out = new byte[3 + Sha256.BYTES];
                    var jdk = MessageDigest.getInstance("SHA-256");
                    jdk.update(head);
                    jdk.update(bytes, before, length);

                    sha.hash(head, bytes, before, length, out, 3);

                    assertThat(Arrays.copyOfRange(out, 3, out.length))
                            .as("%d bytes behind %d, %s", length, head.length, way)
                            .isEqualTo(jdk.digest());
                    assertThat(Arrays.copyOf(out, 3)).containsOnly(0);
                }
            }
        }

        @Test
        void isRightForManyThreadsAtOnce() throws Exception {
            byte[] bytes = bytes(new SplittableRandom(7), 200_000);
            byte[] expected = MessageDigest.getInstance("SHA-256").digest(bytes);
            for (var way : ways()) {
                var wrong = new ArrayList<byte[]>();
                var threads = new ArrayList<Thread>();
                for (int i = 0; i < 8; i++) {
                    threads.add(
                            Thread.ofVirtual()
                                    .start(
                                            () -> {
                                                var sha = new Sha256(way);
                                                for (int j = 0; j < 50; j++) {
                                                    byte[] hash = sha.hash(bytes);
                                                    if (Arrays.equals(hash, expected)) continue;
                                                    synchronized (wrong) {
                                                        wrong.add(hash);
                                                    }
                                                }
                                            }));
                }
                for (var thread : threads) thread.join();
                assertThat(wrong).isEmpty();
            }
        }
    }

    @Nested
    @DisplayName("A code of a message")
    class Code {
        @ParameterizedTest(name = "seed {0}")
        @MethodSource("dev.berth.durable.crypto.CryptoTest#seeds")
        void isTheJdksWhateverTheLengths(long seed) throws Exception {
            var random = new SplittableRandom(seed);
            for (var way : ways()) {
                // The JDK takes no empty key; none is as many zeros as one likes.
                for (int keyLength : new int[] {1, 32, 63, 64, 65, 200}) {
                    byte[] key = bytes(random, keyLength);
                    var hmac = new Hmac(key, new Sha256(way));
                    for (int length : new int[] {0, 32, 1000, 5, 64}) {
                        byte[] message = bytes(random, length);
                        var mac = Mac.getInstance("HmacSHA256");
                        mac.init(new SecretKeySpec(key, "HmacSHA256"));
                        assertThat(hmac.code(message)).isEqualTo(mac.doFinal(message));
                    }
                }
            }
        }
    }

    @Nested
    @DisplayName("What is sealed")
    class Sealed {
        @ParameterizedTest(name = "seed {0}")
        @MethodSource("dev.berth.durable.crypto.CryptoTest#seeds")
        void isWhatTheJdkSealsAndIsOpenedByEither(long seed) throws Exception {
            var random = new SplittableRandom(seed);
            byte[] key = bytes(random, Aes256Gcm.KEY_BYTES);
            byte[] nonce = bytes(random, Aes256Gcm.NONCE_BYTES);
            for (int length : LENGTHS) {
                byte[] plain = bytes(random, length + 5);
                byte[] context = bytes(random, random.nextInt(100));
                byte[] expected = jdk(key, nonce, context, plain, 5, length);
                for (var way : ways()) {
                    var gcm = new Aes256Gcm(key.clone(), way);
                    var out = new byte[2 + length + Aes256Gcm.TAG_BYTES];
                    int count = gcm.seal(nonce, context, plain, 5, length, out, 2);
                    assertThat(count).isEqualTo(expected.length);
                    assertThat(Arrays.copyOfRange(out, 2, out.length)).isEqualTo(expected);

                    for (var other : ways()) {
                        var opened = new byte[length];
                        var reader = new Aes256Gcm(key.clone(), other);
                        assertThat(reader.open(nonce, context, out, 2, count, opened))
                                .isEqualTo(length);
                        assertThat(opened).isEqualTo(Arrays.copyOfRange(plain, 5, 5 + length));
                    }
                }
            }
        }

        @ParameterizedTest(name = "seed {0}")
        @MethodSource("dev.berth.durable.crypto.CryptoTest#seeds")
        void isRefusedWhateverIsChangedAndNothingOfItIsLeft(long seed) {
            var random = new SplittableRandom(seed);
            byte[] key = bytes(random, Aes256Gcm.KEY_BYTES);
            byte[] nonce = bytes(random, Aes256Gcm.NONCE_BYTES);
            byte[] context = bytes(random, 20);
            byte[] plain = bytes(random, seed == 1 ? 200_000 : 100);
            for (var way : ways()) {
                var gcm = new Aes256Gcm(key.clone(), way);
                var sealed = new byte[plain.length + Aes256Gcm.TAG_BYTES];
                gcm.seal(nonce, context, plain, 0, plain.length, sealed, 0);
                for (int i = 0; i < 40; i++) {
                    byte[] bad = sealed.clone();
                    // The tag's bytes as often as all others.
                    int at =
                            i % 2 == 0
                                    ? random.nextInt(bad.length)
                                    : bad.length - 1 - random.nextInt(Aes256Gcm.TAG_BYTES);
                    bad[at] ^= (byte) (1 << random.nextInt(8));
                    assertRefused(gcm, nonce, context, bad, bad.length);
                }
                assertRefused(gcm, bytes(random, 12), context, sealed, sealed.length);
                assertRefused(gcm, nonce, bytes(random, 20), sealed, sealed.length);
                assertRefused(gcm, nonce, context, sealed, sealed.length - 1);
                assertRefused(gcm, nonce, context, sealed, 15);
                var another = new Aes256Gcm(bytes(random, Aes256Gcm.KEY_BYTES), way);
                assertRefused(another, nonce, context, sealed, sealed.length);
                // After all that it opens as before.
                assertThat(gcm.open(nonce, context, sealed, 0, sealed.length, new byte[300_000]))
                        .isEqualTo(plain.length);
            }
        }

        private static void assertRefused(
                Aes256Gcm gcm, byte[] nonce, byte[] context, byte[] sealed, int length) {
            var out = new byte[sealed.length];
            assertThat(gcm.open(nonce, context, sealed, 0, length, out)).isEqualTo(-1);
            assertThat(out).containsOnly(0);
        }

        private static byte[] jdk(
                byte[] key, byte[] nonce, byte[] context, byte[] plain, int from, int length)
                throws GeneralSecurityException {
            var cipher = Cipher.getInstance("AES/GCM/NoPadding");
            var spec = new GCMParameterSpec(8 * Aes256Gcm.TAG_BYTES, nonce);
            cipher.init(Cipher.ENCRYPT_MODE, new SecretKeySpec(key, "AES"), spec);
            cipher.updateAAD(context);
            return cipher.doFinal(plain, from, length);
        }
    }

    @Nested
    @DisplayName("A key")
    class Key {
        @Test
        void isWipedWhereItCameFrom() {
            for (var way : ways()) {
                byte[] key = bytes(new SplittableRandom(1), Aes256Gcm.KEY_BYTES);
                assertThat(new Aes256Gcm(key, way)).isNotNull();
                assertThat(key).containsOnly(0);
            }
        }

        @Test
        void hasItsLength() {
            for (var way : ways()) {
                assertThatThrownBy(() -> new Aes256Gcm(new byte[16], way))
                        .isInstanceOf(IllegalArgumentException.class);
            }
        }
    }
}
