package dev.berth.bundle;

/// What the scan for secrets came to, as the manifest says it.
public enum SecretScan {
    /// Nothing was found.
    CLEAN,
    /// Something was found, and each find was allowed by name.
    ALLOWED,
    /// Nobody looked.
    SKIPPED
}
