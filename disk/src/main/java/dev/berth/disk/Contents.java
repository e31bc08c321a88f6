package dev.berth.disk;

import dev.berth.failure.Failure;

import java.io.IOException;
import java.io.InputStream;
import java.util.Map;

/// What both forms ask of contents, and the refusals that they share word for word.
public final class Contents {
    private static final int MAX_TARGET_BYTES = 4095;

    private Contents() {}

    /// Reads `content` to its end, refusing more than `limit` bytes by name.
    public static byte[] upTo(int limit, InputStream content, Volume volume, VolumePath path)
            throws Failure {
        try {
            byte[] bytes = content.readNBytes(limit);
            if (bytes.length < limit || content.read() < 0) return bytes;
            throw Limits.tooLarge(volume, path);
        } catch (IOException error) {
            throw notRead(error);
        }
    }

    /// Whether `content` can be that of an entry of this kind.
    public static void check(EntryKind kind, byte[] content, VolumePath path) throws Failure {
        switch (kind) {
            case FILE, EXECUTABLE -> {}
            case FOLDER -> {
                if (content.length > 0) throw isFolder(path);
            }
            case LINK -> {
                var flaw = linkFlaw(content);
                if (!flaw.isEmpty()) {
                    throw new Failure.Refused(path.shown() + ": " + flaw, "name another target");
                }
            }
        }
    }

    /// Why these bytes cannot be a link's target; empty when they can.
    public static String linkFlaw(byte[] target) {
        if (target.length == 0) return "a link to nothing";
        if (target.length > MAX_TARGET_BYTES) return "a link's target of that length";
        for (byte b : target) {
            if (b == 0) return "a link's target with a NUL in it";
        }
        return "";
    }

    public static Failure absent(VolumePath path, Volume volume) {
        return new Failure.NotFound(
                "there is no %s in %s".formatted(path.shown(), volume.label()),
                "see `berth disk ls`, and --volume for the other volumes");
    }

    public static Failure isFolder(VolumePath path) {
        return new Failure.Refused(path.shown() + " is a folder", "name a file in it");
    }

    public static Failure isLink(VolumePath path, String target) {
        return new Failure.Refused(
                "%s is a link to %s".formatted(path.shown(), Shown.text(target)),
                "links are not followed; name the file itself");
    }

    public static Failure isFolderThere(VolumePath path) {
        return new Failure.Conflict(
                "a folder is called " + path.shown(),
                "remove it first, or choose another name",
                Map.of());
    }

    public static Failure taken(VolumePath path, Map<String, String> facts) {
        return new Failure.Conflict(
                path.shown() + " is taken", "remove it first, or choose another name", facts);
    }

    public static Failure notEmpty(VolumePath path) {
        return new Failure.Conflict(
                path.shown() + " is a folder with something in it",
                "remove it with all that is in it (-r)",
                Map.of());
    }

    /// A file or a link lies where `path` needs a folder.
    public static Failure inTheWay(VolumePath obstacle, VolumePath path) {
        return new Failure.Conflict(
                "%s is not a folder, so %s cannot lie in it"
                        .formatted(obstacle.shown(), path.shown()),
                "remove it first, or choose another name",
                Map.of());
    }

    public static Failure intoItself(VolumePath from, VolumePath to) {
        return new Failure.Refused(
                "%s lies in %s".formatted(to.shown(), from.shown()), "choose another name");
    }

    public static Failure notRead(IOException error) {
        return new Failure.Unavailable(
                        "the content could not be read: " + error.getMessage(), "try again")
                .because(error);
    }

    public static Failure notTaken(IOException error) {
        return new Failure.Unavailable(
                        "the content could not be written out: " + error.getMessage(), "try again")
                .because(error);
    }
}
