package dev.berth.depot.work;

/// Told as files and bytes are done with; by several threads.
@FunctionalInterface
public interface Progress {
    // A class of its own: a lambda of an interface is linked at run time, by every command.
    Progress NONE =
            new Progress() {
                @Override
                public void reached(long files, long bytes) {}
            };

    void reached(long files, long bytes);

    /// So much more there will be, as far as is known by now.
    default void expects(long files, long bytes) {}
}
