package dev.berth.bundle;

import dev.berth.disk.DiskEntry;
import dev.berth.disk.EntryKind;
import dev.berth.disk.Layout;
import dev.berth.disk.Volume;
import dev.berth.disk.VolumePath;

import java.nio.file.Files;
import java.nio.file.Path;

/// More entries than the plain zip format can count, there and back in both forms, in a JVM with
/// little memory.
final class ManyEntriesVoyage {
    static final int COUNT = 70_000;

    private ManyEntriesVoyage() {}

    public static void main(String[] arguments) throws Exception {
        var port = Port.at(Path.of(arguments[0]));
        try (var building = port.disks().build(port.path("many.sqlite"), Layout.DISK)) {
            for (int i = 0; i < COUNT; i++) {
                String path = "/a folder of some length/%03d/file number %d".formatted(i / 500, i);
                byte[] content = i % 100 == 0 ? new byte[] {(byte) i} : new byte[0];
                var entry =
                        new DiskEntry(
                                new VolumePath(path), EntryKind.FILE, content.length, 1_000 + i, i);
                building.take(Volume.WORKSPACE, entry, content);
            }
            building.finish();
        }
        port.disks().turnLive(port.path("many.sqlite"));
        port.ship(port.path("many.sqlite"), port.path("many.wbundle"));
        port.receive(port.path("many.wbundle"), port.path("tree"));
        port.ship(port.path("tree"), port.path("again.wbundle"));
        port.receive(port.path("again.wbundle"), port.path("back.sqlite"));
        port.ship(port.path("back.sqlite"), port.path("back.wbundle"));
        long first = Files.mismatch(port.path("many.wbundle"), port.path("again.wbundle"));
        long second = Files.mismatch(port.path("many.wbundle"), port.path("back.wbundle"));
        System.out.println(first == -1 && second == -1 ? "the same" : first + " " + second);
    }
}
