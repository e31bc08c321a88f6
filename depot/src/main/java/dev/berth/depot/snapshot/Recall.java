package dev.berth.depot.snapshot;

import dev.berth.depot.format.Encoder;
import dev.berth.depot.statcache.Level;
import dev.berth.depot.statcache.StatCache;
import dev.berth.disk.Volume;
import dev.berth.durable.ContentHash;
import dev.berth.durable.FileStat;
import dev.berth.durable.Name;
import dev.berth.failure.Failure;

import java.util.HexFormat;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/// What this machine remembers of a tree, and how far that may be trusted.
///
/// The memory stands for chunks in the depot. It is trusted as it is while no doom was put since it
/// was written, since then nothing was deleted. Otherwise each chunk it stands for is looked up,
/// and a file whose chunks are not all there is read again. Safe for use by several threads.
final class Recall implements AutoCloseable {
    /// The entry that stands for the dooms that were known; no volume has its name.
    static final Name DOOMS = Name.of("=");

    private final Optional<StatCache> cache;
    private final Intake intake;
    private final boolean trusted;

    private Recall(Optional<StatCache> cache, Intake intake, boolean trusted) {
        this.cache = cache;
        this.intake = intake;
        this.trusted = trusted;
    }

    static Recall of(Optional<Wish.Memory> memory, Intake intake, Set<String> dooms) {
        var cache = memory.flatMap(m -> StatCache.read(m.folder(), m.key()));
        boolean trusted = cache.isPresent() && isMark(cache.get().root(), dooms);
        return new Recall(cache, intake, trusted);
    }

    private static boolean isMark(Level root, Set<String> dooms) {
        int entry = root.find(DOOMS);
        return entry != Level.UNKNOWN
                && HexFormat.of().formatHex(root.meaning(entry)).equals(mark(dooms).hex());
    }

    /// What stands for a set of dooms.
    static ContentHash mark(Set<String> dooms) {
        var out = new Encoder();
        for (String each : new TreeSet<>(dooms)) out.text(each);
        return ContentHash.of(out.toBytes());
    }

    boolean isTrusted() {
        return trusted;
    }

    /// What is known of a volume; nothing when it was never taken.
    ScannedFolder.Remembered volume(Volume volume) {
        if (cache.isEmpty()) return ScannedFolder.Remembered.NOTHING;
        var root = cache.get().root();
        return ScannedFolder.Remembered.of(root, root.find(Name.of(volume.label())));
    }

    /// Whether a file that has not changed need not be read.
    boolean vouchesForFile(Level level, int entry, FileStat stat) {
        if (trusted) return true;
        try {
            var chunks = Meaning.file(level.meaning(entry), stat).chunks();
            for (int i = 0; i < chunks.count(); i++) {
                if (!intake.holds(chunks.id(i))) return false;
            }
            return true;
        } catch (Failure unreadable) {
            return false;
        }
    }

    /// The dooms that count as known from now on.
    static byte[] markBytes(Set<String> dooms) {
        return HexFormat.of().parseHex(mark(dooms).hex());
    }

    @Override
    public void close() {
        cache.ifPresent(StatCache::close);
    }
}
