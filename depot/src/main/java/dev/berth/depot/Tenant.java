package dev.berth.depot;

import dev.berth.depot.checkpoint.Checkpoint;
import dev.berth.depot.checkpoint.CheckpointId;
import dev.berth.depot.checkpoint.Checkpoints;
import dev.berth.depot.copy.CopyCheckpoints;
import dev.berth.depot.copy.Side;
import dev.berth.depot.domain.Domain;
import dev.berth.depot.doom.Dooms;
import dev.berth.depot.fetch.BlockCache;
import dev.berth.depot.fetch.ChunkReader;
import dev.berth.depot.head.Heads;
import dev.berth.depot.index.Index;
import dev.berth.depot.key.DomainKeys;
import dev.berth.depot.key.DomainName;
import dev.berth.depot.key.KeyScope;
import dev.berth.depot.key.Sealer;
import dev.berth.depot.keyring.KeyRing;
import dev.berth.depot.restore.RestoreCheckpoint;
import dev.berth.depot.snapshot.BranchCheckpoint;
import dev.berth.depot.snapshot.TakeSnapshot;
import dev.berth.depot.stats.Count;
import dev.berth.depot.stats.Stats;
import dev.berth.disk.SessionId;
import dev.berth.failure.Failure;

import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;

/// One tenant's part of a depot: its key domains and its checkpoints. Nothing crosses tenants. Safe
/// for use by several threads.
public final class Tenant {
    /// What a user types for the newest checkpoint of all.
    public static final String LATEST = "latest";

    private final Depot depot;
    private final SessionId name;
    private final Map<DomainName, Domain> domains = new ConcurrentHashMap<>();

    Tenant(Depot depot, SessionId name) {
        this.depot = depot;
        this.name = name;
    }

    public SessionId name() {
        return name;
    }

    public Depot depot() {
        return depot;
    }

    public Checkpoints checkpoints() {
        return new Checkpoints(depot.store(), name.value(), this::domain);
    }

    /// Which checkpoint a user means, without reading it: it may be damaged.
    public Checkpoints.Entry entry(String typed) throws Failure {
        return new Naming(checkpoints()).entry(typed);
    }

    /// Finds a checkpoint by what a user types: an id or the start of one, `latest`, or a session.
    public Checkpoint find(String typed) throws Failure {
        var checkpoints = checkpoints();
        return checkpoints.read(new Naming(checkpoints).entry(typed));
    }

    /// Opens keys anew where they are needed next: somebody may have changed them since.
    public void rereadKeys() {
        domains.clear();
    }

    /// A domain that has keys; a `WrongKey` when it has none, or ours do not open them.
    public Domain domain(DomainName domain) throws Failure {
        var known = domains.get(domain);
        if (known != null) return known;
        return existing(domain);
    }

    /// A domain to write to; its keys are made when there are none. A `WrongKey` when there were
    /// some, by what is stored.
    public Domain domainToWrite(DomainName domain) throws Failure {
        var known = domains.get(domain);
        if (known != null) return known;
        var scope = scope(domain);
        if (!depot.description().sealed()) return keep(domain, Sealer.clear(scope), () -> true);
        if (!ring().has(domain)) {
            requireKey();
            lostKeys().refuse(scope, checkpoints().list());
        }
        return keyed(domain, ring().findOrMake(domain));
    }

    /// Refuses a master key that is not this depot's: one that opens nothing of this tenant's or,
    /// where it has nothing yet, of anybody's.
    public void requireKey() throws Failure {
        if (!depot.description().sealed() || ring().requireKey()) return;
        for (var ring : new Upkeep(depot).rings(depot.keys())) {
            if (ring.requireKey()) return;
        }
    }

    /// Which domain a session's checkpoints belong to: its own when it has one or is to have one,
    /// else the tenant's.
    public DomainName domainOf(SessionId session, boolean ownKey) throws Failure {
        var own = DomainName.of(session);
        if (!depot.description().sealed()) {
            if (!ownKey) return DomainName.COMMON;
            throw new Failure.Refused(
                    "the depot is clear, so no session has a key of its own",
                    "make a sealed depot, or leave --own-key out");
        }
        if (ownKey || ring().has(own)) return own;
        // What was meant to have a key of its own is not to lie under the common one unnoticed.
        var entries = checkpoints().list(session);
        var last = entries.isEmpty() ? entries : List.of(entries.getLast());
        lostKeys().refuse(scope(own), last);
        return DomainName.COMMON;
    }

    private LostKeys lostKeys() throws Failure {
        return new LostKeys(depot.store(), ring(), checkpoints());
    }

    public KeyRing ring() throws Failure {
        return new KeyRing(
                depot.store(),
                depot.description().id(),
                name.value(),
                depot.keys(),
                depot.tools().random());
    }

    public TakeSnapshot taking(Domain domain) {
        var tools = depot.tools();
        return new TakeSnapshot(
                domain,
                checkpoints(),
                depot.description().chunking(),
                tools.threads(),
                tools.clock(),
                tools.random());
    }

    public BranchCheckpoint branching(Checkpoint checkpoint) throws Failure {
        var tools = depot.tools();
        var domain = domain(checkpoint.domain());
        return new BranchCheckpoint(domain, checkpoints(), tools.clock(), tools.random());
    }

