package dev.berth.cli.disk;

import dev.berth.cli.Given;
import dev.berth.cli.Reply;
import dev.berth.cli.Spec;
import dev.berth.cli.Verb;
import dev.berth.cli.World;
import dev.berth.disk.Disk;
import dev.berth.disk.EntryKind;
import dev.berth.disk.Volume;
import dev.berth.disk.VolumePath;
import dev.berth.durable.json.Json;
import dev.berth.failure.Failure;

import java.io.InputStream;

final class PutFile implements Verb {
    @Override
    public Spec spec() {
        return Opened.volume(
                        Spec.of("put", "Stores a file on a disk.")
                                .argument(Opened.DISK, Opened.DISK_HELP)
                                .argument("PATH", "where it goes, such as /notes/today")
                                .optionalArgument(
                                        "FILE", "what to store; - or nothing is standard input"))
                .flag("--executable", "store it as an executable")
                .example("echo hello | berth disk put d.sqlite /note -")
                .example("berth disk put d.sqlite /learned notes.md --volume memory");
    }

    @Override
    public Reply run(Given given, World world) throws Failure {
        Volume volume = Opened.volume(given);
        var path = VolumePath.parse(given.text("PATH"));
        String file = given.optional("FILE").orElse("-");
        try (var disk = Opened.disk(given, world)) {
            if (file.equals("-")) {
                put(disk, path, given.flag("--executable"), world.in(), volume);
            } else {
                try (var source = Source.open(world, world.path(file))) {
                    boolean executable = given.flag("--executable") || source.isExecutable();
                    put(disk, path, executable, source.stream(), volume);
                }
            }
            long size = disk.stat(path, volume).orElseThrow().size();
            return Reply.lines(
                    Json.object()
                            .put("volume", volume.label())
                            .put("path", path.value())
                            .put("size", size)
                            .build(),
                    "stored %s in %s, %d bytes".formatted(path.shown(), volume.label(), size));
        }
    }

    private static void put(
            Disk disk, VolumePath path, boolean executable, InputStream content, Volume volume)
            throws Failure {
        disk.put(path, EntryKind.file(executable), content, volume);
    }
}
