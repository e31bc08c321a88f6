package dev.berth.depot.collect;

import dev.berth.depot.checkpoint.Checkpoints.Entry;
import dev.berth.failure.Failure;

import java.util.Map;

/// Why a collect cannot go on: it does not know what is still needed. Nothing was deleted then.
final class Refusal {
    private Refusal() {}

    /// A final checkpoint, or a node of one, that cannot be read.
    static Failure unreadable(Entry entry, Failure why) {
        return new Failure.Damaged(
                "checkpoint %s of session %s cannot be read, and nobody knows what it needs: %s"
                        .formatted(entry.id(), entry.session(), why.what()),
                "bring it back from a copy of the depot, or give it up with `berth depot forget`"
                        + " and its id; nothing was deleted",
                Map.of("checkpoint", entry.id().value()));
    }

    /// A pending one: the next run takes its writer for dead.
    static Failure unreadablePending(Entry entry, Failure why) {
        return new Failure.Damaged(
                "the pending checkpoint %s of session %s cannot be read: %s"
                        .formatted(entry.id(), entry.session(), why.what()),
                "collect once more when its writer has ended; nothing was deleted",
                Map.of("checkpoint", entry.id().value()));
    }

    /// No place for checkpoints, though there is something that they may refer to.
    static Failure lost(String tenant) {
        return new Failure.Damaged(
                "%s/checkpoints is not there, and everything would seem to be dead"
                        .formatted(tenant),
                "bring it back from a copy of the depot; if no snapshot has ever ended here,"
                        + " take one first; nothing was deleted",
                Map.of("object", tenant + "/checkpoints"));
    }
}
