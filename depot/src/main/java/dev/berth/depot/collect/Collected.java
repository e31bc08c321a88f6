package dev.berth.depot.collect;

import java.util.ArrayList;
import java.util.List;

/// What a collect did, or would do: packs condemned and packs deleted, bytes that went and bytes
/// that were written for it, checkpoints that never became final, data keys that nothing was under
/// any more, and what had to stay because it cannot be read.
public record Collected(
        int condemnedPacks,
        int deletedPacks,
        long deadBytes,
        long freedBytes,
        long copiedBytes,
        int droppedPending,
        int leftovers,
        int retiredKeys,
        List<String> unreadable) {
    public static final Collected NOTHING = new Collected(0, 0, 0, 0, 0, 0, 0, 0, List.of());

    public Collected {
        unreadable = List.copyOf(unreadable);
    }

    public Collected plusRetired(int keys) {
        return plus(new Collected(0, 0, 0, 0, 0, 0, 0, keys, List.of()));
    }

    public Collected plus(Collected other) {
        var all = new ArrayList<>(unreadable);
        all.addAll(other.unreadable);
        return new Collected(
                condemnedPacks + other.condemnedPacks,
                deletedPacks + other.deletedPacks,
                deadBytes + other.deadBytes,
                freedBytes + other.freedBytes,
                copiedBytes + other.copiedBytes,
                droppedPending + other.droppedPending,
                leftovers + other.leftovers,
                retiredKeys + other.retiredKeys,
                all);
    }
}
