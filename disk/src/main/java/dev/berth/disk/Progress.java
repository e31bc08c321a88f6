package dev.berth.disk;

/// Hears how far long work has come; called often, so it must return at once.
@FunctionalInterface
public interface Progress {
    Progress NONE = (_, _) -> {};

    /// So much has been done since the start.
    void reached(long files, long bytes);
}
