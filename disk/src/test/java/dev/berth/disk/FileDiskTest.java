package dev.berth.disk;

import dev.berth.disk.moving.Create;

import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Path;

class FileDiskTest extends DiskContract {
    @TempDir private Path folder;

    @Override
    Disk open() throws Exception {
        Path file = folder.resolve("it's a disk?#%41é.sqlite");
        new Create(Disks.FILES, Disks.DISKS).file(file);
        return Disks.DISKS.open(file);
    }
}
