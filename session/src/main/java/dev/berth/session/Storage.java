package dev.berth.session;

import dev.berth.failure.Failure;

/// Where a session's files are when nobody works in them.
public enum Storage {
    /// In the depot; the live tree is a cache of it.
    CAS,
    /// In their folder, which stays in place.
    VOLUME,
    /// In one SQLite file of cold storage.
    DISK,
    /// On a claim of a Kubernetes cluster.
    PVC;

    public String label() {
        return Words.label(this);
    }

    public static Storage parse(String text) throws Failure {
        for (var storage : values()) {
            if (storage.label().equals(text)) return storage;
        }
        throw new Failure.Malformed(
                "no storage is called '%s'".formatted(Words.shown(text)),
                "use cas, volume, disk or pvc");
    }
}
