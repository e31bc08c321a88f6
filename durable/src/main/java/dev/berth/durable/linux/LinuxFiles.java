package dev.berth.durable.linux;

import dev.berth.durable.FileFault;
import dev.berth.durable.FileLayer;
import dev.berth.durable.Folder;

import java.nio.file.Path;

/// The real file system, by Linux's system calls: names are bytes, and nothing below an open folder
/// is ever reached through a link. Needs Linux 4.11 or newer, with `/proc`.
public final class LinuxFiles implements FileLayer {
    /// Whether this system is one whose calls are known here.
    public static boolean available() {
        return System.getProperty("os.name").equals("Linux")
                && Machine.known(System.getProperty("os.arch"));
    }

    @Override
    public Folder open(Path path) throws FileFault {
        var bytes = PathBytes.of(path);
        int flags = Flags.O_DIRECTORY | Flags.O_CLOEXEC | Flags.O_NONBLOCK;
        try (var call = Call.nowhere()) {
            long address = call.path(bytes, path.toString());
            long number = call.run(SystemCall.OPENAT, path, Call.NOWHERE, address, flags, 0, 0);
            return new LinuxFolder(new Descriptor((int) number, path.toString()));
        }
    }

    @Override
    public Path realPath(Path path) throws FileFault {
        var bytes = PathBytes.of(path);
        try (var call = Call.nowhere()) {
            return PathBytes.toPath(call.realPath(bytes, path.toString()));
        }
    }
}
