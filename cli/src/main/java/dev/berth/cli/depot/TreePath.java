package dev.berth.cli.depot;

import dev.berth.depot.checkpoint.Checkpoint;
import dev.berth.disk.Layout;
import dev.berth.disk.Volume;
import dev.berth.durable.Name;
import dev.berth.failure.Failure;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/// A path as a user types it, in a checkpoint: of a disk it begins with the volume's name, of a
/// plain folder it does not. `\xNN` stands for a byte, as listings show bytes that are not UTF-8.
record TreePath(Volume volume, List<Name> names) {
    TreePath {
        names = List.copyOf(names);
    }

    static TreePath parse(String typed, Checkpoint checkpoint) throws Failure {
        var names = new ArrayList<Name>();
        for (String part : typed.split("/", -1)) {
            if (part.isEmpty() || part.equals(".")) continue;
            names.add(
                    Name.parse(bytes(part))
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

    private static byte[] bytes(String part) {
        var bytes = new ByteArrayOutputStream();
        for (int i = 0; i < part.length(); i++) {
            if (part.startsWith("\\x", i) && i + 4 <= part.length()) {
                int high = Character.digit(part.charAt(i + 2), 16);
                int low = Character.digit(part.charAt(i + 3), 16);
                if (high >= 0 && low >= 0) {
                    bytes.write(high << 4 | low);
                    i += 3;
                    continue;
                }
            }
            int end = part.offsetByCodePoints(i, 1);
            bytes.writeBytes(part.substring(i, end).getBytes(StandardCharsets.UTF_8));
            i = end - 1;
        }
        return bytes.toByteArray();
    }
}
