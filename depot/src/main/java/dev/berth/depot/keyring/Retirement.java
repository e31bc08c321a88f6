package dev.berth.depot.keyring;

import dev.berth.depot.key.DomainName;
import dev.berth.depot.key.KeyObject.Destroyed;
import dev.berth.depot.key.KeyObject.Living;
import dev.berth.depot.key.KeyService;
import dev.berth.depot.key.KeyWrapping;
import dev.berth.failure.Failure;

import java.util.HashSet;
import java.util.Set;
import java.util.stream.Collectors;

/// Takes data keys out of a domain once nothing is sealed under them.
///
/// Somebody may still be storing under such a key, or rely on what somebody else has. So the order
/// is that of a collect, and needs no clock:
///
/// 1. the keys as they are are put aside, where readers find them;
/// 2. a generation without the key is put;
/// 3. what is stored is looked at once more. When nothing is under the key, what was put aside goes
///    and the key with it; otherwise the key is put back.
///
/// Whoever writes or deletes looks, before that counts, whether all data keys that it knew are in
/// force. If so, all it relies on was there before step 2, and step 3 sees it. If not, it begins
/// again. Cut short, everything stays readable, and the next writer or collect puts the key back.
public final class Retirement {
    private static final int ATTEMPTS = 100;

    private final Generations generations;
    private final DomainName domain;
    private final KeyWrapping wrapping;
    private final KeyService service;

    Retirement(
            Generations generations, DomainName domain, KeyWrapping wrapping, KeyService service) {
        this.generations = generations;
        this.domain = domain;
        this.wrapping = wrapping;
        this.service = service;
    }

    /// Tells whether nothing at all is stored under some data keys.
    public interface Look {
        boolean findsNothingUnder(Set<Integer> dataKeys) throws Failure;
    }

    /// Retires those of `unused` that are not the current one; tells which went.
    Set<Integer> run(Set<Integer> unused, Look look) throws Failure {
        settle();
        var current = generations.current(domain);
        if (current.isEmpty() || !(current.get().object() instanceof Living before)) {
            return Set.of();
        }
        var gone = new HashSet<Integer>();
        try (var keys = wrapping.unwrap(before, service)) {
            keys.dataKeyIds()
                    .filter(id -> id != keys.currentDataKey() && unused.contains(id))
                    .forEach(gone::add);
            if (gone.isEmpty()) return Set.of();
            generations.putFormer(domain, before);
            try (var fewer = keys.without(gone)) {
                var after = wrapping.rewrap(before, fewer, service);
                if (!generations.put(domain, current.get().generation(), after)) {
                    // Someone changed the keys meanwhile. What was put aside may be theirs.
                    settle();
                    return Set.of();
                }
            }
        }
        generations.sweep(domain);
        if (look.findsNothingUnder(gone)) {
            generations.deleteFormer(domain);
            return gone;
        }
        settle();
        return Set.of();
    }

    /// Puts back what a retirement has put aside, unless it is for another master key.
    void settle() throws Failure {
        for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
            var former = generations.former(domain);
            if (former.isEmpty() || !(former.get() instanceof Living aside)) return;
            var current = generations.current(domain);
            if (current.isEmpty()) return;
            if (current.get().object() instanceof Destroyed) {
                generations.deleteFormer(domain);
                return;
            }
            if (!(current.get().object() instanceof Living before)) return;
            if (!wrapping.isFor(aside, service)) return;
            try (var keys = wrapping.unwrap(before, service);
                    var more = wrapping.unwrap(aside, service);
                    var all = keys.with(more)) {
                boolean same =
                        all.dataKeyIds().boxed().collect(Collectors.toSet()).size()
                                == keys.dataKeyIds().count();
                if (!same) {
                    var after = wrapping.rewrap(before, all, service);
                    if (!generations.put(domain, current.get().generation(), after)) continue;
                    generations.sweep(domain);
                }
                generations.deleteFormer(domain);
                return;
            }
        }
        throw new Failure.Unavailable("the keys of " + domain + " keep changing", "try again");
    }
}
