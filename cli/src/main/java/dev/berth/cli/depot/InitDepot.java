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
        return KeyPlaces.option(
                        OpenedDepot.spec("init", "Makes a depot, sealed unless asked otherwise.")
                                .flag("--clear", "store everything unencrypted"))
                .example("berth depot init depot");
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
        String typed = given.text(OpenedDepot.DEPOT);
        if (!typed.startsWith("s3://")) makeFolder(world, world.path(typed));
        try (var store = OpenedDepot.store(given, world)) {
            Depot.requireEmpty(store);
            var keys = KeyPlaces.of(given, world, tools.random());
            Optional<String> where =
                    clear ? Optional.empty() : Optional.of(keys.prepare(description));
            Depot.init(store, description);
            return new Made(typed, description, where);
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

    private record Made(String depot, Description description, Optional<String> key)
            implements Reply {
        @Override
        public Json.Obj json() {
            return Json.object()
                    .put("depot", depot)
                    .put("id", description.id())
                    .put("sealed", description.sealed())
                    .putText("key", key)
                    .build();
        }

        @Override
        public void show(Page page) {
            page.line("made depot %s in %s".formatted(description.id(), depot));
            if (key.isEmpty()) {
                page.line("it is clear: whoever can read it can read everything in it");
                return;
            }
            page.line("its master key is in " + key.get());
            page.line("keep a copy of that key elsewhere: without it, nothing here can be read");
        }
    }
}
