package dev.berth.session.life;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;

/// What a lost disk leaves.
final class Removed {
    private Removed() {}

    static void all(Path home) throws Exception {
        try (var all = Files.walk(home)) {
            for (var path : all.sorted(Comparator.reverseOrder()).toList()) {
                if (!path.equals(home)) Files.delete(path);
            }
        }
    }
}
