package dev.berth.disk;

import java.util.Optional;

/// What an entry is, with the mode that stands for it in file form (git's numbers).
public enum EntryKind {
    FILE(0100644),
    EXECUTABLE(0100755),
    /// A symbolic link; its content is the target, never followed by us.
    LINK(0120000),
    /// A folder with nothing in it. Others exist by what lies in them.
    FOLDER(0040000);

    private static final int TYPE_BITS = 0170000;
    private static final int ANY_EXECUTE = 0111;

    private final int mode;

    EntryKind(int mode) {
        this.mode = mode;
    }

    /// The number in the `mode` column.
    public int mode() {
        return mode;
    }

    /// The permission bits on a real file system.
    public int permissions() {
        return switch (this) {
            case FILE -> 0644;
            case EXECUTABLE, FOLDER -> 0755;
            case LINK -> 0777;
        };
    }

    public boolean isFile() {
        return this == FILE || this == EXECUTABLE;
    }

    /// For programs: `file`, `executable`, `link`, `folder`.
    public String label() {
        return switch (this) {
            case FILE -> "file";
            case EXECUTABLE -> "executable";
            case LINK -> "link";
            case FOLDER -> "folder";
        };
    }

    public static EntryKind file(boolean executable) {
        return executable ? EXECUTABLE : FILE;
    }

    /// What a `mode` written by any tool means; empty for a device, a pipe or nonsense. Bare
    /// permission bits mean a file.
    public static Optional<EntryKind> ofMode(long mode) {
        if (mode < 0 || mode > 0177777) return Optional.empty();
        return switch ((int) mode & TYPE_BITS) {
            case 0, 0100000 -> Optional.of(file((mode & ANY_EXECUTE) != 0));
            case 0040000 -> Optional.of(FOLDER);
            case 0120000 -> Optional.of(LINK);
            default -> Optional.empty();
        };
    }
}
