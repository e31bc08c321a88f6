package dev.berth.depot.snapshot;

import dev.berth.depot.statcache.Level;
import dev.berth.depot.statcache.StatCache;
import dev.berth.disk.Volume;
import dev.berth.durable.FileStat;
import dev.berth.durable.Name;
import dev.berth.failure.Failure;

import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// What this machine remembers of a tree, and how far that may be trusted.
///
/// The memory stands for chunks in the depot. It is trusted as it is while no doom was put since it
/// was written and the packs that it stands on are all there and in the index: then nothing was
/// deleted, and nothing lost. Otherwise each chunk it stands for is looked up, and a file whose
/// chunks are not all there is read again. Safe for use by several threads.
final class Recall implements AutoCloseable {
    private static final Mark NOTHING = new Mark(Set.of(), Map.of(), Map.of());

    private final Optional<StatCache> cache;
    private final Intake intake;
    private final Optional<Mark> mark;

    private Recall(Optional<StatCache> cache, Intake intake, Optional<Mark> mark) {
        this.cache = cache;
        this.intake = intake;
        this.mark = mark;
    }

    static Recall of(Optional<Wish.Memory> memory, Intake intake, Set<String> dooms)
            throws Failure {
        var cache = memory.flatMap(m -> StatCache.read(m.folder(), m.key()));
        try {
            var mark = cache.flatMap(known -> Mark.read(known.root(), dooms));
            boolean there = mark.isPresent() && intake.isThere(mark.get());
            return new Recall(cache, intake, there ? mark : Optional.empty());
        } catch (Failure | RuntimeException | Error failure) {
            cache.ifPresent(StatCache::close);
            throw failure;
        }
    }

    /// What it stands on; nothing when it is not trusted.
    Mark mark() {
        return mark.orElse(NOTHING);
    }

    boolean isTrusted() {
        return mark.isPresent();
    }

    /// What is known of a volume; nothing when it was never taken.
    ScannedFolder.Remembered volume(Volume volume) {
        if (cache.isEmpty()) return ScannedFolder.Remembered.NOTHING;
        var root = cache.get().root();
        return ScannedFolder.Remembered.of(root, root.find(Name.of(volume.label())));
    }

    /// Whether a file that has not changed need not be read.
    boolean vouchesForFile(Level level, int entry, FileStat stat) {
        if (isTrusted()) return true;
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

    @Override
    public void close() {
        cache.ifPresent(StatCache::close);
    }
}
