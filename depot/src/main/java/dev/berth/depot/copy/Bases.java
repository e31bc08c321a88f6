package dev.berth.depot.copy;

import dev.berth.depot.checkpoint.Checkpoint;
import dev.berth.depot.checkpoint.CheckpointId;
import dev.berth.depot.checkpoint.Checkpoints.Entry;
import dev.berth.depot.doom.Dooms;
import dev.berth.depot.key.DomainName;
import dev.berth.failure.Failure;

import org.jspecify.annotations.Nullable;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// Finds the checkpoint that both depots have and that is most like another one: its parent, else
/// the last before it in its session. Those that were used are remembered, since what is copied
/// relies on them. For one thread.
final class Bases {
    private final Side from;
    private final Side to;
    private final DomainName domain;
    private final Dooms dooms;
    private final Set<CheckpointId> used = new HashSet<>();
    private final Map<Entry, Optional<Base>> known = new HashMap<>();
    private @Nullable List<Entry> there;

    Bases(Side from, Side to, DomainName domain, Dooms dooms) {
        this.from = from;
        this.to = to;
        this.domain = domain;
        this.dooms = dooms;
    }

    Dooms dooms() {
        return dooms;
    }

    Set<CheckpointId> used() {
        return used;
    }

    Optional<Base> of(Checkpoint checkpoint) throws Failure {
        // Nobody knows what a doom that cannot be read has condemned.
        if (!dooms.unknown().isEmpty()) return Optional.empty();
        var entry = nearest(checkpoint);
        if (entry.isEmpty()) return Optional.empty();
        var base = known.get(entry.get());
        if (base == null) {
            base = read(entry.get(), checkpoint.domain());
            known.put(entry.get(), base);
        }
        base.ifPresent(found -> used.add(found.target().id()));
        return base;
    }

    private Optional<Entry> nearest(Checkpoint checkpoint) throws Failure {
        var all = there;
        if (all == null) {
            all = to.checkpoints().list();
            there = all;
        }
        Optional<Entry> last = Optional.empty();
        for (var entry : all) {
            if (checkpoint.parent().filter(entry.id()::equals).isPresent()) {
                return Optional.of(entry);
            }
            if (entry.session().equals(checkpoint.session())
                    && entry.id().compareTo(checkpoint.id()) < 0) {
                last = Optional.of(entry);
            }
        }
        return last;
    }

    /// A base has to be whole, the same on both sides, and not given up.
    private Optional<Base> read(Entry entry, DomainName sourceDomain) throws Failure {
        if (dooms.forgotten().contains(entry.id())) return Optional.empty();
        try {
            var source = from.checkpoints().read(entry);
            var target = to.checkpoints().read(entry);
            boolean fits =
                    source.domain().equals(sourceDomain)
                            && target.domain().equals(domain)
                            && target.via().filter(dooms.pending()::contains).isEmpty()
                            && Base.isSame(source, target);
            return fits ? Optional.of(new Base(source, target)) : Optional.empty();
        } catch (Failure.NotFound | Failure.Damaged | Failure.WrongKey unreadable) {
            return Optional.empty();
        }
    }
}
