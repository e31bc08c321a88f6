package dev.berth.depot.copy;

import dev.berth.depot.checkpoint.Checkpoint;
import dev.berth.depot.checkpoint.Checkpoints.Entry;
import dev.berth.depot.doom.Dooms;
import dev.berth.depot.key.DomainName;
import dev.berth.failure.Failure;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/// How a checkpoint stands that the target has by its name. Safe for use by several threads.
final class Standing {
    private final Side from;
    private final Side to;
    private final Map<DomainName, Dooms> dooms = new HashMap<>();

    Standing(Side from, Side to) {
        this.from = from;
        this.to = to;
    }

    /// Nothing when it cannot be read, or a copy put it that was given up: then it is to be brought
    /// once more.
    Optional<Checkpoint> good(Entry entry) throws Failure {
        try {
            var checkpoint = to.checkpoints().read(entry);
            if (checkpoint.via().isEmpty()) return Optional.of(checkpoint);
            boolean isVoid = dooms(checkpoint.domain()).pending().contains(checkpoint.via().get());
            return isVoid ? Optional.empty() : Optional.of(checkpoint);
        } catch (Failure.Damaged | Failure.NotFound gone) {
            return Optional.empty();
        }
    }

    /// Why a checkpoint of the same name is not the same, if it is not. What cannot be read at the
    /// source is not compared.
    Optional<Failure> conflict(Entry entry, Checkpoint target) throws Failure {
        try {
            if (Base.isSame(from.checkpoints().read(entry), target)) return Optional.empty();
        } catch (Failure.Damaged | Failure.NotFound | Failure.WrongKey unreadable) {
            return Optional.empty();
        }
        return Optional.of(
                new Failure.Conflict(
                        "checkpoint %s holds something else at the target".formatted(entry.id()),
                        "see `berth depot verify` of both; `forget` the wrong one",
                        Map.of()));
    }

    private synchronized Dooms dooms(DomainName domain) throws Failure {
        var known = dooms.get(domain);
        if (known != null) return known;
        var read = Dooms.read(to.domains().open(domain));
        dooms.put(domain, read);
        return read;
    }
}
