package dev.berth.disk.moving;

import dev.berth.disk.Disks;
import dev.berth.disk.Volume;
import dev.berth.disk.VolumePath;

import org.sqlite.SQLiteConfig;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/// Commits two equal counters to a disk every 5 ms, and says each number once it is committed.
final class WritingChild {
    private WritingChild() {}

    public static void main(String[] arguments) throws Exception {
        var config = new SQLiteConfig();
        config.setBusyTimeout(10_000);
        try (var connection = config.createConnection("jdbc:sqlite:" + Path.of(arguments[0]));
                var statement = connection.createStatement()) {
            for (int i = 1; ; i++) {
                statement.executeUpdate("BEGIN IMMEDIATE");
                statement.executeUpdate(
                        "REPLACE INTO vfs (volume, path, content) VALUES"
                                + " ('workspace', '/one', '%1$d'), ('memory', '/two', '%1$d')"
                                        .formatted(i));
                statement.executeUpdate("COMMIT");
                System.out.println(i);
                System.out.flush();
                Thread.sleep(5);
            }
        }
    }

    /// The two counters in a copy.
    static int[] counters(Path file) throws Exception {
        try (var disk = Disks.DISKS.open(file)) {
            return new int[] {
                Integer.parseInt(text(disk.get(new VolumePath("/one")))),
                Integer.parseInt(text(disk.get(new VolumePath("/two"), Volume.MEMORY)))
            };
        }
    }

    private static String text(byte[] bytes) {
        return new String(bytes, StandardCharsets.UTF_8);
    }
}
