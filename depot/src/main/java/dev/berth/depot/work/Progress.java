package dev.berth.depot.work;

/// Told as files and bytes are done with; by several threads.
@FunctionalInterface
public interface Progress {
    Progress NONE = (_, _) -> {};

    void reached(long files, long bytes);

    /// So much more there will be, as far as is known by now.
    default void expects(long files, long bytes) {}
}
