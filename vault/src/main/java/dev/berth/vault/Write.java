package dev.berth.vault;

import dev.berth.durable.ContentHash;
import dev.berth.durable.Folder;
import dev.berth.durable.Name;
import dev.berth.durable.lock.Held;
import dev.berth.failure.Failure;

import java.util.Map;
import java.util.Optional;

/// One write under the lock: the new bytes are made ready, then the file is read once more and
/// compared, then they take its place.
record Write(Folder root, Held held, Contents contents, VaultPath path, VaultSettings settings) {
    // A file that changes under our hands more often than this is somebody else's just now.
    private static final int ATTEMPTS = 5;

    WriteResult run(byte[] ours, Expectation expected, Reconcile reconcile) throws Failure {
        byte[] bytes = ours;
        Expectation basis = expected;
        for (int attempt = 1; ; attempt++) {
            if (put(bytes, basis)) {
                var hash = ContentHash.of(bytes);
                return new WriteResult.Written(path, hash, bytes.length, attempt > 1);
            }
            var theirs = current();
            var merged =
                    theirs.isPresent() && attempt < ATTEMPTS
                            ? reconcile.reconciled(ours, theirs.get())
                            : Optional.<byte[]>empty();
            if (merged.isEmpty()) {
                return new WriteResult.Conflicted(path, expected, ours, theirs);
            }
            bytes = merged.get();
            basis = new Expectation.Content(ContentHash.of(theirs.get()));
        }
    }

    /// Whether it was what was expected, and is now what was given.
    private boolean put(byte[] bytes, Expectation expected) throws Failure {
        try (var target = Target.open(root, path, contents)) {
            var mode = target.mode();
            if (!mayBeMet(expected, mode.isPresent())) return false;
            held.write(
                    target.folder(settings.newFolderMode()),
                    path.name(),
                    bytes,
                    mode.orElse(settings.newFileMode()),
                    () -> compare(target, expected),
                    path.folders().toArray(Name[]::new));
            return true;
        } catch (Failure.Conflict changed) {
            return false;
        }
    }

    // Looked at before any work is done; the content itself is compared at the very end.
    private static boolean mayBeMet(Expectation expected, boolean isThere) {
        return switch (expected) {
            case Expectation.Anything _ -> true;
            case Expectation.Absent _ -> !isThere;
            case Expectation.Content _ -> isThere;
        };
    }

    private static void compare(Target target, Expectation expected) throws Failure {
        if (expected instanceof Expectation.Anything) return;
        if (expected.isMetBy(target.hash())) return;
        throw new Failure.Conflict("changed meanwhile", "read it again", Map.of());
    }

    private Optional<byte[]> current() throws Failure {
        try (var target = Target.open(root, path, contents)) {
            return target.bytes();
        }
    }
}
