package dev.berth.cli.disk;

import dev.berth.cli.Given;
import dev.berth.cli.Reply;
import dev.berth.cli.Spec;
import dev.berth.cli.Verb;
import dev.berth.cli.World;
import dev.berth.disk.SessionId;
import dev.berth.disk.moving.Freeze;
import dev.berth.durable.json.Json;
import dev.berth.failure.Failure;

final class FreezeDisk implements Verb {
    @Override
    public Spec spec() {
        return Spec.of("freeze", "Copies a disk to cold storage, all three volumes aboard.")
                .argument(Opened.DISK, Opened.DISK_HELP)
                .argument("COLD", "the folder of cold storage")
                .required("--session", "ID", "whose disk it is")
                .example("berth disk freeze d.sqlite cold --session ses_1");
    }

    @Override
    public Reply run(Given given, World world) throws Failure {
        var session = SessionId.parse(given.text("--session"));
        var disk = Opened.path(world, given.text(Opened.DISK));
        var freeze = new Freeze(world.files(), Opened.files(world));
        try (var bar =
                Opened.isFolder(world, disk)
                        ? Bar.ofFiles(world, "Freezing")
                        : Bar.ofBytes(world, "Freezing", disk)) {
            var frozen = freeze.freeze(disk, world.path(given.text("COLD")), session, bar::reached);
            return new Skipped(
                    Json.object()
                            .put("session_id", session.value())
                            .put("file", frozen.file().toString()),
                    "frozen to " + frozen.file(),
                    frozen.skipped());
        }
    }
}
