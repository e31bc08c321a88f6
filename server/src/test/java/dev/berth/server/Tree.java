package dev.berth.server;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;

/// Takes a folder away with all that is in it, as a lost disk does.
final class Tree {
    private Tree() {}

    static void remove(Path folder) throws IOException {
        try (var all = Files.walk(folder)) {
            for (var path : all.sorted(Comparator.reverseOrder()).toList()) Files.delete(path);
        }
    }
}
