package dev.berth.durable.lock;

import static java.nio.file.StandardOpenOption.READ;
import static java.nio.file.StandardOpenOption.WRITE;

import dev.berth.durable.SystemFiles;

import java.io.FileInputStream;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// All files and folders below a place, opened and closed by every means that Java has, with and
/// without a lock of the system on them: closing any of them would drop all of those locks.
final class OpenedAndClosed implements AutoCloseable {
    private final Path place;
    private final List<FileChannel> kept = new ArrayList<>();
    private int files;

    OpenedAndClosed(Path place) {
        this.place = place;
    }

    /// How many files were opened and closed, but for those that are nobody's.
    int files() {
        return files;
    }

    /// Opens everything, closes all but one channel of each file, and those of the last time.
    void again() throws Exception {
        var earlier = List.copyOf(kept);
        kept.clear();
        folder(place, "{other,lock,lock.held-*}");
        folder(place.resolve("lock"), "*");
        for (var channel : earlier) channel.close();
    }

    /// What is neither ours nor holds still, such as the preparations of others, is left out.
    private void folder(Path folder, String wanted) throws Exception {
        SystemFiles.here().open(folder).close();
        try (var paths = Files.newDirectoryStream(folder, wanted)) {
            for (var path : paths) {
                if (Files.isRegularFile(path)) file(path);
            }
        }
    }

    private void file(Path path) throws Exception {
        kept.add(FileChannel.open(path, READ));
        FileChannel.open(path, READ).close();
        new FileInputStream(path.toFile()).close();
        new RandomAccessFile(path.toFile(), "rw").close();
        try (var channel = FileChannel.open(path, READ, WRITE)) {
            channel.lock().release();
        }
        try (var channel = FileChannel.open(path, READ, WRITE)) {
            channel.lock();
        }
        Files.readAllBytes(path);
        Files.delete(Files.writeString(place.resolve("passing"), "x"));
        if (!path.endsWith("other")) files++;
    }

    @Override
    public void close() throws IOException {
        for (var channel : kept) channel.close();
    }
}
