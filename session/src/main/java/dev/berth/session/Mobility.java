package dev.berth.session;

import dev.berth.failure.Failure;

/// On which nodes a session may come back.
public enum Mobility {
    /// On its own node only.
    LOCAL,
    /// On any node of its region.
    SHARED,
    /// Anywhere: what it has is in a bucket.
    OBJECT_SYNC;

    public String label() {
        return Words.label(this);
    }

    public static Mobility parse(String text) throws Failure {
        for (var mobility : values()) {
            if (mobility.label().equals(text)) return mobility;
        }
        throw new Failure.Malformed(
                "no mobility is called '%s'".formatted(Words.shown(text)),
                "use local, shared or object_sync");
    }
}
