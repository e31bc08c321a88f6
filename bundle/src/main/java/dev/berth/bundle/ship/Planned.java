package dev.berth.bundle.ship;

import dev.berth.bundle.BundledFile;
import dev.berth.disk.DiskEntry;
import dev.berth.disk.Volume;

/// An entry that is to travel, as it was when the disk was surveyed.
record Planned(Volume volume, DiskEntry entry) {
    String zipName() {
        return BundledFile.zipName(volume, entry.path(), entry.kind());
    }

    /// The name as people are told it.
    String shown() {
        return volume.label() + entry.path().shown();
    }
}
