package dev.berth.disk.sqlite;

import dev.berth.disk.Progress;
import dev.berth.durable.FileFault;
import dev.berth.durable.FileLayer;
import dev.berth.durable.Name;

import org.sqlite.ProgressHandler;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Objects;

/// Tells how far SQLite's own long statements have come, by the size of the file that they write.
record Watch(FileLayer files) {
    private static final int INSTRUCTIONS_BETWEEN_LOOKS = 200_000;

    void growth(Connection connection, Path written, Progress progress) throws SQLException {
        if (progress.equals(Progress.NONE)) return;
        ProgressHandler.setHandler(
                connection,
                INSTRUCTIONS_BETWEEN_LOOKS,
                new ProgressHandler() {
                    @Override
                    protected int progress() {
                        progress.reached(0, size(written));
                        return 0;
                    }
                });
    }

    private long size(Path file) {
        try (var folder = files.open(Objects.requireNonNull(file.getParent(), "a file"))) {
            var name = Name.of(Objects.requireNonNull(file.getFileName(), "a file").toString());
            return folder.stat(name).map(stat -> stat.size()).orElse(0L);
        } catch (FileFault notSeen) {
            return 0;
        }
    }
}
