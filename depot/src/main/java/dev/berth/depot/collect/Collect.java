package dev.berth.depot.collect;

import dev.berth.depot.blob.BlobStore;
import dev.berth.depot.checkpoint.Checkpoints;
import dev.berth.depot.checkpoint.Checkpoints.Entry;
import dev.berth.depot.domain.Domain;
import dev.berth.depot.key.DomainName;
import dev.berth.depot.work.Progress;
import dev.berth.failure.Failure;

import java.security.SecureRandom;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// Takes away what nothing of one tenant refers to any more. Any number may run at once, beside any
/// number of writers.
///
/// What a killed writer left, and what a slow one has not finished, look alike: it goes when two
/// runs in a row have seen it.
public final class Collect {
    private final BlobStore store;
    private final String tenant;
    private final Checkpoints checkpoints;
    private final SecureRandom random;
    private final Progress progress;

    public Collect(
            BlobStore store,
            String tenant,
            Checkpoints checkpoints,
            SecureRandom random,
            Progress progress) {
        this.store = store;
        this.tenant = tenant;
        this.checkpoints = checkpoints;
        this.random = random;
        this.progress = progress;
    }

    /// Collects in `domains`, which are all that the tenant has but for the `destroyed` ones; `dry`
    /// only tells.
    public Collected run(List<Domain> domains, List<DomainName> destroyed, boolean dry)
            throws Failure {
        requireCheckpoints(domains);
        var noticed = Noticed.read(store, tenant);
        var seen = new HashSet<String>();
        try {
            return run(domains, destroyed, dry, noticed, seen);
        } catch (Failure.Damaged refused) {
            // Else what keeps it from going on, a pending checkpoint, would never be seen twice.
            seen.addAll(noticed.names());
            if (!dry) Noticed.write(store, tenant, seen);
            throw refused;
        }
    }

    private Collected run(
            List<Domain> domains,
            List<DomainName> destroyed,
            boolean dry,
            Noticed noticed,
            Set<String> seen)
            throws Failure {
        var known = new HashSet<>(destroyed);
        for (var domain : domains) known.add(domain.name());
        var pending = checkpoints.pending();
        pending.forEach(entry -> seen.add(entry.id().value()));
        requireKnown(
                pending.stream().filter(entry -> !noticed.has(entry.id().value())).toList(),
                true,
                known);
        requireKnown(checkpoints.list(), false, known);
        var sum = Collected.NOTHING;
        for (var domain : domains) {
            var each = new CollectDomain(domain, checkpoints, noticed, random);
            sum = sum.plus(each.run(dry, seen, progress));
        }
        if (dry) return sum;
        int discarded = discardLeftovers(noticed, seen);
        Noticed.write(store, tenant, seen);
        return sum.plus(new Collected(0, 0, 0, 0, 0, 0, discarded, 0, List.of()));
    }

    /// Where the folder of all checkpoints is lost, no checkpoint does not mean that none is left.
    private void requireCheckpoints(List<Domain> domains) throws Failure {
        if (!checkpoints.areLost()) return;
        for (var domain : domains) {
            if (!store.list(domain.folder().packs()).isEmpty()) throw Refusal.lost(tenant);
        }
    }

    /// A checkpoint of no domain that is known would be overlooked, and all it refers to lost.
    private void requireKnown(List<Entry> entries, boolean pending, Set<DomainName> known)
            throws Failure {
        for (var entry : entries) {
            var alleged = alleged(entry, pending);
            if (alleged.isEmpty() || known.contains(alleged.get())) continue;
            throw new Failure.Damaged(
                    "checkpoint %s belongs to %s, which has no keys here"
                            .formatted(entry.id(), alleged.get()),
                    "bring its keys object back, or forget the checkpoint; nothing was deleted");
        }
    }

    private Optional<DomainName> alleged(Entry entry, boolean pending) throws Failure {
        try {
            return checkpoints.allegedDomain(entry, pending);
        } catch (Failure.Damaged damaged) {
            throw pending
                    ? Refusal.unreadablePending(entry, damaged)
                    : Refusal.unreadable(entry, damaged);
        }
    }

    private int discardLeftovers(Noticed noticed, Set<String> seen) throws Failure {
        int discarded = 0;
        for (String leftover : store.leftovers()) {
            if (!leftover.startsWith(tenant + "/")) continue;
            if (noticed.has(leftover)) {
                store.discard(leftover);
                discarded++;
            } else {
                seen.add(leftover);
            }
        }
        return discarded;
    }
}
