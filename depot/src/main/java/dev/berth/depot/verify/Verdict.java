package dev.berth.depot.verify;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/// What a verification found: how much was looked at, objects that are not what was stored, files
/// that cannot be brought back because of it, what cannot be read for want of a key, how many bytes
/// of packs are under which data key, and how many of those under keys that are not the current one
/// of their domain.
public record Verdict(
        long checkpoints,
        long files,
        long packs,
        long bytesRead,
        List<String> objects,
        List<Lost> lost,
        List<String> closed,
        Map<String, Long> bytesByKey,
        long formerKeyBytes) {
    public static final Verdict NOTHING =
            new Verdict(0, 0, 0, 0, List.of(), List.of(), List.of(), Map.of(), 0);

    /// That one object is not what was stored.
    public static Verdict of(String object) {
        return new Verdict(0, 0, 0, 0, List.of(object), List.of(), List.of(), Map.of(), 0);
    }

    /// That these cannot be read, since their keys are not here.
    public static Verdict closed(List<String> what) {
        return new Verdict(0, 0, 0, 0, List.of(), List.of(), what, Map.of(), 0);
    }

    public Verdict {
        objects = List.copyOf(objects);
        lost = List.copyOf(lost);
        closed = List.copyOf(closed);
        bytesByKey = Map.copyOf(bytesByKey);
    }

    /// A file, or a folder with all in it, of one checkpoint that cannot be brought back; the path
    /// is empty when that is so of the whole checkpoint.
    public record Lost(String checkpoint, String path, String why) {}

    public boolean isWhole() {
        return objects.isEmpty() && lost.isEmpty() && closed.isEmpty();
    }

    public Verdict plus(Verdict other) {
        var allObjects = new ArrayList<>(objects);
        allObjects.addAll(other.objects);
        var allLost = new ArrayList<>(lost);
        allLost.addAll(other.lost);
        var allClosed = new ArrayList<>(closed);
        allClosed.addAll(other.closed);
        var keys = new TreeMap<>(bytesByKey);
        other.bytesByKey.forEach((key, bytes) -> keys.merge(key, bytes, Long::sum));
        return new Verdict(
                checkpoints + other.checkpoints,
                files + other.files,
                packs + other.packs,
                bytesRead + other.bytesRead,
                allObjects,
                allLost,
                allClosed,
                keys,
                formerKeyBytes + other.formerKeyBytes);
    }
}
