package dev.berth.depot.snapshot;

import dev.berth.depot.checkpoint.Checkpoint;
import dev.berth.depot.checkpoint.CheckpointId;
import dev.berth.depot.checkpoint.Checkpoints;
import dev.berth.depot.domain.Domain;
import dev.berth.depot.doom.Dooms;
import dev.berth.disk.SessionId;
import dev.berth.durable.json.Json;
import dev.berth.failure.Failure;

import java.security.SecureRandom;
import java.time.Clock;
import java.util.Optional;

/// Makes a checkpoint of another one, of the same session or a new one, without moving a byte of
/// what it holds.
///
/// The source is looked for once more after the new one is pending. A collector that has seen
/// neither has put its dooms after that; one that came before has seen the source, which was there
/// all the time, and keeps what it refers to.
public final class BranchCheckpoint {
    private final Domain domain;
    private final Checkpoints checkpoints;
    private final Clock clock;
    private final SecureRandom random;

    public BranchCheckpoint(
            Domain domain, Checkpoints checkpoints, Clock clock, SecureRandom random) {
        this.domain = domain;
        this.checkpoints = checkpoints;
        this.clock = clock;
        this.random = random;
    }

    public Checkpoint branch(Checkpoint source, SessionId session, Json.Obj facts) throws Failure {
        while (true) {
            var unaware = Dooms.names(domain);
            var made = made(source, session, facts);
            var entry = Checkpoints.entry(made);
            checkpoints.putPending(made, domain);
            if (!checkpoints.isThere(Checkpoints.entry(source))) {
                checkpoints.deletePending(entry);
                throw new Failure.NotFound(
                        "checkpoint %s was given up meanwhile".formatted(source.id()),
                        "choose another one");
            }
            checkpoints.putFinal(made, domain);
            var now = Dooms.names(domain);
            boolean givenUp =
                    !now.equals(unaware) && Dooms.read(domain, now).pending().contains(made.id());
            checkpoints.deletePending(entry);
            if (!givenUp) return made;
            checkpoints.delete(entry);
        }
    }

    private Checkpoint made(Checkpoint source, SessionId session, Json.Obj facts) throws Failure {
        var before = checkpoints.list(session);
        Optional<CheckpointId> last =
                before.isEmpty() ? Optional.empty() : Optional.of(before.getLast().id());
        return new Checkpoint(
                CheckpointId.next(clock.instant(), last, random),
                session,
                domain.name(),
                Optional.of(source.id()),
                clock.instant(),
                source.layout(),
                source.trees(),
                source.transcript(),
                source.skipped(),
                source.unsettled(),
                facts);
    }
}
