package dev.berth.depot.stats;

import dev.berth.depot.blob.BlobStore;
import dev.berth.depot.checkpoint.Checkpoint;
import dev.berth.depot.checkpoint.Checkpoints;
import dev.berth.depot.collect.SweepDestroyed;
import dev.berth.depot.domain.Domain;
import dev.berth.depot.domain.StoredPacks;
import dev.berth.depot.doom.Dooms;
import dev.berth.depot.key.DomainName;
import dev.berth.disk.SessionId;
import dev.berth.failure.Failure;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// Counts what one tenant has in a depot. Nothing counts as held by `destroyed` domains, all of
/// which a collect takes away, or by `closed` ones, which stay.
public record Count(
        BlobStore store,
        String tenant,
        Checkpoints checkpoints,
        Set<DomainName> destroyed,
        Set<DomainName> closed) {

    public Stats run(List<Domain> domains) throws Failure {
        var all = new ArrayList<Checkpoint>();
        for (var entry : checkpoints.list()) read(entry, all);
        var sessions = new LinkedHashMap<SessionId, Integer>();
        for (var each : all) sessions.putIfAbsent(each.session(), sessions.size());
        int[] numbers = all.stream().mapToInt(c -> sessions.getOrDefault(c.session(), 0)).toArray();
        var alone = new long[all.size()];
        var together = new long[sessions.size()];
        long unique = 0;
        long dead = left();
        long chunks = 0;
        for (var domain : domains) {
            try (var counting = new Counting(domain, numbers)) {
                for (int i = 0; i < all.size(); i++) {
                    if (all.get(i).domain().equals(domain.name())) counting.add(all.get(i), i);
                }
                var dooms = Dooms.read(domain);
                addUp(counting, alone, together, domain, dooms);
                unique += counting.uniqueBytes();
                dead += counting.deadBytes();
                chunks += counting.rows();
            }
        }
        var listed = store.list(tenant + "/");
        return new Stats(
                all.stream().mapToLong(Checkpoint::bytes).sum(),
                unique,
                bytes(listed),
                dead,
                listed.size(),
                chunks,
                ofCheckpoints(all, alone),
                ofSessions(all, sessions, together));
    }

    /// What destroyed domains left.
    private long left() throws Failure {
        long bytes = 0;
        var sweep = new SweepDestroyed(store, tenant, checkpoints);
        for (var domain : destroyed) bytes += sweep.run(domain, true).deadBytes();
        return bytes;
    }

    /// What a damaged part of the index knew would be missing in every figure.
    private static void addUp(
            Counting counting, long[] alone, long[] together, Domain domain, Dooms dooms)
            throws Failure {
        try {
            counting.addUp(alone, together, StoredPacks.list(domain), dooms);
        } catch (Failure.Damaged damaged) {
            throw new Failure.Damaged(
                    damaged.what(),
                    "run `berth depot collect`, which makes a damaged index anew; `berth depot"
                            + " verify` tells whether more is damaged");
        }
    }

    private void read(Checkpoints.Entry entry, List<Checkpoint> all) throws Failure {
        var alleged = checkpoints.allegedDomain(entry, false);
        if (alleged.isEmpty() || destroyed.contains(alleged.get())) return;
        if (closed.contains(alleged.get())) return;
        all.add(checkpoints.read(entry));
    }

    private static long bytes(List<BlobStore.Listed> listed) {
        return listed.stream().mapToLong(BlobStore.Listed::size).sum();
    }

    private static List<Stats.OfCheckpoint> ofCheckpoints(List<Checkpoint> all, long[] alone) {
        var rows = new ArrayList<Stats.OfCheckpoint>();
        for (int i = 0; i < all.size(); i++) {
            rows.add(new Stats.OfCheckpoint(all.get(i), alone[i]));
        }
        return rows;
    }

    private static Map<SessionId, Stats.OfSession> ofSessions(
            List<Checkpoint> all, Map<SessionId, Integer> sessions, long[] together) {
        var rows = new HashMap<SessionId, Stats.OfSession>();
        sessions.forEach(
                (session, number) -> {
                    var own = all.stream().filter(c -> c.session().equals(session)).toList();
                    long logical = own.stream().mapToLong(Checkpoint::bytes).sum();
                    rows.put(session, new Stats.OfSession(own.size(), logical, together[number]));
                });
        return rows;
    }
}
