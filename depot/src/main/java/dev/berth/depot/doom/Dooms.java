package dev.berth.depot.doom;

import dev.berth.depot.blob.BlobName;
import dev.berth.depot.checkpoint.CheckpointId;
import dev.berth.depot.domain.Domain;
import dev.berth.depot.pack.PackId;
import dev.berth.failure.Failure;

import java.security.SecureRandom;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/// All dooms of one domain, as of when they were read.
///
/// They only ever become more, so that whoever finds the same objects as before knows that nothing
/// was condemned in between, without opening one.
///
/// One that cannot be read may have condemned whatever there was when it was put, and nothing that
/// came later: no id returns. `unreadable` has all of those, and why; the `settled` ones among them
/// have nothing left to condemn. What that means for whom is in docs/format/depot.md.
public record Dooms(
        Set<String> objects,
        Set<PackId> packs,
        Set<CheckpointId> pending,
        Set<CheckpointId> forgotten,
        Map<String, String> unreadable,
        Set<String> settled) {
    public Dooms {
        objects = Set.copyOf(objects);
        packs = Set.copyOf(packs);
        pending = Set.copyOf(pending);
        forgotten = Set.copyOf(forgotten);
        unreadable = Map.copyOf(unreadable);
        settled = Set.copyOf(settled);
    }

    /// The names of all doom objects of the tenant.
    public static Set<String> names(Domain domain) throws Failure {
        var names = new TreeSet<String>();
        for (var listed : domain.store().list(folder(domain))) {
            if (PackId.parse(listed.name().last()).isPresent()) names.add(listed.name().last());
        }
        return Set.copyOf(names);
    }

    /// Reads all of them.
    public static Dooms read(Domain domain) throws Failure {
        return read(domain, names(domain));
    }

    /// Those with these names, and whatever has taken their place.
    public static Dooms read(Domain domain, Set<String> names) throws Failure {
        return new ReadDooms(domain).read(names);
    }

    /// Puts one; durable on return, and from then on seen by every writer that reads them.
    public static String put(Domain domain, Doom doom, SecureRandom random) throws Failure {
        String last = PackId.random(random).hex();
        var name = name(domain, last);
        byte[] plain = DoomCodec.encode(doom);
        domain.store().put(name, ReadDooms.ENVELOPE.seal(name, domain.sealer(), plain));
        return last;
    }

    /// Those of which nobody knows what they have condemned, and why.
    public Map<String, String> unknown() {
        var unknown = new TreeMap<>(unreadable);
        unknown.keySet().removeAll(settled);
        return unknown;
    }

    /// Whether something may have been condemned since there were only the dooms `before`, and one
    /// cannot be read that would tell. Settled ones count: they were put after all.
    public boolean hideSince(Set<String> before) {
        return !before.containsAll(unreadable.keySet());
    }

    /// The same, with more checkpoints given up.
    public Dooms withForgotten(Set<CheckpointId> more) {
        var all = new HashSet<>(forgotten);
        all.addAll(more);
        return new Dooms(objects, packs, pending, all, unreadable, settled);
    }

    /// What a doom object is called in its store.
    public static BlobName name(Domain domain, String last) {
        return new BlobName(folder(domain) + last);
    }

    private static String folder(Domain domain) {
        return domain.tenant() + "/dooms/";
    }
}
