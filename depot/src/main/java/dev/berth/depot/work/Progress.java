package dev.berth.depot.work;

/// Told as files are done with; by several threads.
@FunctionalInterface
public interface Progress {
    Progress NONE = (_, _) -> {};

    void reached(long files, long bytes);
}
