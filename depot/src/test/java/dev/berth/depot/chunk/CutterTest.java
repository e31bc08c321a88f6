package dev.berth.depot.chunk;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.berth.failure.Failure;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;

class CutterTest {
    private static final int MIB = 1024 * 1024;
    private final Cutter cutter = new Cutter(Chunking.USUAL);

    @Test
    void cutsTheSameBytesHereAsEverywhereAndForEver() {
        // Part of the format: other numbers would find nothing again of what is stored.
        assertThat(cuts(random(1, MIB))).startsWith(0).isEqualTo(GOLDEN);
    }

    @Test
    void doesNotDependOnHowMuchIsHandedInBeyondTheLongestChunk() {
        byte[] bytes = random(2, MIB);
        for (int from = 0; from < bytes.length; ) {
            int whole = cutter.end(bytes, from, bytes.length);
            int bounded = cutter.end(bytes, from, Math.min(bytes.length, from + 256 * 1024));
            assertThat(bounded).isEqualTo(whole);
            from = whole;
        }
    }

    @ParameterizedTest(name = "seed {0}")
    @ValueSource(longs = {3, 4, 5, 6})
    void keepsItsBoundsAndComesNearTheAverage(long seed) {
        byte[] bytes = random(seed, 8 * MIB);
        var cuts = cuts(bytes);
        for (int i = 1; i < cuts.size() - 1; i++) {
            assertThat(cuts.get(i) - cuts.get(i - 1)).isBetween(16 * 1024, 256 * 1024);
        }
        assertThat(cuts.getLast()).isEqualTo(bytes.length);
        assertThat(bytes.length / (cuts.size() - 1)).isBetween(50_000, 100_000);
    }

    @Test
    void cutsAtTheLongestWhereContentNeverSaysSo() {
        var cuts = cuts(new byte[MIB]);
        assertThat(cuts).containsExactly(0, MIB / 4, MIB / 2, 3 * MIB / 4, MIB);
    }

    @ParameterizedTest(name = "seed {0}")
    @ValueSource(longs = {7, 8, 9})
    void aByteInFrontMovesOnlyTheCutsNearIt(long seed) {
        byte[] bytes = random(seed, 4 * MIB);
        var shifted = new byte[bytes.length + 1];
        System.arraycopy(bytes, 0, shifted, 1, bytes.length);
        assertThat(strangers(bytes, shifted)).isLessThanOrEqualTo(4);
    }

    @ParameterizedTest(name = "seed {0}")
    @ValueSource(longs = {10, 11, 12})
    void aByteChangedInTheMiddleMovesOnlyTheCutsNearIt(long seed) {
        byte[] bytes = random(seed, 4 * MIB);
        byte[] changed = bytes.clone();
        changed[2 * MIB] ^= 1;
        assertThat(strangers(bytes, changed)).isBetween(1, 4);
    }

    @Test
    void refusesBoundsThatCannotBe() {
        assertThatThrownBy(() -> Chunking.parse(0, 65536, 262144))
                .isInstanceOf(Failure.Damaged.class);
        assertThatThrownBy(() -> Chunking.parse(16384, 65537, 262144))
                .isInstanceOf(Failure.Damaged.class);
        assertThatThrownBy(() -> Chunking.parse(16384, 65536, 1L << 40))
                .isInstanceOf(Failure.Damaged.class);
    }

    /// How many chunks of `after` are in none of `before`'s.
    private int strangers(byte[] before, byte[] after) {
        var known = new HashSet<>(names(before));
        return (int) names(after).stream().filter(name -> !known.contains(name)).count();
    }

    private List<ChunkId> names(byte[] bytes) {
        var namer = ChunkNamer.clear();
        var cuts = cuts(bytes);
        var names = new ArrayList<ChunkId>();
        for (int i = 1; i < cuts.size(); i++) {
            names.add(namer.name(Arrays.copyOfRange(bytes, cuts.get(i - 1), cuts.get(i))));
        }
        return names;
    }

    private List<Integer> cuts(byte[] bytes) {
        var cuts = new ArrayList<Integer>();
        int at = 0;
        cuts.add(at);
        while (at < bytes.length) {
            at = cutter.end(bytes, at, bytes.length);
            cuts.add(at);
        }
        return cuts;
    }

    /// Bytes that do not depend on any class of the JDK staying as it is.
    private static byte[] random(long seed, int length) {
        var bytes = new byte[length];
        long state = seed * 0x9E3779B97F4A7C15L + 1;
        for (int i = 0; i < length; i++) {
            state ^= state << 13;
            state ^= state >>> 7;
            state ^= state << 17;
            bytes[i] = (byte) (state >>> 32);
        }
        return bytes;
    }

    private static final List<Integer> GOLDEN =
            List.of(
                    0, 68205, 135331, 182356, 331140, 357813, 446426, 512211, 581113, 651038,
                    694950, 799755, 870725, 957155, 1025499, 1048576);
}
