package dev.berth.bundle;

import dev.berth.disk.DiskEntry;
import dev.berth.disk.EntryKind;
import dev.berth.disk.Volume;
import dev.berth.disk.VolumePath;
import dev.berth.durable.ContentHash;

/// One thing that travels: where it belongs, its facts, and the hash of its bytes. The bytes of a
/// link are its target; an empty folder has none.
public record BundledFile(Volume volume, DiskEntry entry, ContentHash hash) {
    /// Its name in the zip.
    public String zipName() {
        return zipName(volume, entry.path(), entry.kind());
    }

    /// Type and permissions on Unix, so that any zip tool restores them.
    public int zipMode() {
        return zipMode(entry.kind());
    }

    public static String zipName(Volume volume, VolumePath path, EntryKind kind) {
        String name = volume.label() + path.value();
        return kind == EntryKind.FOLDER ? name + "/" : name;
    }

    public static int zipMode(EntryKind kind) {
        return (kind.mode() & 0170000) | kind.permissions();
    }
}
