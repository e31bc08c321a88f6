package dev.berth.durable.nio;

import dev.berth.durable.FileStat;

import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributeView;
import java.nio.file.attribute.FileTime;
import java.time.Instant;

/// Sets facts of an entry, never of a link's target.
final class Attributes {
    private Attributes() {}

    static FileStat mode(Path path, int mode) throws IOException {
        var stat = Facts.of(path);
        if (stat.isLink()) {
            throw new FileSystemException(
                    path.toString(), null, "Too many levels of symbolic links");
        }
        Files.setAttribute(path, "unix:mode", mode);
        return stat;
    }

    static Path owner(Path path, int uid, int gid) throws IOException {
        if (uid != -1) Files.setAttribute(path, "unix:uid", uid, LinkOption.NOFOLLOW_LINKS);
        if (gid != -1) Files.setAttribute(path, "unix:gid", gid, LinkOption.NOFOLLOW_LINKS);
        return path;
    }

    static Path modified(Path path, long seconds, int nanos) throws IOException {
        if (seconds < 0 && nanos != 0) {
            // Java would set the year 1970 instead, without a word.
            throw new FileSystemException(path.toString(), null, "Invalid argument");
        }
        var view =
                Files.getFileAttributeView(
                        path, BasicFileAttributeView.class, LinkOption.NOFOLLOW_LINKS);
        view.setTimes(FileTime.from(Instant.ofEpochSecond(seconds, nanos)), null, null);
        return path;
    }
}
