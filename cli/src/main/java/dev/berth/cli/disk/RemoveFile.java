package dev.berth.cli.disk;

import dev.berth.cli.Given;
import dev.berth.cli.Reply;
import dev.berth.cli.Spec;
import dev.berth.cli.Verb;
import dev.berth.cli.World;
import dev.berth.disk.Disk.Depth;
import dev.berth.disk.Volume;
import dev.berth.disk.VolumePath;
import dev.berth.durable.json.Json;
import dev.berth.failure.Failure;

final class RemoveFile implements Verb {
    @Override
    public Spec spec() {
        return Opened.volume(
                        Spec.of("rm", "Removes a file from a disk.")
                                .argument(Opened.DISK, Opened.DISK_HELP)
                                .argument("PATH", "what to remove"))
                .flag(new String[] {"-r", "--recursive"}, "a folder with all that is in it")
                .example("berth disk rm d.sqlite /drafts -r");
    }

    @Override
    public Reply run(Given given, World world) throws Failure {
        Volume volume = Opened.volume(given);
        var path = VolumePath.parse(given.text("PATH"));
        var depth = given.flag("--recursive") ? Depth.ALL : Depth.ONE;
        try (var disk = Opened.disk(given, world)) {
            var removed = disk.remove(path, depth, volume);
            return Reply.lines(
                    Json.object()
                            .put("volume", volume.label())
                            .put("path", path.value())
                            .put("files", removed.files())
                            .put("bytes", removed.bytes())
                            .build(),
                    "removed %s: %s".formatted(path.shown(), Facts.words(removed)));
        }
    }
}
