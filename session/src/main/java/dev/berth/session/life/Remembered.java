package dev.berth.session.life;

import dev.berth.depot.checkpoint.Checkpoint;
import dev.berth.depot.checkpoint.CheckpointId;
import dev.berth.durable.json.Json;
import dev.berth.durable.json.JsonReader;
import dev.berth.durable.json.JsonRefusal;
import dev.berth.durable.json.StrictJson;
import dev.berth.failure.Failure;
import dev.berth.session.Session;
import dev.berth.session.SessionCodec;
import dev.berth.session.catalog.CheckpointRow;
import dev.berth.session.catalog.CheckpointRow.Line;

import java.nio.charset.StandardCharsets;
import java.util.Optional;

/// What a checkpoint in the depot says of itself and of its session.
record Remembered(CheckpointRow row, Session session) {
    /// Empty when it was not made by a session: a plain snapshot has no facts.
    static Optional<Remembered> of(Checkpoint checkpoint) throws Failure {
        if (checkpoint.facts().fields().isEmpty()) return Optional.empty();
        try {
            byte[] facts = checkpoint.facts().compact().getBytes(StandardCharsets.UTF_8);
            return Optional.of(read(checkpoint, StrictJson.open(facts)));
        } catch (JsonRefusal refusal) {
            throw new Failure.Damaged(
                    "the facts of checkpoint %s are damaged: %s"
                            .formatted(checkpoint.id(), refusal.shown()),
                    "see `berth depot verify`");
        }
    }

    private static Remembered read(Checkpoint checkpoint, JsonReader in)
            throws JsonRefusal, Failure {
        long seq = in.integer("seq", 0, Long.MAX_VALUE);
        var parent = in.optionalText("parent").flatMap(CheckpointId::parse);
        var line = in.oneOf("line", Line.class);
        boolean consistent = in.bool("consistent");
        if (!(in.any("session") instanceof Json.Obj session)) {
            throw in.wrongValue("session", "not an object");
        }
        var row =
                new CheckpointRow(
                        checkpoint.id(), seq, parent, line, consistent, checkpoint.created());
        return new Remembered(row, SessionCodec.decode(session.compact(), "its session"));
    }
}
