package dev.berth.session.catalog;

import dev.berth.depot.checkpoint.CheckpointId;
import dev.berth.durable.json.Json;

import java.time.Instant;
import java.util.Locale;
import java.util.Optional;

/// One point of a session: the number of the last event that it holds, the point before it, whether
/// it lies on the session's line or beside it, and whether it is one instant.
public record CheckpointRow(
        CheckpointId id,
        long seq,
        Optional<CheckpointId> parent,
        Line line,
        boolean consistent,
        Instant createdAt) {

    /// Where a point lies.
    public enum Line {
        /// What the session has become.
        MAIN,
        /// A future that was abandoned, or what a late writer had.
        ASIDE;

        public String label() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    public CheckpointRow on(Line other) {
        return new CheckpointRow(id, seq, parent, other, consistent, createdAt);
    }

    /// As the API shows it.
    public Json.Obj json() {
        return Json.object()
                .put("checkpoint", id.value())
                .put("seq", seq)
                .putText("parent", parent.map(CheckpointId::value))
                .put("line", line.label())
                .put("consistent", consistent)
                .put("created_at", createdAt)
                .build();
    }
}
