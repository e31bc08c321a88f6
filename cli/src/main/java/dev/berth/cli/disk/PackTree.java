package dev.berth.cli.disk;

import dev.berth.cli.Given;
import dev.berth.cli.Reply;
import dev.berth.cli.Spec;
import dev.berth.cli.Verb;
import dev.berth.cli.World;
import dev.berth.disk.git.GitWorkTree;
import dev.berth.disk.moving.Pack;
import dev.berth.disk.tree.TreeReader.Choice;
import dev.berth.durable.FileFault;
import dev.berth.durable.json.Json;
import dev.berth.failure.Failure;

import java.nio.file.Path;

final class PackTree implements Verb {
    @Override
    public Spec spec() {
        return Spec.of("pack", "Makes one file of a folder.")
                .argument("DIR", "a disk as a folder, or any folder, which is then a workspace")
                .argument(Opened.DISK, "the new .sqlite file")
                .flag("--git", "leave out .git and what git ignores")
                .flag("--replace", "replace all that is in an existing disk")
                .example("berth disk pack project d.sqlite --git");
    }

    @Override
    public Reply run(Given given, World world) throws Failure {
        var tree = world.path(given.text("DIR"));
        String typed = given.text(Opened.DISK);
        var disk = Opened.path(world, typed);
        if (!Opened.isFolder(world, tree) && exists(world, tree)) {
            throw new Failure.Refused(
                    tree + " is no folder",
                    "name one; a disk that is a file already is copied by freeze and share");
        }
        var pack = new Pack(world.files(), Opened.files(world));
        try (var bar = Bar.ofFiles(world, "Packing")) {
            var choice = given.flag("--git") ? gitChoice(world, tree) : Choice.EVERYTHING;
            var outcome =
                    given.flag("--replace") && exists(world, disk)
                            ? pack.replace(tree, disk, choice, bar::reached)
                            : pack.pack(tree, disk, choice, bar::reached);
            return new Skipped(
                    Json.object()
                            .put("disk", typed)
                            .put("files", outcome.taken().files())
                            .put("bytes", outcome.taken().bytes()),
                    "packed %s into %s".formatted(Facts.words(outcome.taken()), typed),
                    outcome.skipped());
        }
    }

    private static Choice gitChoice(World world, Path tree) throws Failure {
        var leftOut = new GitWorkTree(world.files(), tree).leftOut();
        return path -> !leftOut.contains(path);
    }

    private static boolean exists(World world, Path disk) {
        try {
            world.files().realPath(disk);
            return true;
        } catch (FileFault absent) {
            return false;
        }
    }
}
