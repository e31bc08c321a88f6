package dev.berth.durable.nio;

import dev.berth.durable.FileStat;
import dev.berth.durable.FileStat.Kind;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.Map;

/// The facts of one entry, by Java's `unix` view, a link's own and not its target's.
final class Facts {
    private Facts() {}

    static FileStat of(Path path) throws IOException {
        var facts = Files.readAttributes(path, "unix:*", LinkOption.NOFOLLOW_LINKS);
        int mode = (Integer) fact(facts, "mode");
        long size = (Long) fact(facts, "size");
        var modified = ((FileTime) fact(facts, "lastModifiedTime")).toInstant();
        var changed = ((FileTime) fact(facts, "ctime")).toInstant();
        return new FileStat(
                kind(mode >>> 12),
                mode & 07777,
                (Integer) fact(facts, "uid"),
                (Integer) fact(facts, "gid"),
                size,
                // Java does not tell how much is really allocated.
                (size + 511) / 512,
                (Long) fact(facts, "ino"),
                (Long) fact(facts, "dev"),
                (Integer) fact(facts, "nlink"),
                modified.getEpochSecond(),
                modified.getNano(),
                changed.getEpochSecond(),
                changed.getNano());
    }

    private static Object fact(Map<String, Object> facts, String name) throws IOException {
        var fact = facts.get(name);
        if (fact == null) throw new IOException("this system does not tell the " + name);
        return fact;
    }

    private static Kind kind(int type) {
        return switch (type) {
            case 1 -> Kind.PIPE;
            case 2 -> Kind.CHARACTER_DEVICE;
            case 4 -> Kind.FOLDER;
            case 6 -> Kind.BLOCK_DEVICE;
            case 8 -> Kind.FILE;
            case 10 -> Kind.LINK;
            case 12 -> Kind.SOCKET;
            default -> Kind.OTHER;
        };
    }
}
