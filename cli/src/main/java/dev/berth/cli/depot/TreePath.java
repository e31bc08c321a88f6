package dev.berth.cli.depot;

import dev.berth.depot.checkpoint.Checkpoint;
import dev.berth.depot.work.Spelling;
import dev.berth.disk.Layout;
import dev.berth.disk.Volume;
import dev.berth.durable.Name;
import dev.berth.failure.Failure;

import java.util.ArrayList;
import java.util.List;

/// A path as a user types it, in a checkpoint: of a disk it begins with the volume's name, of a
/// plain folder it does not. It may be spelled as listings spell it ([Spelling]).
record TreePath(Volume volume, List<Name> names) {
    TreePath {
        names = List.copyOf(names);
    }

    static TreePath parse(String typed, Checkpoint checkpoint) throws Failure {
        var names = new ArrayList<Name>();
        for (String part : typed.split("/", -1)) {
            if (part.isEmpty() || part.equals(".")) continue;
            names.add(
                    Name.parse(Spelling.bytes(part))
                            .orElseThrow(
                                    () ->
                                            new Failure.Malformed(
                                                    "not a path: " + typed,
                                                    "name it from the top of the tree")));
        }
        if (checkpoint.layout() == Layout.FOLDER) return new TreePath(Volume.WORKSPACE, names);
        if (names.isEmpty()) {
            throw new Failure.Malformed(
                    "a path in a disk begins with a volume", "one of " + Volume.choices());
        }
        var volume = Volume.parse(names.getFirst().toString());
        return new TreePath(volume, names.subList(1, names.size()));
    }
}
