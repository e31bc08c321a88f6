package dev.berth.depot.snapshot;

import dev.berth.depot.checkpoint.Checkpoint;
import dev.berth.depot.checkpoint.CheckpointId;
import dev.berth.depot.checkpoint.Checkpoints;
import dev.berth.depot.chunk.Chunking;
import dev.berth.depot.chunk.Cutter;
import dev.berth.depot.domain.Domain;
import dev.berth.depot.doom.Dooms;
import dev.berth.depot.statcache.StatCacheWriter;
import dev.berth.depot.work.Crew;
import dev.berth.depot.work.Progress;
import dev.berth.disk.SessionId;
import dev.berth.failure.Failure;

import java.security.SecureRandom;
import java.time.Clock;
import java.util.Optional;
import java.util.Set;

/// Makes a checkpoint of a tree.
///
/// The order is that of docs/format/depot.md: packs, index, pending checkpoint; then the dooms are
/// read; only when nothing that this checkpoint relies on is condemned does it become final.
/// Otherwise it is taken again, with the condemned packs counted as gone.
public final class TakeSnapshot {
    private final Domain domain;
    private final Checkpoints checkpoints;
    private final Storing storing;
    private final Clock clock;
    private final SecureRandom random;

    public TakeSnapshot(
            Domain domain,
            Checkpoints checkpoints,
            Chunking chunking,
            int threads,
            Clock clock,
            SecureRandom random) {
        this.domain = domain;
        this.checkpoints = checkpoints;
        this.storing = new Storing(domain, new Cutter(chunking), new Crew(threads), random);
        this.clock = clock;
        this.random = random;
    }

    public Outcome take(SourceTree source, Wish wish, Progress progress) throws Failure {
        return take(source, wish, progress, Optional.empty()).orElseThrow();
    }

    /// Stores what there is of a tree and remembers it, without a checkpoint: whoever stops all
    /// writers next and takes the tree then has to read only what changed since. Nothing relies on
    /// what is stored here: when a collect condemns it, what is remembered is not believed, and it
    /// is stored again.
    public void prepare(SourceTree source, Wish wish, Progress progress) throws Failure {
        var dooms = Dooms.names(domain);
        try (var attempt = storing.store(source, wish, dooms, progress)) {
            boolean undisturbed = Dooms.names(domain).equals(dooms);
            if (wish.memory().isPresent() && undisturbed) {
                remember(wish.memory().get(), attempt, dooms);
            }
        }
    }

    /// Whether a tree is what a checkpoint holds. What of it this machine does not remember is
    /// read, and stored as by [#prepare]; nothing relies on it.
    public boolean isHeldBy(Checkpoint checkpoint, SourceTree source, Wish wish, Progress progress)
            throws Failure {
        try (var attempt = storing.store(source, wish, Dooms.names(domain), progress)) {
            return attempt.holdsSame(checkpoint);
        }
    }

    /// As [#take], but nothing when the tree is what the session's last checkpoint holds.
    public Optional<Outcome> takeIfChanged(SourceTree source, Wish wish, Progress progress)
            throws Failure {
        var entries = checkpoints.list(wish.session());
        Optional<Checkpoint> last =
                entries.isEmpty()
                        ? Optional.empty()
                        : Optional.of(checkpoints.read(entries.getLast()));
        return take(source, wish, progress, last);
    }

    private Optional<Outcome> take(
            SourceTree source, Wish wish, Progress progress, Optional<Checkpoint> unlessSame)
            throws Failure {
        var parent = latest(wish.session());
        var id = CheckpointId.next(clock.instant(), parent, random);
        // Dooms from before there was anything with this id: none of them can be about it.
        var unaware = Dooms.names(domain);
        while (true) {
            var dooms = Dooms.names(domain);
            try (var attempt = storing.store(source, wish, dooms, progress)) {
                if (unlessSame.isPresent() && attempt.holdsSame(unlessSame.get())) {
                    return Optional.empty();
                }
                var checkpoint = checkpoint(id, parent, source, wish, attempt);
                var entry = Checkpoints.entry(checkpoint);
                checkpoints.putPending(checkpoint, domain);
                var now = Dooms.names(domain);
                if (isCondemned(attempt, dooms, now)) continue;
                if (!domain.keysHold()) {
                    checkpoints.deletePending(entry);
                    throw newKeys();
                }
                checkpoints.putFinal(checkpoint, domain);
                if (wasGivenUp(id, unaware)) {
                    // What it relied on may be gone: it is taken once more, under another name.
                    checkpoints.delete(entry);
                    checkpoints.deletePending(entry);
                    id = CheckpointId.next(clock.instant(), Optional.of(id), random);
                    unaware = Dooms.names(domain);
                    continue;
                }
                checkpoints.deletePending(entry);
                if (wish.memory().isPresent()) remember(wish.memory().get(), attempt, now);
                return Optional.of(attempt.outcome(checkpoint));
            }
        }
    }

    /// Whether something that was stored before and is needed now was condemned since `before`. Of
    /// what was believed without looking it up nobody knows the packs.
    private boolean isCondemned(Attempt attempt, Set<String> before, Set<String> now)
            throws Failure {
        if (now.equals(before)) return false;
        if (attempt.trusted()) return true;
        var dooms = Dooms.read(domain, now);
        if (dooms.hideSince(before)) return true;
        return attempt.relied().stream().anyMatch(dooms.packs()::contains);
    }

    /// What it means that keys went while a checkpoint was made.
    public static Failure newKeys() {
        return new Failure.Unavailable(
                "data keys of the depot were retired while this checkpoint was made",
                "take it again; what was stored already is not stored twice");
    }

    /// Whether someone has taken this writer for dead since the dooms `before` were listed.
    private boolean wasGivenUp(CheckpointId id, Set<String> before) throws Failure {
        var now = Dooms.names(domain);
        if (now.equals(before)) return false;
        var dooms = Dooms.read(domain, now);
        return dooms.pending().contains(id) || dooms.hideSince(before);
    }

    /// Where nothing has changed, what is remembered is right as it is.
    private static void remember(Wish.Memory memory, Attempt attempt, Set<String> dooms)
            throws Failure {
        if (attempt.same() || attempt.stamp().isEmpty()) return;
        var writer = new StatCacheWriter(memory.key(), attempt.stamp().get());
        new Remembering(writer).write(memory, attempt.trees(), attempt.mark().under(dooms));
    }

    private Checkpoint checkpoint(
            CheckpointId id,
            Optional<CheckpointId> parent,
            SourceTree source,
            Wish wish,
            Attempt attempt)
            throws Failure {
        return new Checkpoint(
                id,
                wish.session(),
                domain.name(),
                parent,
                clock.instant(),
                source.layout(),
                attempt.volumes(),
                attempt.transcript(),
                attempt.findings().skipped().size(),
                attempt.findings().unsettled().size(),
                wish.facts());
    }

    private Optional<CheckpointId> latest(SessionId session) throws Failure {
        var entries = checkpoints.list(session);
        return entries.isEmpty() ? Optional.empty() : Optional.of(entries.getLast().id());
    }
}
