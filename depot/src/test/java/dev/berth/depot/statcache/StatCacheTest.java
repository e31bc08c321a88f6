package dev.berth.depot.statcache;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.berth.durable.AtomicFile;
import dev.berth.durable.FileStat;
import dev.berth.durable.FileStat.Kind;
import dev.berth.durable.Folder;
import dev.berth.durable.Name;
import dev.berth.durable.modelled.ModelledFiles;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.Arrays;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;

class StatCacheTest {
    private static final CacheKey KEY = new CacheKey("d", "default", "common", "/home/me/tree");
    private static final Stamp LATER = new Stamp(2_000_000_000_000L);
    private static final byte[] MEANING = {1, 2, 3};

    private final Folder folder;

    StatCacheTest() throws Exception {
        folder = new ModelledFiles().open(Path.of("/"));
    }

    private static FileStat file(long size, long inode, int mode, long modified, long changed) {
        return new FileStat(
                Kind.FILE, mode, 0, 0, size, 8, inode, 1, 1, modified, 500, changed, 700);
    }

    private static final FileStat STAT = file(10, 20, 0644, 1000, 1001);

    private void write(Stamp stamp, Name name, FileStat stat) throws Exception {
        var writer = new StatCacheWriter(KEY, stamp);
        var table = new FolderTable();
        table.add(name, stat, MEANING);
        writer.write(folder, writer.folder(table));
    }

    private boolean unchanged(FileStat stat) {
        try (var cache = StatCache.read(folder, KEY).orElseThrow()) {
            var root = cache.root();
            int entry = root.find(Name.of("a"));
            return entry != Level.UNKNOWN && root.unchanged(entry, stat);
        }
    }

    @Test
    void knowsAFileThatHasNotChanged() throws Exception {
        write(LATER, Name.of("a"), STAT);
        assertThat(unchanged(STAT)).isTrue();
    }

    @Test
    void seesEveryFactThatChanges() throws Exception {
        write(LATER, Name.of("a"), STAT);
        assertThat(unchanged(file(11, 20, 0644, 1000, 1001))).isFalse();
        assertThat(unchanged(file(10, 21, 0644, 1000, 1001))).isFalse();
        assertThat(unchanged(file(10, 20, 0600, 1000, 1001))).isFalse();
        assertThat(unchanged(file(10, 20, 0644, 999, 1001))).isFalse();
        assertThat(unchanged(file(10, 20, 0644, 1000, 1002))).isFalse();
        var link = new FileStat(Kind.LINK, 0644, 0, 0, 10, 8, 20, 1, 1, 1000, 500, 1001, 700);
        assertThat(unchanged(link)).isFalse();
    }

    @Test
    void doesNotBelieveAFileTouchedInTheInstantOfTheLook() throws Exception {
        long second = 1_000_000_000L;
        write(new Stamp(1001 * second + 700), Name.of("a"), STAT);
        assertThat(unchanged(STAT)).isFalse();
        write(new Stamp(1001 * second + 701), Name.of("a"), STAT);
        assertThat(unchanged(STAT)).isTrue();
        // Modified in the future, as a restored file may be, changed long ago.
        var future = file(10, 20, 0644, 5000, 1000);
        write(LATER, Name.of("a"), future);
        assertThat(unchanged(future)).isFalse();
    }

    @Test
    void believesWholeSecondsOnlyWhenTheyAreLongPast() throws Exception {
        var coarse = new FileStat(Kind.FILE, 0644, 0, 0, 1, 8, 2, 1, 1, 1000, 0, 1000, 0);
        write(new Stamp(1_001_000_000_000L), Name.of("a"), coarse);
        assertThat(unchanged(coarse)).isFalse();
        write(new Stamp(1_002_000_000_001L), Name.of("a"), coarse);
        assertThat(unchanged(coarse)).isTrue();
    }

    @Test
    void takesItsStampFromTheFileSystem() throws Exception {
        var before = Stamp.take(folder, new SecureRandom());
        AtomicFile.write(folder, Name.of("a"), new byte[1]);
        var stat = folder.stat(Name.of("a")).orElseThrow();
        write(before, Name.of("a"), stat);
        assertThat(unchanged(stat)).isFalse();
        write(Stamp.take(folder, new SecureRandom()), Name.of("a"), stat);
        assertThat(unchanged(stat)).isTrue();
    }

    @Test
    void isAboutOneTreeOfOneDomainOfOneDepot() throws Exception {
        write(LATER, Name.of("a"), STAT);
        for (var other :
                new CacheKey[] {
                    new CacheKey("e", "default", "common", "/home/me/tree"),
                    new CacheKey("d", "defaultcommon", "", "/home/me/tree"),
                    new CacheKey("d", "default", "own.s", "/home/me/tree"),
                    new CacheKey("d", "default", "common", "/home/me/tree2")
                }) {
            assertThat(StatCache.read(folder, other)).isEmpty();
            // Not even when its file is put in the place of the other's.
            byte[] bytes = AtomicFile.read(folder, KEY.file(), 1 << 20);
            AtomicFile.write(folder, other.file(), bytes);
            assertThat(StatCache.read(folder, other)).isEmpty();
        }
    }

