package dev.berth.durable;

import dev.berth.durable.linux.LinuxFiles;

/// The files of this system.
public final class SystemFiles {
    private SystemFiles() {}

    /// The real file system by the best means there is here.
    public static FileLayer here() {
        return new LinuxFiles();
    }
}
