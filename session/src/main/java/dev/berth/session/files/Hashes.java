package dev.berth.session.files;

import dev.berth.depot.chunk.ChunkId;
import dev.berth.depot.tree.Extents;
import dev.berth.depot.tree.TreeEntry;
import dev.berth.durable.ContentHash;
import dev.berth.durable.FileStat;
import dev.berth.failure.Failure;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/// Remembers the content hashes of large files, so that each range of one is not preceded by
/// reading all of it. Safe for use by several threads.
public final class Hashes {
    private static final int MOST = 10_000;

    /// A file that changed so lately may change again without its times telling.
    private static final Duration SETTLED = Duration.ofSeconds(3);

    private final Clock clock;
    private final Map<Object, ContentHash> known =
            new LinkedHashMap<>(16, 0.75f, true) {
                private static final long serialVersionUID = 1;

                @Override
                protected boolean removeEldestEntry(Map.Entry<Object, ContentHash> eldest) {
                    return size() > MOST;
                }
            };

    public Hashes(Clock clock) {
        this.clock = clock;
    }

    /// Reads what is not known.
    interface Reading {
        ContentHash hash() throws Failure;
    }

    /// Chunks never change what they hold.
    private record Stored(ChunkId chunks, Extents extents, long size) {}

    /// What the file system says of a file that nobody has touched.
    private record Lying(long device, long inode, long size, Instant modified, Instant changed) {}

    ContentHash of(TreeEntry.File file, Reading reading) throws Failure {
        var key = new Stored(file.chunks().name(), file.extents(), file.size());
        var there = find(key);
        if (there.isPresent()) return there.get();
        var hash = reading.hash();
        keep(key, hash);
        return hash;
    }

    Optional<ContentHash> of(FileStat stat) {
        return find(lying(stat));
    }

    /// Remembers the hash of a file that was `before` and `after` it was read.
    void keep(FileStat before, FileStat after, ContentHash hash) {
        var key = lying(before);
        boolean settled = key.changed().plus(SETTLED).isBefore(clock.instant());
        if (settled && key.equals(lying(after))) keep(key, hash);
    }

    private static Lying lying(FileStat stat) {
        return new Lying(
                stat.device(),
                stat.inode(),
                stat.size(),
                stat.modified(),
                Instant.ofEpochSecond(stat.changedSeconds(), stat.changedNanos()));
    }

    private Optional<ContentHash> find(Object key) {
        synchronized (known) {
            return Optional.ofNullable(known.get(key));
        }
    }

    private void keep(Object key, ContentHash hash) {
        synchronized (known) {
            known.put(key, hash);
        }
    }
}
