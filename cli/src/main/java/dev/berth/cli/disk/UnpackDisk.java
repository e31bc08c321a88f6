package dev.berth.cli.disk;

import dev.berth.cli.Given;
import dev.berth.cli.Reply;
import dev.berth.cli.Spec;
import dev.berth.cli.Verb;
import dev.berth.cli.World;
import dev.berth.disk.Volume;
import dev.berth.disk.git.GitWorkTree;
import dev.berth.disk.moving.Unpack;
import dev.berth.durable.json.Json;
import dev.berth.failure.Failure;

final class UnpackDisk implements Verb {
    @Override
    public Spec spec() {
        return Spec.of("unpack", "Makes a folder of one file.")
                .argument(Opened.DISK, "a .sqlite file")
                .argument("DIR", "a new folder, or one whose files of the same names are replaced")
                .flag("--public", "leave the private volumes out")
                .flag("--sync", "wait until it would survive a power loss")
                .example("berth disk unpack d.sqlite project --public");
    }

    @Override
    public Reply run(Given given, World world) throws Failure {
        String typed = given.text("DIR");
        var volumes = given.flag("--public") ? Volume.travelling() : Volume.all();
        var unpack =
                new Unpack(
                        world.files(),
                        Opened.files(world),
                        tree -> new GitWorkTree(world.files(), tree).refuseTracked(),
                        Opened.hands());
        try (var bar = Bar.ofFiles(world, "Unpacking")) {
            var written =
                    unpack.unpack(
                            Opened.path(world, given.text(Opened.DISK)),
                            world.path(typed),
                            volumes,
                            given.flag("--sync"),
                            bar::reached);
            return Reply.lines(
                    Json.object()
                            .put("tree", typed)
                            .put(
                                    "volumes",
                                    Json.texts(volumes.stream().map(Volume::label).toList()))
                            .put("files", written.files())
                            .put("bytes", written.bytes())
                            .build(),
                    "unpacked %s into %s".formatted(Facts.words(written), typed));
        }
    }
}
