package dev.berth.depot.copy;

import dev.berth.depot.checkpoint.Checkpoint;
import dev.berth.depot.checkpoint.CheckpointId;
import dev.berth.depot.checkpoint.Checkpoints;
import dev.berth.depot.chunk.Cutter;
import dev.berth.depot.domain.Domain;
import dev.berth.depot.doom.Dooms;
import dev.berth.depot.snapshot.TakeSnapshot;
import dev.berth.depot.work.Crew;
import dev.berth.depot.work.Progress;
import dev.berth.failure.Failure;

import java.security.SecureRandom;
import java.time.Clock;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// Copies checkpoints of one domain, some at a time, by the order of docs/format/depot.md: packs,
/// index, pending checkpoints; then the dooms are read; only when nothing that is relied on is
/// condemned do they become final.
/* A checkpoint keeps its id, and an id that was condemned while it was pending is void for good. So
 * a copy is pending under a name that is its own, and the final object tells that name: it counts
 * as long as nobody has given the pending one up. Whoever copies next finds such a void object, and
 * puts a good one in its place; nobody else removes it, since the good one has the same name.
 *
 * What a base holds is relied on by way of the base: as long as that is not forgotten, a collector
 * keeps all of it. */
final class CopyDomain implements AutoCloseable {
    private final Side from;
    private final Side to;
    private final Domain domain;
    private final Cutter cutter;
    private final Crew crew;
    private final int sealers;
    private final Clock clock;
    private final SecureRandom random;
    private final Tally tally;
    private final Progress progress;
    private final Readers source;
    private final Readers target;
    private final Translation translation = new Translation();

    CopyDomain(
            Domain source,
            Domain target,
            CopyCheckpoints.Terms terms,
            Tally tally,
            Progress progress)
            throws Failure {
        this.from = terms.from();
        this.to = terms.to();
        this.domain = target;
        this.cutter = new Cutter(terms.chunking());
        this.crew = new Crew(terms.readers());
        this.sealers = terms.threads();
        this.clock = terms.clock();
        this.random = terms.random();
        this.tally = tally;
        this.progress = progress;
        this.source = new Readers(source);
        try {
            this.target = new Readers(target);
        } catch (Failure | RuntimeException | Error failure) {
            this.source.close();
            throw failure;
        }
    }

    /// On return each of them is durable at the target, or told why not.
    void copy(List<Checkpoint> lot) throws Failure {
        var left = lot;
        while (!left.isEmpty()) left = attempt(left);
    }

    /// Answers those that have to be tried again.
    private List<Checkpoint> attempt(List<Checkpoint> lot) throws Failure {
        var before = Dooms.names(domain);
        var dooms = Dooms.read(domain, before);
        var bases = new Bases(from, to, domain.name(), dooms);
        try (var landing = new Landing(domain, before, cutter, sealers, crew.size(), random)) {
            var carried = carry(lot, landing, bases);
            if (carried.isEmpty()) return List.of();
            landing.finish();
            var again = publish(carried, landing, bases, before);
            tally.stored(landing.newBytes(), landing.storedBytes());
            return again;
        }
    }

    /// A checkpoint of the source, what it is at the target, where all its chunks are stored, and
    /// by which name it is pending there.
    private record Carried(Checkpoint source, Checkpoint made, CheckpointId attempt) {
        Checkpoint pending() {
            return made.pendingAs(attempt);
        }

        Checkpoint complete() {
            return made.via(attempt);
        }
    }

    private List<Carried> carry(List<Checkpoint> lot, Landing landing, Bases bases) throws Failure {
        var carrying =
                new CarryCheckpoint(source, target, domain, crew, translation, landing, progress);
        var carried = new ArrayList<Carried>();
        for (var checkpoint : lot) {
            var entry = Checkpoints.entry(checkpoint);
            if (bases.dooms().forgotten().contains(checkpoint.id())) {
                tally.givenUp(checkpoint.id());
                continue;
            }
            try {
                boolean whole = landing.intake().isWhole();
                var base = whole ? bases.of(checkpoint) : Optional.<Base>empty();
                var made = carrying.carry(checkpoint, base);
                var id = CheckpointId.next(clock.instant(), Optional.of(made.id()), random);
                carried.add(new Carried(checkpoint, made, id));
            } catch (Failure.Damaged damaged) {
                // Nothing refers to what was stored of it; the next collect takes that away.
                if (from.checkpoints().isThere(entry)) tally.left(entry, damaged);
            }
        }
        return carried;
    }

    private List<Checkpoint> publish(
            List<Carried> carried, Landing landing, Bases bases, Set<String> before)
            throws Failure {
        for (var each : carried) to.checkpoints().putPending(each.pending(), domain);
        if (isCondemned(landing, bases, before)) {
            withdraw(carried);
            return carried.stream().map(Carried::source).toList();
        }
        if (!domain.keysHold()) {
            withdraw(carried);
            throw TakeSnapshot.newKeys();
        }
        var put = new HashSet<CheckpointId>();
        for (var each : carried) {
            if (put(each.complete())) put.add(each.attempt());
        }
        var givenUp = givenUp(carried, before);
        var again = new ArrayList<Checkpoint>();
        for (var each : carried) {
            if (givenUp.contains(each.attempt())) again.add(each.source());
            else if (put.contains(each.attempt())) tally.brought(Checkpoints.entry(each.made()));
            else tally.there();
        }
        withdraw(carried);
        return again;
    }

    private void withdraw(List<Carried> carried) throws Failure {
        for (var each : carried) {
            to.checkpoints().deletePending(Checkpoints.entry(each.pending()));
        }
    }

    /// Puts a final one, in place of one that is void or damaged. False when another copy was
    /// faster, and what it put is good: that one is not touched, since this one may be void.
    private boolean put(Checkpoint made) throws Failure {
        if (to.checkpoints().putFinalIfAbsent(made, domain)) return true;
        var standing = new Standing(from, to);
        if (standing.good(Checkpoints.entry(made)).isPresent()) return false;
        to.checkpoints().putFinal(made, domain);
        return true;
    }

    /// Whether something that is relied on was condemned since the dooms `before`.
    private boolean isCondemned(Landing landing, Bases bases, Set<String> before) throws Failure {
        var now = Dooms.names(domain);
        if (now.equals(before)) return false;
        var dooms = Dooms.read(domain, now);
        if (dooms.hideSince(before)) return true;
        if (bases.used().stream().anyMatch(dooms.forgotten()::contains)) return true;
        return landing.intake().relied().stream().anyMatch(dooms.packs()::contains);
    }

    /// Whom somebody has taken for dead since the dooms `before` were listed.
    private Set<CheckpointId> givenUp(List<Carried> carried, Set<String> before) throws Failure {
        var now = Dooms.names(domain);
        if (now.equals(before)) return Set.of();
        var dooms = Dooms.read(domain, now);
        var ids = new HashSet<CheckpointId>();
        for (var each : carried) {
            if (dooms.hideSince(before) || dooms.pending().contains(each.attempt())) {
                ids.add(each.attempt());
            }
        }
        return ids;
    }

    @Override
    public void close() {
        source.close();
        target.close();
    }
}
