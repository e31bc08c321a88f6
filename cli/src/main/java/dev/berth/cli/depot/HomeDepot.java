package dev.berth.cli.depot;

import dev.berth.cli.DataFolder;
import dev.berth.cli.World;
import dev.berth.cli.settings.Settings;
import dev.berth.depot.Depot;
import dev.berth.depot.Description;
import dev.berth.depot.Tools;
import dev.berth.depot.blob.BlobStore;
import dev.berth.depot.blob.folder.FolderBlobs;
import dev.berth.depot.s3.Bucket;
import dev.berth.depot.s3.Identity;
import dev.berth.depot.s3.NearBlobs;
import dev.berth.depot.s3.S3Blobs;
import dev.berth.depot.s3.Shelf;
import dev.berth.disk.SessionId;
import dev.berth.failure.Failure;

import java.net.URI;
import java.nio.file.Path;
import java.util.Optional;

/// The depot that a server keeps its checkpoints in: the one that the settings name, a folder or a
/// bucket, else a folder of the data folder. Made when there is none yet, sealed.
public final class HomeDepot {
    private static final String FILE = "file://";
    private static final SessionId FIRST_TENANT = new SessionId("default");

    private HomeDepot() {}

    public static Depot open(World world, Settings.Depot settings) throws Failure {
        var tools = OpenedDepot.tools(world);
        var store = store(world, settings);
        try {
            boolean said = world.variable(KeyPlaces.VARIABLE).isPresent();
            Optional<String> command =
                    said ? Optional.empty() : world.variable(KeyPlaces.COMMAND_VARIABLE);
            var keys = new KeyPlaces(world, Optional.empty(), command, tools.random());
            var description = describe(store, keys, tools);
            keys.refuseUnsealed(description);
            var depot = Depot.open(store, description, keys.find(description), tools);
            // Said now, not when the first session is asked for.
            depot.tenant(FIRST_TENANT).requireKey();
            return depot;
        } catch (Failure | RuntimeException | Error failure) {
            store.close();
            throw failure;
        }
    }

    /// Whether the settings name a bucket.
    public static boolean isBucket(Settings.Depot settings) {
        return settings.url().filter(Bucket::isMeant).isPresent();
    }

    private static Description describe(BlobStore store, KeyPlaces keys, Tools tools)
            throws Failure {
        var found = Description.find(store);
        if (found.isPresent()) return found.get();
        var planned = Depot.plan(Depot.Kind.SEALED, tools);
        try {
            // Something else may lie there, or a depot that has lost this object.
            Depot.requireEmpty(store);
            keys.prepare(planned);
            Depot.init(store, planned);
        } catch (Failure.Conflict faster) {
            // Several nodes of a fleet may begin at once: one of them makes it.
            if (Description.find(store).isEmpty()) throw faster;
        }
        return Depot.describe(store);
    }

    private static BlobStore store(World world, Settings.Depot settings) throws Failure {
        if (!isBucket(settings)) {
            return FolderBlobs.open(world.files(), folder(world, settings.url()));
        }
        var bucket = new Buckets(world).find(settings);
        var far = S3Blobs.open(bucket, new Identity(world.environment()));
        try {
            return NearBlobs.lasting(
                    far, new Shelf(DataFolder.of(world).folder("cache", "bucket")));
        } catch (Failure | RuntimeException | Error failure) {
            far.close();
            throw failure;
        }
    }

    private static Path folder(World world, Optional<String> url) throws Failure {
        if (url.isEmpty()) {
            DataFolder.of(world).folder("depot").close();
            return world.dataFolder().resolve("depot");
        }
        if (url.get().startsWith(FILE)) return Path.of(URI.create(url.get()));
        throw new Failure.Refused(
                "storage.depot.url names neither a folder nor a bucket",
                "write file:///… or s3://bucket/prefix");
    }
}
