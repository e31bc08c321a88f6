package dev.berth.disk.moving;

import dev.berth.disk.DiskFiles;
import dev.berth.disk.Layout;
import dev.berth.disk.Volume;
import dev.berth.disk.tree.Arrival;
import dev.berth.disk.tree.Groundwork;
import dev.berth.disk.tree.PrivateLines;
import dev.berth.durable.FileFault;
import dev.berth.durable.FileLayer;
import dev.berth.failure.Failure;

import java.nio.file.Path;

/// Makes a new, empty disk. What is there already is never touched.
public record Create(FileLayer files, DiskFiles disks) {
    private static final int FILE_MODE = 0600;
    private static final int FOLDER_MODE = 0700;

    public void file(Path target) throws Failure {
        try (var stage = Stage.beside(files, target)) {
            try (var building = disks.build(stage.built(), Layout.DISK)) {
                building.finish();
            }
            disks.turnLive(stage.built());
            stage.publishNewFile(FILE_MODE);
        }
    }

    public void tree(Path target) throws Failure {
        try (var stage = Stage.beside(files, target)) {
            try (var root = stage.builtFolder(FOLDER_MODE)) {
                Groundwork.lay(root, Layout.DISK, Volume.all(), Arrival.IN_NEW);
                try (var lines = root.write(PrivateLines.FILE)) {
                    lines.sync();
                }
                root.sync();
            } catch (FileFault fault) {
                throw fault.asFailure(target.toString());
            }
            stage.publishFolder();
        }
    }
}
