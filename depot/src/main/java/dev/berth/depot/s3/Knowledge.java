package dev.berth.depot.s3;

import dev.berth.depot.blob.BlobName;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/// What the last listings have shown, until something changes by our own hand. Safe for use by
/// several threads.
final class Knowledge {
    private final Map<String, Map<BlobName, Seen>> folders = new HashMap<>();

    /// An object in a listing; `tag` is the store's own mark of its content.
    record Seen(BlobName name, long size, Optional<String> tag) {}

    /// Of a name: nothing is known of it, or whether it is there.
    sealed interface Word {
        record Unknown() implements Word {}

        record Absent() implements Word {}

        record There(Seen seen) implements Word {}
    }

    synchronized void learn(String folder, List<Seen> all) {
        folders.keySet().removeIf(old -> old.startsWith(folder) || folder.startsWith(old));
        folders.put(folder, all.stream().collect(Collectors.toMap(Seen::name, seen -> seen)));
    }

    synchronized void forget() {
        folders.clear();
    }

    /// All objects of a folder; empty when it was not listed, by itself or with more.
    synchronized Optional<List<Seen>> of(String folder) {
        for (var known : folders.entrySet()) {
            if (!folder.startsWith(known.getKey())) continue;
            return Optional.of(
                    known.getValue().values().stream()
                            .filter(seen -> seen.name().value().startsWith(folder))
                            .toList());
        }
        return Optional.empty();
    }

    synchronized Word about(BlobName name) {
        for (var known : folders.entrySet()) {
            if (!name.value().startsWith(known.getKey())) continue;
            var seen = known.getValue().get(name);
            return seen == null ? new Word.Absent() : new Word.There(seen);
        }
        return new Word.Unknown();
    }
}
