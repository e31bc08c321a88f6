package dev.berth.disk;

import dev.berth.disk.moving.Create;
import dev.berth.disk.tree.TreeDisk;

import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Path;

class TreeDiskTest extends DiskContract {
    @TempDir private Path folder;

    @Override
    Disk open() throws Exception {
        Path tree = folder.resolve("tree");
        new Create(Disks.FILES, Disks.DISKS).tree(tree);
        return TreeDisk.open(Disks.FILES, tree, CLOCK, Disks.DISKS);
    }
}
