package dev.berth.durable;

import dev.berth.failure.Failure;

/// Files that are replaced whole, but not synced: for what can be made anew, and carries sums by
/// which a reader tells whether it is whole.
///
/// Readers see the old bytes or the new ones, as long as the power stays on, and whoever is killed
/// leaves the old ones. After a power loss there may be anything under the name, or nothing: a sync
/// of some megabytes would cost a short command more than the cache saves.
public final class CacheFile {
    private CacheFile() {}

    /// Puts a file in place of whatever has the name. On failure that stays, and no temporary does.
    public static void write(Folder folder, Name name, AtomicFile.Content content) throws Failure {
        try {
            new Staging(folder, name, _ -> {}).replace(AtomicFile.PRIVATE, content);
        } catch (FileFault fault) {
            throw fault.asFailure(name.toString());
        }
    }
}
