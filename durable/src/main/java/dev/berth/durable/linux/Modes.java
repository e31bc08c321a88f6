package dev.berth.durable.linux;

/// Which permission bits of new files stay in one open folder.
///
/// The umask and a folder's own list of rights take bits away one by one, whatever the others are:
/// a bit that a new file was given here and has kept, the next one keeps as well. Whoever changes
/// the folder's list meanwhile may take bits from a file, and never gives any.
final class Modes {
    private static final int PERMISSIONS = 0777;

    // Read and written by several threads without care: at worst a file is looked at once more.
    private int kept;

    /// Whether all bits of `mode` are known to stay. Of the others, such as set-id, never.
    boolean areKept(int mode) {
        return (mode & ~kept) == 0;
    }

    /// Whether a file that was made with `wanted` has that mode, which is remembered.
    boolean isKept(int wanted, int found) {
        if (wanted != found) return false;
        kept |= wanted & PERMISSIONS;
        return true;
    }
}
