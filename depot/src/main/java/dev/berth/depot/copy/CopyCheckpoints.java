package dev.berth.depot.copy;

import dev.berth.depot.checkpoint.Checkpoint;
import dev.berth.depot.checkpoint.Checkpoints;
import dev.berth.depot.checkpoint.Checkpoints.Entry;
import dev.berth.depot.chunk.Chunking;
import dev.berth.depot.domain.Domain;
import dev.berth.depot.key.DomainName;
import dev.berth.depot.work.Crew;
import dev.berth.depot.work.Progress;
import dev.berth.disk.SessionId;
import dev.berth.failure.Failure;

import java.security.SecureRandom;
import java.time.Clock;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/// Brings checkpoints of one depot to another, under the keys that those have there: ids, facts,
/// transcripts and trees stay what they are. Nothing is written to the source.
///
/// What it tells of as brought is durable at the target. Cut short and repeated, it goes on where
/// it was. A checkpoint that cannot be read keeps no other from coming.
public final class CopyCheckpoints {
    private static final int LOT = 32;
    private static final int LOOKERS = 8;

    private final Terms terms;
    private final Tally tally = new Tally();
    private final Map<DomainName, CopyDomain> open = new HashMap<>();

    /// How it is done: `chunking` is the target's, `threads` compress and seal, `readers` read.
    /// Domains of the source that were `destroyed` have nothing to bring.
    public record Terms(
            Side from,
            Side to,
            Set<DomainName> destroyed,
            Chunking chunking,
            int threads,
            int readers,
            Clock clock,
            SecureRandom random) {
        public Terms {
            destroyed = Set.copyOf(destroyed);
        }
    }

    public CopyCheckpoints(Terms terms) {
        this.terms = terms;
    }

    /// All of them, or those of one session; the oldest first.
    public Copied run(Optional<SessionId> session, Progress progress) throws Failure {
        try {
            var missing = missing(session);
            for (int at = 0; at < missing.size(); at += LOT) {
                copy(missing.subList(at, Math.min(at + LOT, missing.size())), progress);
            }
            return tally.result();
        } finally {
            open.values().forEach(CopyDomain::close);
        }
    }

    /// What the target has not got, or not whole.
    private List<Entry> missing(Optional<SessionId> session) throws Failure {
        var wanted = list(terms.from(), session);
        var there = Set.copyOf(list(terms.to(), session));
        var standing = new Standing(terms.from(), terms.to());
        var missing = Collections.synchronizedList(new ArrayList<Entry>());
        var both = new Crew.Stack<Entry>();
        for (var entry : wanted) {
            if (there.contains(entry)) both.push(entry);
            else missing.add(entry);
        }
        new Crew(LOOKERS)
                .drain(
                        both,
                        entry -> {
                            var good = standing.good(entry);
                            if (good.isEmpty()) missing.add(entry);
                            else settle(entry, standing.conflict(entry, good.get()));
                        });
        return wanted.stream().filter(Set.copyOf(missing)::contains).toList();
    }

    private void settle(Entry entry, Optional<Failure> conflict) {
        if (conflict.isPresent()) tally.left(entry, conflict.get());
        else tally.there();
    }

    private static List<Entry> list(Side side, Optional<SessionId> session) throws Failure {
        return session.isPresent()
                ? side.checkpoints().list(session.get())
                : side.checkpoints().list();
    }

    private void copy(List<Entry> entries, Progress progress) throws Failure {
        var byDomain = new TreeMap<String, List<Checkpoint>>();
        for (var checkpoint : read(entries)) {
            byDomain.computeIfAbsent(checkpoint.domain().value(), _ -> new ArrayList<>())
                    .add(checkpoint);
        }
        for (var lot : byDomain.values()) {
            var copying = domain(lot, progress);
            if (copying.isPresent()) copying.get().copy(lot);
        }
    }

    /// In the order of their ids. One that cannot be read stays behind.
    private List<Checkpoint> read(List<Entry> entries) throws Failure {
        var found = new TreeMap<Entry, Checkpoint>(Comparator.comparing(Entry::id));
        var stack = new Crew.Stack<Entry>();
        entries.forEach(stack::push);
        new Crew(LOOKERS)
                .drain(
                        stack,
                        entry -> {
                            try {
                                var checkpoint = terms.from().checkpoints().read(entry);
                                synchronized (found) {
                                    found.put(entry, checkpoint);
                                }
                            } catch (Failure.NotFound forgotten) {
                                // Somebody gave it up after the listing.
                                assert !forgotten.what().isEmpty();
                            } catch (Failure.Damaged | Failure.Refused | Failure.WrongKey closed) {
                                if (!isDestroyed(entry, closed)) tally.left(entry, closed);
                            }
                        });
        return List.copyOf(found.values());
    }

    /// That it cannot be read may be what was asked for.
    private boolean isDestroyed(Entry entry, Failure why) throws Failure {
        if (!(why instanceof Failure.WrongKey)) return false;
        return terms.from()
                .checkpoints()
                .allegedDomain(entry, false)
                .filter(terms.destroyed()::contains)
                .isPresent();
    }

    /// The domain that these belong to; where the target cannot have it, they stay behind.
    private Optional<CopyDomain> domain(List<Checkpoint> lot, Progress progress) throws Failure {
        var name = lot.getFirst().domain();
        var known = open.get(name);
        if (known != null) return Optional.of(known);
        Domain target;
        try {
            target = terms.to().domains().open(name);
        } catch (Failure.Refused | Failure.WrongKey | Failure.Damaged closed) {
            for (var checkpoint : lot) {
                tally.left(Checkpoints.entry(checkpoint), closed);
            }
            return Optional.empty();
        }
        var source = terms.from().domains().open(name);
        var made = new CopyDomain(source, target, terms, tally, progress);
        open.put(name, made);
        return Optional.of(made);
    }
}
