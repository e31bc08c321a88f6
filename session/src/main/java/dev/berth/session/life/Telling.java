package dev.berth.session.life;

import dev.berth.depot.checkpoint.Checkpoint;
import dev.berth.depot.checkpoint.CheckpointId;
import dev.berth.depot.checkpoint.Checkpoints;
import dev.berth.depot.key.DomainName;
import dev.berth.depot.snapshot.Said;
import dev.berth.failure.Failure;
import dev.berth.session.Session;
import dev.berth.session.events.Transcript;

import java.util.Optional;

/// The conversation of a session as its next checkpoint carries it: that of its last one, and what
/// was said since. So a turn's checkpoint costs what the turn said, not what was ever said.
record Telling(Station station, Session session) {
    /// All events up to `seq`, for a checkpoint under the keys of `domain`.
    Said upTo(long seq, DomainName domain) throws Failure {
        Said.Words everything = listener -> lines(0, seq, listener);
        var last = last(domain);
        if (last.isEmpty()) return Said.everything(everything);
        var carried = last.get().transcript();
        if (carried.count() == 0) return Said.everything(everything);
        long after = session.life().headSeq();
        byte[] end;
        try (var browsing = station.depot().tenant(session.tenant()).browse(last.get())) {
            end = browsing.lastSaid();
        } catch (Failure.Damaged lost) {
            return Said.everything(everything);
        }
        return new Said(
                carried.first(carried.count() - 1),
                listener -> {
                    listener.take(end);
                    lines(after, seq, listener);
                },
                everything);
    }

    private void lines(long after, long last, Said.Listener listener) throws Failure {
        Transcript.lines(station.catalog(), session.key(), after, last, listener::take);
    }

    /// The session's last checkpoint, where more can be said after it.
    private Optional<Checkpoint> last(DomainName domain) throws Failure {
        var head = session.life().head();
        if (head.isEmpty()) return Optional.empty();
        var entry = new Checkpoints.Entry(session.id(), new CheckpointId(head.get()));
        try {
            var found = station.depot().tenant(session.tenant()).checkpoints().read(entry);
            return Optional.of(found).filter(point -> point.domain().equals(domain));
        } catch (Failure.Damaged | Failure.NotFound lost) {
            // What was said is in the catalog as well.
            return Optional.empty();
        }
    }
}
