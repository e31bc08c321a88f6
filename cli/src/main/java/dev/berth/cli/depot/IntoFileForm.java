package dev.berth.cli.depot;

import dev.berth.cli.World;
import dev.berth.depot.checkpoint.Checkpoint;
import dev.berth.depot.fileform.FileForm;
import dev.berth.depot.restore.Receipt;
import dev.berth.depot.restore.RestoreCheckpoint;
import dev.berth.depot.restore.RestoreCheckpoint.Wish;
import dev.berth.depot.work.Progress;
import dev.berth.failure.Failure;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/// A restore into a disk in file form, by way of a tree that lasts as long as the work. What is
/// there in the end is read out of the disk once more, for the receipt to be of that.
record IntoFileForm(World world, RestoreCheckpoint restoring, Checkpoint checkpoint, Wish wish) {

    Receipt restore(Path target, Progress progress) throws Failure {
        var fileForm = Sources.fileForm(world);
        boolean exists = Sources.exists(world, target);
        if (exists && !Sources.isDatabase(world, target)) {
            throw new Failure.Conflict(
                    target + " is a file, and no disk",
                    "name a folder, or a disk that ends in .sqlite",
                    Map.of());
        }
        Receipt receipt;
        try (var tree = exists ? fileForm.unpackWhole(target) : fileForm.empty()) {
            receipt = restoring.restore(checkpoint, tree.path(), wish, progress);
            var lost = pack(fileForm, tree.path(), target, exists);
            if (!lost.isEmpty()) {
                throw new Failure.Refused(
                        "a disk in file form has no room for " + String.join(", ", lost),
                        "restore into a folder");
            }
        }
        try (var tree = fileForm.unpackWhole(target)) {
            return restoring.lookAgain(checkpoint, tree.path(), wish, receipt);
        }
    }

    private static List<String> pack(FileForm form, Path tree, Path target, boolean exists)
            throws Failure {
        try {
            return form.pack(tree, target, exists);
        } catch (Failure.Refused noRoom) {
            throw new Failure.Refused(noRoom.what(), "restore into a folder").because(noRoom);
        }
    }
}
