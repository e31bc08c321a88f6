package dev.berth.depot.s3;

import dev.berth.depot.blob.BlobName;
import dev.berth.depot.s3.Knowledge.Seen;
import dev.berth.failure.Failure;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;

/// Does beside its caller what will be wanted next: listings, each of which is as of some moment
/// after it was asked for; and what nobody waits for, the removal of what this command has put
/// itself. Safe for use by several threads.
final class Foresight {
    private final S3Blobs far;
    private final Map<String, Future<List<Seen>>> asked = new HashMap<>();
    private final Map<BlobName, Future<?>> leaving = new HashMap<>();
    private final Set<BlobName> gone = new HashSet<>();

    Foresight(S3Blobs far) {
        this.far = far;
    }

    synchronized void ask(String folder) {
        asked.computeIfAbsent(folder, f -> far.lanes().submit(() -> far.seen(f)));
    }

    /// What was asked for no longer counts.
    synchronized void forget() {
        asked.clear();
    }

    /// The objects of a folder: as asked for before, once, else as of now.
    List<Seen> seen(String folder) throws Failure {
        Optional<Future<List<Seen>>> before;
        synchronized (this) {
            before = Optional.ofNullable(asked.remove(folder));
        }
        var seen = before.isPresent() ? answer(before.get()) : Optional.<List<Seen>>empty();
        // Whoever asks now hears what is wrong.
        var all = seen.isPresent() ? seen.get() : far.seen(folder);
        synchronized (this) {
            return all.stream().filter(one -> !gone.contains(one.name())).toList();
        }
    }

    /// Removes an object that this command has put and nobody needs any more. Should that fail, it
    /// stays: as if the command had been killed just before.
    synchronized void leave(BlobName name) {
        gone.add(name);
        leaving.put(
                name,
                far.lanes()
                        .submit(
                                () -> {
                                    far.deleteKnown(name);
                                    return name;
                                }));
    }

    synchronized boolean isGone(BlobName name) {
        return gone.contains(name);
    }

    /// Waits for what is being removed: something may be put in its place.
    void settle() throws Failure {
        List<Future<?>> all;
        synchronized (this) {
            if (leaving.isEmpty()) return;
            all = new ArrayList<>(leaving.values());
            leaving.clear();
        }
        for (var each : all) answer(each);
        synchronized (this) {
            gone.clear();
        }
    }

    private static <T> Optional<T> answer(Future<T> future) throws Failure {
        try {
            return Optional.of(future.get());
        } catch (ExecutionException failed) {
            return Optional.empty();
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new Failure.Unavailable("interrupted", "start it again").because(interrupted);
        }
    }
}
