package dev.berth.disk.moving;

import dev.berth.disk.DiskFiles;
import dev.berth.disk.DiskFiles.Rigour;
import dev.berth.disk.Progress;
import dev.berth.disk.Tally;
import dev.berth.disk.Volume;
import dev.berth.disk.tree.TreeReader.Choice;
import dev.berth.durable.FileLayer;
import dev.berth.failure.Failure;

import java.nio.file.Path;
import java.util.EnumMap;
import java.util.Map;

/// Makes a disk that may leave the house: a new file with the travelling volumes and nothing else.
/// Of a live disk it takes all that is committed. A source that cannot be read, or that is more
/// than a disk, is refused, and nothing is written.
public record Share(FileLayer files, DiskFiles disks) {
    private static final int FILE_MODE = 0644;

    /// What was sent and what stayed at home, by volume.
    public record Shared(Map<Volume, Tally> sent, Map<Volume, Tally> withheld) {
        public Shared {
            sent = Map.copyOf(sent);
            withheld = Map.copyOf(withheld);
        }
    }

    public Shared share(Path disk, Path target, Progress progress) throws Failure {
        try (var stage = Stage.beside(files, target)) {
            if (stage.targetExists()) {
                throw new Failure.Conflict(
                        target + " is already there", "choose another name", Map.of());
            }
            var held = build(disk, stage, progress);
            stage.publishNewFile(FILE_MODE);
            var sent = new EnumMap<Volume, Tally>(Volume.class);
            var withheld = new EnumMap<Volume, Tally>(Volume.class);
            held.forEach(
                    (volume, tally) -> (volume.travels() ? sent : withheld).put(volume, tally));
            return new Shared(sent, withheld);
        }
    }

    private Map<Volume, Tally> build(Path disk, Stage stage, Progress progress) throws Failure {
        if (!Freeze.isTree(files, disk)) {
            return extract(disk, stage.built(), progress);
        }
        // All of the tree goes into a file of its own first: then there is one way out, not two.
        Path whole = stage.built().resolveSibling("whole");
        new Pack(files, disks).build(disk, whole, Choice.EVERYTHING, progress);
        return extract(whole, stage.built(), Progress.NONE);
    }

    private Map<Volume, Tally> extract(Path from, Path to, Progress progress) throws Failure {
        return disks.extract(from, to, Volume.travelling(), Rigour.PROVE, progress);
    }
}
