package dev.berth.cli.depot;

import dev.berth.cli.DataFolder;
import dev.berth.cli.World;
import dev.berth.depot.Depot;
import dev.berth.depot.blob.folder.FolderBlobs;
import dev.berth.failure.Failure;

import java.net.URI;
import java.nio.file.Path;
import java.util.Optional;

/// The depot that a server keeps its checkpoints in: the one that the settings name, else a folder
/// of the data folder. Made when there is none yet, sealed.
public final class HomeDepot {
    private static final String FILE = "file://";

    private HomeDepot() {}

    public static Depot open(World world, Optional<String> url) throws Failure {
        var tools = OpenedDepot.tools(world);
        var store = FolderBlobs.open(world.files(), folder(world, url));
        try {
            boolean said = world.variable(KeyPlaces.VARIABLE).isPresent();
            Optional<String> command =
                    said ? Optional.empty() : world.variable(KeyPlaces.COMMAND_VARIABLE);
            var keys = new KeyPlaces(world, Optional.empty(), command, tools.random());
            if (store.list("").isEmpty()) {
                var planned = Depot.plan(Depot.Kind.SEALED, tools);
                keys.prepare(planned);
                Depot.init(store, planned);
            }
            var description = Depot.describe(store);
            keys.refuseUnsealed(description);
            return Depot.open(store, keys.find(description), tools);
        } catch (Failure | RuntimeException | Error failure) {
            store.close();
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
                "a depot in a bucket is more than this Berth can do",
                "name a folder in storage.depot.url, as file:///…");
    }
}
