package dev.berth.depot.key;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.berth.disk.SessionId;
import dev.berth.failure.Failure;

import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.security.SecureRandom;
import java.util.Arrays;
import java.util.List;

class SealerTest {
    private static final SecureRandom RANDOM = new SecureRandom();
    private static final KeyScope SCOPE = new KeyScope("depot-1", "default", DomainName.COMMON);

    private final DomainKeys keys = DomainKeys.generate(RANDOM);
    private final byte[] packId = random(32);

    private List<Sealer> both() {
        return List.of(Sealer.clear(SCOPE), Sealer.keyed(SCOPE, keys, RANDOM));
    }

    private static byte[] random(int length) {
        var bytes = new byte[length];
        RANDOM.nextBytes(bytes);
        return bytes;
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 15, 16, 8191, 8192, 8193, 16384, 100_000, 1 << 20})
    void aBlockOpensToWhatWasSealed(int length) throws Failure {
        byte[] plain = random(length);
        for (var sealer : both()) {
            var pack = sealer.pack(packId, sealer.currentDataKey());
            byte[] sealed = pack.seal(SealKind.DATA, 7, plain);
            assertThat(sealed).hasSize(length + BlockSealer.OVERHEAD_BYTES);
            assertThat(pack.open(SealKind.DATA, 7, sealed)).isEqualTo(plain);
        }
    }

    @Test
    void aBlockOpensInTheMiddleOfMore() throws Failure {
        byte[] plain = random(100);
        for (var sealer : both()) {
            var pack = sealer.pack(packId, sealer.currentDataKey());
            var out = new byte[200];
            int count = pack.seal(SealKind.TREE, 1, plain, 10, 50, out, 30);
            // As a buffer that was used before is: larger, with something else in it.
            byte[] opened = random(80);
            assertThat(pack.open(SealKind.TREE, 1, out, 30, count, opened)).isEqualTo(50);
            assertThat(Arrays.copyOf(opened, 50)).isEqualTo(Arrays.copyOfRange(plain, 10, 60));
        }
    }

    @Test
    void aBlockOpensNowhereButInItsPlace() throws Failure {
        byte[] plain = random(64);
        for (var sealer : both()) {
            int key = sealer.currentDataKey();
            byte[] sealed = sealer.pack(packId, key).seal(SealKind.DATA, 7, plain);
            refuses(() -> sealer.pack(packId, key).open(SealKind.DATA, 8, sealed));
            refuses(() -> sealer.pack(packId, key).open(SealKind.TREE, 7, sealed));
            refuses(() -> sealer.pack(random(32), key).open(SealKind.DATA, 7, sealed));
            for (var elsewhere : elsewhere()) {
                var other = elsewhereLike(sealer, elsewhere);
                refuses(() -> other.pack(packId, key).open(SealKind.DATA, 7, sealed));
            }
        }
    }

    @Test
    void anObjectOpensUnderItsOwnNameAndKindOnly() throws Failure {
        byte[] plain = random(64);
        for (var sealer : both()) {
            byte[] sealed = sealer.sealObject(SealKind.CHECKPOINT, "a/b", plain);
            assertThat(sealer.openObject(SealKind.CHECKPOINT, "a/b", sealed)).isEqualTo(plain);
            refuses(() -> sealer.openObject(SealKind.CHECKPOINT, "a/c", sealed));
            refuses(() -> sealer.openObject(SealKind.PENDING, "a/b", sealed));
            for (var elsewhere : elsewhere()) {
                var other = elsewhereLike(sealer, elsewhere);
                refuses(() -> other.openObject(SealKind.CHECKPOINT, "a/b", sealed));
            }
        }
    }

    @Test
    void everyFlippedByteAndEveryCutIsSeen() throws Failure {
        byte[] plain = random(40);
        for (var sealer : both()) {
            var pack = sealer.pack(packId, sealer.currentDataKey());
            byte[] block = pack.seal(SealKind.DATA, 1, plain);
            byte[] object = sealer.sealObject(SealKind.INDEX, "i", plain);
            for (int i = 0; i < block.length; i++) {
                byte[] cut = Arrays.copyOf(block, i);
                byte[] flipped = flipped(block, i);
                refuses(() -> pack.open(SealKind.DATA, 1, cut));
                refuses(() -> pack.open(SealKind.DATA, 1, flipped));
            }
            for (int i = 0; i < object.length; i++) {
                byte[] cut = Arrays.copyOf(object, i);
                byte[] flipped = flipped(object, i);
                refuses(() -> sealer.openObject(SealKind.INDEX, "i", cut));
                refuses(() -> sealer.openObject(SealKind.INDEX, "i", flipped));
            }
        }
    }

    @Nested
    class Sealed {
        private final Sealer sealer = Sealer.keyed(SCOPE, keys, RANDOM);

        @Test
        void showsNothingOfWhatIsInside() throws Failure {
            var plain = new byte[4096];
            byte[] sealed = sealer.pack(packId, 1).seal(SealKind.DATA, 0, plain);
            assertThat(sealed).isNotEqualTo(Arrays.copyOf(plain, sealed.length));
            assertThat(Arrays.copyOf(sealed, 16)).isNotEqualTo(Arrays.copyOfRange(sealed, 16, 32));
        }

        @Test
        void sealsTheSameBytesDifferentlyInEveryPackAndBlockAndObject() throws Failure {
            byte[] plain = random(64);
            byte[] one = sealer.pack(packId, 1).seal(SealKind.DATA, 0, plain);
            assertThat(sealer.pack(random(32), 1).seal(SealKind.DATA, 0, plain)).isNotEqualTo(one);
            assertThat(sealer.pack(packId, 1).seal(SealKind.DATA, 1, plain)).isNotEqualTo(one);
            // A pending checkpoint and its final form: same key, other bytes, no nonce in common.
            assertThat(sealer.sealObject(SealKind.CHECKPOINT, "n", plain))
                    .isNotEqualTo(sealer.sealObject(SealKind.CHECKPOINT, "n", plain));
        }

        @Test
        void namesChunksByKey() {
            var other = Sealer.keyed(SCOPE, DomainKeys.generate(RANDOM), RANDOM);
            assertThat(sealer.namer().name(new byte[3]))
                    .isEqualTo(sealer.namer().name(new byte[3]))
                    .isNotEqualTo(other.namer().name(new byte[3]))
                    .isNotEqualTo(Sealer.clear(SCOPE).namer().name(new byte[3]));
        }

        @Test
        void opensWhatAnOlderDataKeySealedAndSealsUnderTheNewest() throws Failure {
            byte[] old = sealer.pack(packId, 1).seal(SealKind.DATA, 0, new byte[9]);
            var rotated = Sealer.keyed(SCOPE, keys.rotated(RANDOM), RANDOM);
            assertThat(rotated.currentDataKey()).isEqualTo(2);
            assertThat(rotated.pack(packId, 1).open(SealKind.DATA, 0, old)).isEqualTo(new byte[9]);
            refuses(() -> rotated.pack(packId, 2).open(SealKind.DATA, 0, old));
            assertThat(rotated.namer().name(old)).isEqualTo(sealer.namer().name(old));
        }

        @Test
        void saysWhenADataKeyIsMissing() {
            assertThatThrownBy(() -> sealer.pack(packId, 2)).isInstanceOf(Failure.WrongKey.class);
        }

        @Test
        void aClearDepotHasNoKeyForIt() {
            assertThatThrownBy(() -> Sealer.clear(SCOPE).pack(packId, 1))
                    .isInstanceOf(Failure.WrongKey.class);
        }
    }

    private static List<KeyScope> elsewhere() {
        return List.of(
                new KeyScope("depot-2", "default", DomainName.COMMON),
                new KeyScope("depot-1", "other", DomainName.COMMON),
                new KeyScope("depot-1d", "efault", DomainName.COMMON),
                new KeyScope("depot-1", "default", DomainName.of(new SessionId("s1"))));
    }

    private Sealer elsewhereLike(Sealer sealer, KeyScope scope) {
        return switch (sealer) {
            case ClearSealer _ -> Sealer.clear(scope);
            case KeyedSealer _ -> Sealer.keyed(scope, keys, RANDOM);
        };
    }

    private static byte[] flipped(byte[] bytes, int at) {
        byte[] flipped = bytes.clone();
        flipped[at] ^= 0x20;
        return flipped;
    }

    private static void refuses(ThrowingCallable opening) {
        assertThatThrownBy(opening).isInstanceOf(Failure.Damaged.class);
    }
}
