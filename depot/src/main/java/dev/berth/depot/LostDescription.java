package dev.berth.depot;

import dev.berth.depot.blob.BlobStore;
import dev.berth.failure.Failure;

import java.util.Map;
import java.util.regex.Pattern;

/// A place that has what a depot has, but for its `depot.json`.
final class LostDescription {
    private static final Pattern PART =
            Pattern.compile(
                    "[^/]+/(keys/(common|own[.][^/]+)|checkpoints/[^/]+/cp_[^/]+|dooms/[0-9a-f]{64}"
                            + "|[^/]+/(packs/[0-9a-f]{2}|index)/[0-9a-f]{64})");

    private LostDescription() {}

    /// Whether it has parts of a depot and nothing that says which.
    static boolean isOf(BlobStore store) throws Failure {
        if (store.size(Description.NAME).isPresent()) return false;
        return store.list("").stream()
                .anyMatch(listed -> PART.matcher(listed.name().value()).matches());
    }

    static Failure failure(BlobStore store) {
        return new Failure.Damaged(
                store.location() + " looks like a depot that has lost its depot.json",
                "bring depot.json back from a copy, or write it anew as docs/depot.md says; nothing"
                        + " was written",
                Map.of("object", Description.NAME.value()));
    }
}