    /// Copies what this tenant has to the `other`, of another depot; `readers` read at once.
    public CopyCheckpoints copyingTo(Tenant other, int readers) throws Failure {
        var tools = other.depot.tools();
        return new CopyCheckpoints(
                new CopyCheckpoints.Terms(
                        new Side(checkpoints(), this::domain),
                        new Side(other.checkpoints(), other::domainToCopyTo),
                        Set.copyOf(new Upkeep(depot).destroyed(this)),
                        other.depot.description().chunking(),
                        tools.threads(),
                        readers,
                        tools.clock(),
                        tools.random()));
    }

    /// A session with a key of its own was promised that its traces go with that key.
    private Domain domainToCopyTo(DomainName domain) throws Failure {
        if (depot.description().sealed() || domain.equals(DomainName.COMMON)) {
            return domainToWrite(domain);
        }
        throw new Failure.Refused(
                "it has a key of its own, and the depot in %s is clear"
                        .formatted(depot.store().location()),
                "copy it to a sealed depot");
    }

    public RestoreCheckpoint restoring(Checkpoint checkpoint) throws Failure {
        return new RestoreCheckpoint(
                depot.tools().files(),
                domain(checkpoint.domain()),
                depot.description().chunking(),
                depot.tools().threads());
    }

    /// Notices an older state of this tenant's part than `heads` remembers. Answers checkpoints
    /// that are gone, where a doom that cannot be read may say that they were forgotten.
    public List<String> checkHeads(Heads heads) throws Failure {
        return heads.check(checkpoints().list(), this::fate);
    }

    /// From now on `heads` remembers what is there, and nothing that is gone.
    public void acceptHeads(Heads heads) throws Failure {
        heads.accept(checkpoints().list());
    }

    /// Whether someone asked for a checkpoint to go, or for the keys of its session.
    private Heads.Fate fate(SessionId session, CheckpointId id) throws Failure {
        var domains = OpenDomains.of(this);
        boolean known = domains.closed().isEmpty();
        for (var domain : domains.open()) {
            var dooms = Dooms.read(domain);
            if (dooms.forgotten().contains(id)) return Heads.Fate.FORGOTTEN;
            known &= dooms.unknown().isEmpty();
        }
        if (isDestroyed(session)) return Heads.Fate.FORGOTTEN;
        return known ? Heads.Fate.LOST : Heads.Fate.UNKNOWN;
    }

    /// Whether the keys that a session uses were destroyed: its own, or those of all who have none.
    private boolean isDestroyed(SessionId session) throws Failure {
        if (!depot.description().sealed()) return false;
        var own = DomainName.of(session);
        var used = ring().has(own) ? own : DomainName.COMMON;
        return new Upkeep(depot).destroyed(this).contains(used);
    }

    /// Counts what this tenant has.
    public Stats stats() throws Failure {
        var domains = OpenDomains.of(this);
        var destroyed = Set.copyOf(new Upkeep(depot).destroyed(this));
        var closed = new HashSet<DomainName>();
        for (String each : domains.closed().keySet()) closed.add(DomainName.parse(each));
        return new Count(depot.store(), name.value(), checkpoints(), destroyed, closed)
                .run(domains.open());
    }

    /// A reader of what one checkpoint holds; the caller closes it.
    public Browsing browse(Checkpoint checkpoint) throws Failure {
        var domain = domain(checkpoint.domain());
        var index = Index.load(domain);
        var cache = new BlockCache(Browsing.CACHE_BYTES);
        return new Browsing(checkpoint, index, new ChunkReader(domain, index, cache));
    }

    private Domain existing(DomainName domain) throws Failure {
        var scope = scope(domain);
        if (!depot.description().sealed()) return keep(domain, Sealer.clear(scope), () -> true);
        var keys = ring().find(domain);
        if (keys.isPresent()) return keyed(domain, keys.get());
        throw new Failure.WrongKey(
                "the depot has no keys of %s/%s".formatted(name, domain),
                "bring the keys object back from a copy of the depot");
    }

    private Domain keyed(DomainName domain, DomainKeys keys) {
        var ids = keys.dataKeyIds().boxed().collect(Collectors.toUnmodifiableSet());
        var sealer = Sealer.keyed(scope(domain), keys, depot.tools().random());
        return keep(
                domain,
                sealer,
                new Domain.Keys() {
                    @Override
                    public boolean hold() throws Failure {
                        return Tenant.this.hold(domain, ids);
                    }

                    @Override
                    public boolean has(int dataKey) throws Failure {
                        return ring().holds(domain, Set.of(dataKey));
                    }
                });
    }

    /// What is known of keys that changed is forgotten: whoever comes next opens the new ones.
    private boolean hold(DomainName domain, Set<Integer> dataKeys) throws Failure {
        boolean hold = ring().holds(domain, dataKeys);
        if (!hold) domains.remove(domain);
        return hold;
    }

    private Domain keep(DomainName domain, Sealer sealer, Domain.Keys keys) {
        var made = new Domain(depot.store(), sealer, keys);
        return Optional.ofNullable(domains.putIfAbsent(domain, made)).orElse(made);
    }

    private KeyScope scope(DomainName domain) {
        return new KeyScope(depot.description().id(), name.value(), domain);
    }
}
