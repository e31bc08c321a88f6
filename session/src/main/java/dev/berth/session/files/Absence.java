package dev.berth.session.files;

import dev.berth.failure.Failure;

import java.util.Map;

/// Why something at a path is not what was hoped for.
final class Absence {
    private Absence() {}

    static Failure of(FilePath path) {
        return new Failure.NotFound(
                "there is no " + path, "list the folder; the other volumes are asked for by name");
    }

    static Failure isFolder(FilePath path) {
        String what = path.isTop() ? "the top of a volume" : path.toString();
        return new Failure.Refused(what + " is a folder", "name a file in it");
    }

    static Failure isNoFolder(FilePath path) {
        return new Failure.Refused(path + " is no folder", "name the folder that it lies in");
    }

    static Failure isLink(FilePath path, FileEntry link) {
        return new Failure.Refused(
                "%s is a link to %s"
                        .formatted(path, link.target().map(Object::toString).orElse("nothing")),
                "links are not followed; name the file itself");
    }

    /// Why what lies at a path cannot be read.
    static Failure unreadable(FilePath path, FileEntry entry) {
        return switch (entry.type()) {
            case FOLDER -> isFolder(path);
            case LINK -> isLink(path, entry);
            case FILE -> throw new IllegalStateException("a file can be read: " + path);
        };
    }

    static Failure folderThere(FilePath path) {
        return new Failure.Conflict(
                "a folder is called " + path, "remove it first, or choose another name", Map.of());
    }

    static Failure inTheWay(FilePath obstacle, FilePath path) {
        return new Failure.Conflict(
                "%s is no folder, so %s cannot lie in it".formatted(obstacle, path),
                "remove it first, or choose another name",
                Map.of());
    }

    static Failure notEmpty(FilePath path) {
        return new Failure.Conflict(
                path + " is a folder with something in it",
                "ask for it to be removed with all that is in it",
                Map.of());
    }
}
