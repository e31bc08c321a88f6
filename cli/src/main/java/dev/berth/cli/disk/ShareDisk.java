package dev.berth.cli.disk;

import dev.berth.cli.Given;
import dev.berth.cli.Reply;
import dev.berth.cli.Spec;
import dev.berth.cli.Verb;
import dev.berth.cli.World;
import dev.berth.disk.Volume;
import dev.berth.disk.moving.Share;
import dev.berth.durable.json.Json;
import dev.berth.failure.Failure;

final class ShareDisk implements Verb {
    @Override
    public Spec spec() {
        return Spec.of("share", "Makes a disk that may leave the house: the work and nothing else.")
                .argument(Opened.DISK, Opened.DISK_HELP)
                .argument("PUBLIC", "the new file")
                .example("berth disk share d.sqlite public.sqlite");
    }

    @Override
    public Reply run(Given given, World world) throws Failure {
        var disk = Opened.path(world, given.text(Opened.DISK));
        String typed = given.text("PUBLIC");
        var share = new Share(world.files(), Opened.files(world));
        try (var bar = Bar.ofBytes(world, "Sharing", disk)) {
            var shared = share.share(disk, Opened.path(world, typed), bar::reached);
            return Reply.lines(
                    Json.object()
                            .put("disk", typed)
                            .put(
                                    "volumes",
                                    Json.texts(
                                            Volume.travelling().stream()
                                                    .map(Volume::label)
                                                    .toList()))
                            .put("sent", Facts.json(shared.sent()))
                            .put("withheld", Facts.json(shared.withheld()))
                            .build(),
                    "shared as %s: sent %s; stayed at home: %s"
                            .formatted(
                                    typed,
                                    Facts.words(shared.sent()),
                                    Facts.words(shared.withheld())));
        }
    }
}
