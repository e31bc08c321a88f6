package dev.berth.durable.linux;

import dev.berth.durable.Errno;
import dev.berth.durable.FileFault;
import dev.berth.durable.FileLayer;
import dev.berth.durable.Folder;

import java.nio.charset.StandardCharsets;
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

    /// Asks the kernel what it opened: one look at the whole path, not a walk of our own along it.
    @Override
    public Path realPath(Path path) throws FileFault {
        var bytes = PathBytes.of(path);
        try (var call = Call.nowhere()) {
            long address = call.path(bytes, path.toString());
            int flags = Flags.O_PATH | Flags.O_CLOEXEC;
            int pinned =
                    (int) call.run(SystemCall.OPENAT, path, Call.NOWHERE, address, flags, 0, 0);
            try {
                var link = ("/proc/self/fd/" + pinned).getBytes(StandardCharsets.US_ASCII);
                long from = call.path(link, path.toString());
                long into = call.bulk().address();
                long length =
                        call.run(
                                SystemCall.READLINKAT,
                                path,
                                Call.NOWHERE,
                                from,
                                into,
                                Call.PATH_MAX,
                                0);
                var real = new byte[(int) length];
                call.bulkView().get(0, real);
                // A pipe, a socket: the kernel has a description of it, and no path.
                if (real.length == 0 || real[0] != '/') {
                    throw new FileFault(Errno.ENXIO, "readlink", path.toString());
                }
                return PathBytes.toPath(real);
            } finally {
                Call.close(pinned);
            }
        }
    }
}
