package dev.berth.session.files;

import dev.berth.durable.ContentHash;
import dev.berth.failure.Failure;

import java.util.List;
import java.util.Map;
import java.util.Optional;

/// What a caller believes to be at a path before it is changed, by content and never by time.
public sealed interface Expected {
    /// The caller does not care.
    record Anything() implements Expected {}

    /// Nothing lies there.
    record Nothing() implements Expected {}

    /// Anything lies there.
    record Something() implements Expected {}

    /// A file with one of these contents lies there.
    record OneOf(List<ContentHash> hashes) implements Expected {
        public OneOf {
            hashes = List.copyOf(hashes);
        }
    }

    /// No file with one of these contents lies there.
    record NoneOf(List<ContentHash> hashes) implements Expected {
        public NoneOf {
            hashes = List.copyOf(hashes);
        }
    }

    static Expected anything() {
        return new Anything();
    }

    static Expected nothing() {
        return new Nothing();
    }

    static Expected something() {
        return new Something();
    }

    /// Whether the hash of what is there must be known.
    default boolean asksForContent() {
        return switch (this) {
            case OneOf _, NoneOf _ -> true;
            case Anything _, Nothing _, Something _ -> false;
        };
    }

    /// A `Conflict` when it is not so. `found` is the hash of a file that is there.
    default void require(FilePath path, boolean there, Optional<ContentHash> found) throws Failure {
        boolean holds =
                switch (this) {
                    case Anything _ -> true;
                    case Nothing _ -> !there;
                    case Something _ -> there;
                    case OneOf(var hashes) -> found.isPresent() && hashes.contains(found.get());
                    case NoneOf(var hashes) -> found.isEmpty() || !hashes.contains(found.get());
                };
        if (!holds) throw new Unexpected(found).failure(path, there);
    }

    /// What was found instead, carried in the facts of the refusal.
    record Unexpected(Optional<ContentHash> found) {
        private static final String FOUND = "found_sha256";

        private Failure failure(FilePath path, boolean there) {
            String what = there ? path + " is not what you know" : "there is no " + path;
            return new Failure.Conflict(
                    what,
                    "read it again, then decide anew",
                    Map.of(FOUND, found.map(ContentHash::hex).orElse("")));
        }

        /// Whether a failure is one of these.
        public static boolean isOne(Failure failure) {
            return failure.facts().containsKey(FOUND);
        }
    }
}
