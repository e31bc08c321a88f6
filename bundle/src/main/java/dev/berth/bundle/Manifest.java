package dev.berth.bundle;

import dev.berth.bundle.signing.VerifyKey;
import dev.berth.disk.Volume;
import dev.berth.durable.ContentHash;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// The first thing in a bundle: what it holds and whether anything private came along.
///
/// @param created the newest time in it, in seconds, so that the same disk gives the same bundle
public record Manifest(
        boolean privateIncluded,
        boolean gitIncluded,
        long created,
        ContentHash filesHash,
        long fileCount,
        long totalBytes,
        SecretScan secretScan,
        String producer,
        Optional<VerifyKey> signer) {
    public static final String FORMAT = "wbundle/1";

    private static final int ID_DIGITS = 16;

    public String id() {
        return "ship-" + filesHash.hex().substring(0, ID_DIGITS);
    }

    public boolean signed() {
        return signer.isPresent();
    }

    /// The volumes that a bundle of this kind holds, in the order of their contract.
    public Set<Volume> volumes() {
        return volumes(privateIncluded);
    }

    public static Set<Volume> volumes(boolean withPrivate) {
        return EnumSet.copyOf(withPrivate ? Volume.all() : Volume.travelling());
    }

    /// The same volumes in the order in which their entries stand: by name.
    public static Set<Volume> inBundleOrder(boolean withPrivate) {
        var sorted = new ArrayList<>(volumes(withPrivate));
        sorted.sort(Comparator.comparing(Volume::label));
        return Collections.unmodifiableSet(new LinkedHashSet<>(sorted));
    }

    List<String> volumeLabels() {
        return volumes().stream().map(Volume::label).toList();
    }
}
