package dev.berth.depot.snapshot;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;

/// What a snapshot has to tell besides its success: what was left out, what did not hold still, and
/// how many files had other names as well. Safe for use by several threads.
public final class Findings {
    private final List<Skipped> skipped = Collections.synchronizedList(new ArrayList<>());
    private final List<String> unsettled = Collections.synchronizedList(new ArrayList<>());
    private final AtomicLong hardLinks = new AtomicLong();
    private volatile String prefix = "";

    /// Something that is in the tree and not in the checkpoint, and why.
    public record Skipped(String path, String why) {}

    /// From now on paths are those of another volume.
    void in(String volumePrefix) {
        prefix = volumePrefix;
    }

    void skip(String path, String why) {
        skipped.add(new Skipped(prefix + path, why));
    }

    void unsettled(String path) {
        unsettled.add(prefix + path);
    }

    void hardLink() {
        hardLinks.incrementAndGet();
    }

    public List<Skipped> skipped() {
        if (skipped.isEmpty()) return List.of();
        return skipped.stream().sorted(Comparator.comparing(Skipped::path)).toList();
    }

    public List<String> unsettled() {
        return unsettled.stream().sorted().toList();
    }

    public long hardLinks() {
        return hardLinks.get();
    }
}
