package dev.berth.cli.depot;

import dev.berth.cli.Given;
import dev.berth.cli.Page;
import dev.berth.cli.Reply;
import dev.berth.cli.Spec;
import dev.berth.cli.Verb;
import dev.berth.cli.World;
import dev.berth.depot.Depot;
import dev.berth.depot.Description;
import dev.berth.durable.Errno;
import dev.berth.durable.FileFault;
import dev.berth.durable.Place;
import dev.berth.durable.json.Json;
import dev.berth.failure.Failure;

import java.nio.file.Path;
import java.util.Optional;

final class InitDepot implements Verb {
    @Override
    public Spec spec() {
        return Buckets.option(
                        KeyPlaces.option(
                                OpenedDepot.spec(
                                                "init",
                                                "Makes a depot, sealed unless asked otherwise.")
                                        .flag("--clear", "store everything unencrypted")))
                .example("berth depot init depot")
                .example(
                        "berth depot init s3://bucket/depot --endpoint https://minio.example:9000");
    }

    @Override
    public Reply run(Given given, World world) throws Failure {
        boolean clear = given.flag("--clear");
        boolean key =
                given.optional(KeyPlaces.FILE).isPresent()
                        || given.optional(KeyPlaces.COMMAND).isPresent();
        if (clear && key) {
            throw new Failure.Malformed(
                    "--clear and the choice of a key contradict each other", "leave one out");
        }
        var tools = OpenedDepot.tools(world);
        var kind = clear ? Depot.Kind.CLEAR : Depot.Kind.SEALED;
        var description = Depot.plan(kind, tools);
        var keys = KeyPlaces.of(given, world, tools.random());
        var folder = OpenedDepot.folder(given, world);
        if (folder.isPresent()) makeFolder(world, folder.get());
        try (var store = OpenedDepot.store(given, world)) {
            Depot.requireEmpty(store);
            var shown = BucketAbilities.of(store);
            Optional<String> where =
                    clear ? Optional.empty() : Optional.of(keys.prepare(description));
            Depot.init(store, description);
            OpenedDepot.remember(given, world);
            return new Made(given.text(OpenedDepot.DEPOT), description, where, shown);
        }
    }

    private static void makeFolder(World world, Path path) throws Failure {
        var place = Place.of(path);
        try (var parent = world.files().open(place.folder())) {
            parent.makeFolder(place.name(), 0700);
            parent.sync();
        } catch (FileFault fault) {
            if (!fault.is(Errno.EEXIST)) throw fault.asFailure(path.toString());
        }
    }

    private record Made(
            String depot,
            Description description,
            Optional<String> key,
            Optional<BucketAbilities> store)
            implements Reply {
        @Override
        public Json.Obj json() {
            var all =
                    Json.object()
                            .put("depot", depot)
                            .put("id", description.id())
                            .put("sealed", description.sealed())
                            .putText("key", key);
            store.ifPresent(shown -> all.put("store", shown.json()));
            return all.build();
        }

        @Override
        public void show(Page page) {
            page.line("made depot %s in %s".formatted(description.id(), depot));
            store.ifPresent(shown -> shown.show(page));
            if (key.isEmpty()) {
                page.line("it is clear: whoever can read it can read everything in it");
                return;
            }
            page.line("its master key is in " + key.get());
            page.line("keep a copy of that key elsewhere: without it, nothing here can be read");
        }
    }
}