    @Test
    void isRefusedAsAWholeWhenAnyByteIsNotWhatItWas() throws Exception {
        write(LATER, Name.of("a"), STAT);
        byte[] bytes = AtomicFile.read(folder, KEY.file(), 1 << 20);
        for (int i = 0; i < bytes.length; i++) {
            byte[] flipped = bytes.clone();
            flipped[i] ^= 1;
            AtomicFile.write(folder, KEY.file(), flipped);
            assertThat(StatCache.read(folder, KEY)).as("byte %d", i).isEmpty();
            AtomicFile.write(folder, KEY.file(), Arrays.copyOf(bytes, i));
            assertThat(StatCache.read(folder, KEY)).as("cut at %d", i).isEmpty();
        }
        AtomicFile.write(folder, KEY.file(), Arrays.copyOf(bytes, bytes.length + 8));
        assertThat(StatCache.read(folder, KEY)).isEmpty();
        AtomicFile.write(folder, KEY.file(), bytes);
        assertThat(StatCache.read(folder, KEY)).isPresent();
    }

    @Test
    void refusesNamesOutOfOrder() {
        var table = new FolderTable();
        table.add(Name.of("b"), STAT, MEANING);
        assertThatThrownBy(() -> table.add(Name.of("a"), STAT, MEANING))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @ParameterizedTest(name = "seed {0}")
    @ValueSource(longs = {1, 2, 3})
    void findsInAMergeExactlyWhatWasWritten(long seed) throws Exception {
        var random = new SplittableRandom(seed);
        var names = new TreeMap<Name, byte[]>();
        for (int i = 0; i < 3000; i++) names.put(name(random), meaning(random));
        var writer = new StatCacheWriter(KEY, LATER);
        var below = new FolderTable();
        names.forEach((name, meaning) -> below.add(name, STAT, meaning));
        long table = writer.folder(below);
        var top = new FolderTable();
        top.add(Name.of("aaa"), STAT, MEANING);
        top.addFolder(Name.of("sub"), STAT, table, new byte[0]);
        writer.write(folder, writer.folder(top));
        assertHolds(names, random);
        copyAsItIs();
        assertHolds(names, random);
    }

    /// The folder in the folder by what is known of it, the topmost one anew.
    private void copyAsItIs() throws Exception {
        var writer = new StatCacheWriter(KEY, LATER);
        try (var cache = StatCache.read(folder, KEY).orElseThrow()) {
            var known = cache.root().folder(1).orElseThrow();
            var odd = new FolderTable();
            odd.add(Name.of("odd"), STAT, new byte[5]);
            writer.folder(odd);
            var top = new FolderTable();
            top.add(Name.of("aaa"), STAT, MEANING);
            top.addFolder(Name.of("sub"), STAT, writer.folder(known), new byte[0]);
            writer.write(folder, writer.folder(top));
        }
    }

    private void assertHolds(Map<Name, byte[]> names, SplittableRandom random) throws Exception {
        try (var cache = StatCache.read(folder, KEY).orElseThrow()) {
            var root = cache.root();
            assertThat(root.find(Name.of("aa"))).isEqualTo(Level.UNKNOWN);
            int sub = root.find(Name.of("sub"));
            assertThat(root.folder(0)).isEmpty();
            var level = root.folder(sub).orElseThrow();
            assertThat(level.count()).isEqualTo(names.size());
            var asked = new TreeMap<>(names);
            for (int i = 0; i < 1000; i++) asked.putIfAbsent(name(random), new byte[0]);
            for (Name name : asked.keySet()) {
                int entry = level.find(name);
                assertThat(entry != Level.UNKNOWN).isEqualTo(names.containsKey(name));
                if (entry == Level.UNKNOWN) continue;
                assertThat(level.meaning(entry)).isEqualTo(names.get(name));
                assertThat(level.unchanged(entry, STAT)).isTrue();
            }
        }
    }

    private static Name name(SplittableRandom random) {
        var bytes = new byte[random.nextInt(1, 4)];
        for (int i = 0; i < bytes.length; i++) bytes[i] = (byte) (random.nextInt(20) * 13 + 1);
        for (int i = 0; i < bytes.length; i++) if (bytes[i] == '/') bytes[i] = 'x';
        return Name.parse(bytes).orElse(Name.of("dot"));
    }

    private static byte[] meaning(SplittableRandom random) {
        var bytes = new byte[random.nextInt(3) * 32];
        random.nextBytes(bytes);
        return bytes;
    }
}
