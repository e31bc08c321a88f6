package dev.berth.disk;

/// The facts of one entry; its bytes are asked for separately. A folder that exists only by what
/// lies in it has no time of its own and shows as of the epoch.
public record DiskEntry(
        VolumePath path, EntryKind kind, long size, long modifiedSeconds, int modifiedNanos) {
    public DiskEntry {
        if (size < 0 || modifiedNanos < 0 || modifiedNanos > 999_999_999) {
            throw new IllegalArgumentException("not the facts of an entry: " + path.shown());
        }
    }

    /// A folder that is there because something lies in it.
    public static DiskEntry impliedFolder(VolumePath path) {
        return new DiskEntry(path, EntryKind.FOLDER, 0, 0, 0);
    }
}
