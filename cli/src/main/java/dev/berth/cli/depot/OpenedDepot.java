package dev.berth.cli.depot;

import dev.berth.cli.DataFolder;
import dev.berth.cli.Given;
import dev.berth.cli.Shown;
import dev.berth.cli.Spec;
import dev.berth.cli.World;
import dev.berth.depot.Depot;
import dev.berth.depot.Tenant;
import dev.berth.depot.Tools;
import dev.berth.depot.blob.BlobStore;
import dev.berth.depot.blob.folder.FolderBlobs;
import dev.berth.depot.head.Heads;
import dev.berth.depot.s3.Bucket;
import dev.berth.depot.s3.Identity;
import dev.berth.depot.s3.NearBlobs;
import dev.berth.depot.s3.S3Blobs;
import dev.berth.depot.s3.Shelf;
import dev.berth.disk.SessionId;
import dev.berth.durable.Folder;
import dev.berth.durable.SystemRandom;
import dev.berth.failure.Failure;

import java.nio.file.Path;
import java.util.Optional;

/// A depot as the user names it, opened with the key that is found for it.
public final class OpenedDepot implements AutoCloseable {
    static final String DEPOT = "DEPOT";
    static final String HELP = "a depot: a folder, or s3://bucket/prefix";
    static final String TENANT = "--tenant";
    private static final String DEFAULT_TENANT = "default";

    private final World world;
    private final Depot depot;
    private final Tenant tenant;
    private final KeyPlaces keys;
    private boolean doubtful;

    private OpenedDepot(World world, Depot depot, Tenant tenant, KeyPlaces keys) {
        this.world = world;
        this.depot = depot;
        this.tenant = tenant;
        this.keys = keys;
    }

    /// A command that works on a depot.
    static Spec spec(String name, String summary) {
        return Spec.of(name, summary).argument(DEPOT, HELP);
    }

    /// The options that all of them have.
    static Spec options(Spec spec) {
        return Buckets.option(KeyPlaces.option(spec))
                .value(TENANT, "TENANT", "whose part of it", DEFAULT_TENANT);
    }

    /// The options of a command that is about all tenants: it compares what it finds with what this
    /// machine has seen of one of them.
    static Spec optionsOfAll(Spec spec) {
        return Buckets.option(KeyPlaces.option(spec))
                .value(
                        TENANT,
                        "TENANT",
                        "whose older state to notice first; all else is of all tenants",
                        DEFAULT_TENANT);
    }

    /// The tenant that was named.
    static SessionId tenantName(Given given) throws Failure {
        try {
            return SessionId.parse(given.text(TENANT));
        } catch (Failure.Malformed malformed) {
            throw new Failure.Malformed(
                    "'%s' is not the name of a tenant".formatted(Shown.oneLine(given.text(TENANT))),
                    malformed.advice());
        }
    }

    static OpenedDepot open(Given given, World world) throws Failure {
        return open(given, world, store(given, world), false);
    }

    /// As [#open], for one look at the depot or one snapshot: of a bucket this machine keeps what
    /// it has had from there before, and asks as little as possible.
    static OpenedDepot atHand(Given given, World world) throws Failure {
        return open(given, world, near(given, world), false);
    }

    /// As [#atHand], of the target of a copy: the key that was typed may be that of the source.
    static OpenedDepot target(Given given, World world, boolean ownKey) throws Failure {
        return open(given, world, near(given, world), ownKey);
    }

    private static BlobStore near(Given given, World world) throws Failure {
        if (folder(given, world).isPresent()) return store(given, world);
        var tenant = tenantName(given);
        var cache = CacheFolder.open(world, "bucket", "what it keeps of buckets").folder();
        if (cache.isEmpty()) return bucket(given, world);
        return new NearBlobs(bucket(given, world), new Shelf(cache.get()), tenant + "/").hastened();
    }

    private static OpenedDepot open(Given given, World world, BlobStore store, boolean ownKey)
            throws Failure {
        try {
            var tools = tools(world);
            var tenant = tenantName(given);
            var description = Depot.describe(store);
            var typed = KeyPlaces.of(given, world, tools.random());
            var keys = ownKey ? typed.ownIfThere(description) : typed;
            keys.refuseUnsealed(description);
            var depot = Depot.open(store, description, keys.find(description), tools);
            var opened = new OpenedDepot(world, depot, depot.tenant(tenant), keys);
            opened.tenant.requireKey();
            opened.compareHeads();
            remember(given, world);
            return opened;
        } catch (Failure | RuntimeException | Error failure) {
            store.close();
            throw failure;
        }
    }

    /// Notices a depot that is older than what this machine has seen of it, and remembers what is
    /// there now.
    void compareHeads() throws Failure {
        try (var folder = DataFolder.of(world).folder("heads")) {
            var gone = tenant.checkHeads(heads(folder));
            doubtful = !gone.isEmpty();
            if (gone.isEmpty()) return;
            world.err()
                    .println(
                            "berth: gone is %s, forgotten or lost: what would tell cannot be read; see `berth depot verify`"
                                    .formatted(String.join(", ", gone)));
        }
    }

    /// What was gone, nobody knows why, counts as given up: once a collect has settled the dooms
    /// that would have told.
    void settleHeads() throws Failure {
        if (!doubtful) return;
        try (var folder = DataFolder.of(world).folder("heads")) {
            tenant.acceptHeads(heads(folder));
        }
    }

    private Heads heads(Folder folder) {
        return new Heads(folder, depot.description().id(), tenant.name());
    }

    /// Refuses a tenant that nothing in the depot is of: a name that was mistyped. The default one
    /// may have nothing yet.
    void requireTenant() throws Failure {
        String name = tenant.name().value();
        if (name.equals(DEFAULT_TENANT) || !depot.store().list(name + "/").isEmpty()) return;
        throw new Failure.NotFound(
                "the depot has nothing of a tenant called " + name, "check the name");
    }

    /// Refuses a session without a checkpoint, which was mistyped, or forgotten already.
    void requireSession(SessionId session) throws Failure {
        if (!tenant.checkpoints().list(session).isEmpty()) return;
        throw new Failure.NotFound(
                "no checkpoint is of a session called " + session, "see `berth depot list`");
    }

    static BlobStore store(Given given, World world) throws Failure {
        String typed = given.text(DEPOT);
        if (Bucket.isMeant(typed)) return bucket(given, world);
        return FolderBlobs.open(world.files(), world.path(typed));
    }

    /// The same, for whoever wants to know more of a bucket.
    static S3Blobs bucket(Given given, World world) throws Failure {
        var bucket = new Buckets(world).find(given, given.text(DEPOT));
        return S3Blobs.open(bucket, new Identity(world.environment()));
    }

    /// Where a bucket is, for later commands.
    static void remember(Given given, World world) throws Failure {
        String typed = given.text(DEPOT);
        if (!Bucket.isMeant(typed)) return;
        var buckets = new Buckets(world);
        buckets.remember(given, buckets.find(given, typed));
    }

    /// The folder that the depot is in, where it is in one.
    static Optional<Path> folder(Given given, World world) throws Failure {
        String typed = given.text(DEPOT);
        return Bucket.isMeant(typed) ? Optional.empty() : Optional.of(world.path(typed));
    }

    static Tools tools(World world) {
        int cores = Runtime.getRuntime().availableProcessors();
        return new Tools(world.files(), world.clock(), SystemRandom.here(), cores);
    }

    public Depot depot() {
        return depot;
    }

    public Tenant tenant() {
        return tenant;
    }

    public KeyPlaces keys() {
        return keys;
    }

    @Override
    public void close() {
        depot.close();
    }
}
