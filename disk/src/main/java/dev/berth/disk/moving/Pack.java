package dev.berth.disk.moving;

import dev.berth.disk.DiskFiles;
import dev.berth.disk.DiskFiles.Building;
import dev.berth.disk.Layout;
import dev.berth.disk.Progress;
import dev.berth.disk.Volume;
import dev.berth.disk.tree.TreeLayout;
import dev.berth.disk.tree.TreeReader;
import dev.berth.disk.tree.TreeReader.Choice;
import dev.berth.disk.tree.TreeReader.Outcome;
import dev.berth.durable.FileFault;
import dev.berth.durable.FileLayer;
import dev.berth.durable.Folder;
import dev.berth.durable.Name;
import dev.berth.failure.Failure;

import java.nio.file.Path;
import java.util.Map;

/// Makes a file of a tree, times kept. The file appears whole or not at all.
public record Pack(FileLayer files, DiskFiles disks) {
    private static final int FILE_MODE = 0600;

    /// Packs `tree` into the new file `target`, leaving out what `choice` does not take.
    public Outcome pack(Path tree, Path target, Choice choice, Progress progress) throws Failure {
        try (var stage = Stage.beside(files, target)) {
            if (stage.targetExists()) {
                throw new Failure.Conflict(
                        target + " is already there",
                        "choose another name, or replace its content with --replace",
                        Map.of());
            }
            var outcome = build(tree, stage.built(), choice, progress);
            stage.publishNewFile(FILE_MODE);
            return outcome;
        }
    }

    /// Replaces all that is in the disk `target` in one transaction, so that whoever has it open
    /// sees the old content or the new one.
    public Outcome replace(Path tree, Path target, Choice choice, Progress progress)
            throws Failure {
        try (var root = files.open(tree)) {
            var layout = TreeLayout.certain(root, tree.toString());
            try (var building = disks.rebuild(target, layout)) {
                return fill(root, layout, building, choice, progress);
            }
        } catch (FileFault fault) {
            throw fault.asFailure(tree.toString());
        }
    }

    /// Packs into a file that nobody else knows of.
    Outcome build(Path tree, Path built, Choice choice, Progress progress) throws Failure {
        try (var root = files.open(tree)) {
            var layout = TreeLayout.certain(root, tree.toString());
            try (var building = disks.build(built, layout)) {
                return fill(root, layout, building, choice, progress);
            }
        } catch (FileFault fault) {
            throw fault.asFailure(tree.toString());
        }
    }

    private static Outcome fill(
            Folder root, Layout layout, Building building, Choice choice, Progress progress)
            throws Failure {
        // The file may lie in the very tree: what it is built in is not part of that.
        var reader = TreeReader.forPacking(path -> !isStage(path) && choice.takes(path));
        var outcome = reader.read(root, layout, Volume.all(), building, progress);
        building.finish();
        return outcome;
    }

    private static boolean isStage(String path) {
        return Stage.isStage(Name.of(path.substring(path.lastIndexOf('/') + 1)));
    }
}
