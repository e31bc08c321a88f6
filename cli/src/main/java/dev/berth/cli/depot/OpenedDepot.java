package dev.berth.cli.depot;

import dev.berth.cli.DataFolder;
import dev.berth.cli.Given;
import dev.berth.cli.Spec;
import dev.berth.cli.World;
import dev.berth.depot.Depot;
import dev.berth.depot.Tenant;
import dev.berth.depot.Tools;
import dev.berth.depot.blob.BlobStore;
import dev.berth.depot.blob.folder.FolderBlobs;
import dev.berth.depot.head.Heads;
import dev.berth.disk.SessionId;
import dev.berth.durable.Folder;
import dev.berth.failure.Failure;

import java.security.SecureRandom;

/// A depot as the user names it, opened with the key that is found for it.
public final class OpenedDepot implements AutoCloseable {
    static final String DEPOT = "DEPOT";
    static final String HELP = "a depot: a folder";
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
        return KeyPlaces.option(spec).value(TENANT, "TENANT", "whose part of it", DEFAULT_TENANT);
    }

    static OpenedDepot open(Given given, World world) throws Failure {
        var tools = tools(world);
        var keys = KeyPlaces.of(given, world, tools.random());
        var tenant = SessionId.parse(given.text(TENANT));
        var store = store(given, world);
        try {
            var description = Depot.describe(store);
            keys.refuseUnsealed(description);
            var depot = Depot.open(store, keys.find(description), tools);
            var opened = new OpenedDepot(world, depot, depot.tenant(tenant), keys);
            opened.tenant.requireKey();
            opened.compareHeads();
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
        if (typed.startsWith("s3://")) {
            throw new Failure.Refused(
                    "a depot in a bucket is more than this Berth can do",
                    "name a folder, or use a newer Berth");
        }
        return FolderBlobs.open(world.files(), world.path(typed));
    }

    static Tools tools(World world) {
        int cores = Runtime.getRuntime().availableProcessors();
        return new Tools(world.files(), world.clock(), new SecureRandom(), cores);
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
