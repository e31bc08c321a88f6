package dev.berth.cli.disk;

import dev.berth.cli.Given;
import dev.berth.cli.Reply;
import dev.berth.cli.Spec;
import dev.berth.cli.Verb;
import dev.berth.cli.World;
import dev.berth.disk.moving.Create;
import dev.berth.durable.json.Json;
import dev.berth.failure.Failure;

final class CreateDisk implements Verb {
    @Override
    public Spec spec() {
        return Spec.of("create", "Makes a new, empty disk.")
                .argument(
                        Opened.DISK,
                        "its name; ending in .sqlite, .sqlite3 or .db it is a file, else a folder")
                .example("berth disk create d.sqlite");
    }

    @Override
    public Reply run(Given given, World world) throws Failure {
        String typed = given.text(Opened.DISK);
        var path = Opened.path(world, typed);
        Opened.refuseHere(world, path);
        boolean tree = Opened.becomesTree(world, typed);
        var create = new Create(world.files(), Opened.files(world));
        if (tree) create.tree(path);
        else create.file(path);
        return Reply.lines(
                Json.object().put("disk", typed).put("form", tree ? "tree" : "file").build(),
                "created " + typed);
    }
}
