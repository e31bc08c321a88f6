package dev.berth.bundle.receive;

import dev.berth.bundle.BundledFile;
import dev.berth.bundle.Manifest;
import dev.berth.disk.Tally;
import dev.berth.disk.Volume;

import java.util.EnumMap;
import java.util.Map;

/// Counts the entries of a bundle by volume.
final class Volumes {
    private final Map<Volume, Tally> tallies = new EnumMap<>(Volume.class);

    Volumes(Manifest manifest) {
        for (var volume : manifest.volumes()) tallies.put(volume, Tally.NOTHING);
    }

    void add(BundledFile file) {
        var before = tallies.getOrDefault(file.volume(), Tally.NOTHING);
        tallies.put(file.volume(), before.and(file.entry().size()));
    }

    Map<Volume, Tally> tallies() {
        return Map.copyOf(tallies);
    }
}
