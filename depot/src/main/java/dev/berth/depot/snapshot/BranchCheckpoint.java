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
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// Makes a checkpoint of another one, of the same session or a new one, without moving a byte of
/// what it holds.
///
/// Once the new one is pending, the dooms are read, then the source is looked for. A collector that
/// does not know the new one listed the pending ones before that. It counted the source, and keeps
/// what that refers to, unless the source was forgotten by then: and then its doom is still there,
/// or the source is gone, since it is removed before its doom is.
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
            var dooms = Dooms.read(domain);
            if (!dooms.unknown().isEmpty()) {
                checkpoints.deletePending(entry);
                throw unknown(dooms);
            }
            if (dooms.forgotten().contains(source.id())
                    || !checkpoints.isThere(Checkpoints.entry(source))) {
                checkpoints.deletePending(entry);
                throw new Failure.NotFound(
                        "checkpoint %s was given up meanwhile".formatted(source.id()),
                        "choose another one");
            }
            if (!domain.keysHold()) {
                checkpoints.deletePending(entry);
                throw TakeSnapshot.newKeys();
            }
            checkpoints.putFinal(made, domain);
            var now = Dooms.names(domain);
            boolean givenUp = !now.equals(unaware) && isGivenUp(made, unaware, now);
            checkpoints.deletePending(entry);
            if (!givenUp) return made;
            checkpoints.delete(entry);
        }
    }

    private boolean isGivenUp(Checkpoint made, Set<String> unaware, Set<String> now)
            throws Failure {
        var dooms = Dooms.read(domain, now);
        return dooms.pending().contains(made.id()) || dooms.hideSince(unaware);
    }

    /// Nobody knows whether the source was given up, and whether a collector counts on that.
    private Failure unknown(Dooms dooms) {
        var first = Dooms.name(domain, dooms.unknown().keySet().iterator().next());
        return new Failure.Damaged(
                first + " cannot be read, and may say that the checkpoint was given up",
                "bring it back from a copy of the depot, or run `berth depot collect`",
                Map.of("object", first.value()));
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
