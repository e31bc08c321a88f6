package dev.berth.disk;

import dev.berth.failure.Failure;

/// The limits of file form.
public final class Limits {
    /// The largest single file in file form: the driver moves whole values through the heap.
    public static final int MAX_FILE_BYTES = 64 * 1024 * 1024;

    private Limits() {}

    /// The refusal of a file over the limit, by its name.
    public static Failure tooLarge(Volume volume, VolumePath path, long size) {
        return tooLarge(volume, path, "%d bytes; file form takes up to".formatted(size));
    }

    /// Where nobody has read to its end.
    static Failure tooLarge(Volume volume, VolumePath path) {
        return tooLarge(volume, path, "more bytes than file form takes, which is");
    }

    private static Failure tooLarge(Volume volume, VolumePath path, String how) {
        return new Failure.Refused(
                "%s in %s has %s %d".formatted(path.shown(), volume.label(), how, MAX_FILE_BYTES),
                "keep this disk as a tree, or use `berth depot snapshot`");
    }
}
