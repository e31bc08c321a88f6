package dev.berth.durable;

import dev.berth.durable.linux.LinuxFiles;
import dev.berth.durable.nio.NioFiles;

/// The files of this system.
public final class SystemFiles {
    private SystemFiles() {}

    /// The real file system by the best means there is here: system calls on Linux, Java's own API
    /// elsewhere.
    public static FileLayer here() {
        return LinuxFiles.available() ? new LinuxFiles() : new NioFiles();
    }
}
