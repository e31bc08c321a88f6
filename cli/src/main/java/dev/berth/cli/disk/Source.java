package dev.berth.cli.disk;

import dev.berth.cli.World;
import dev.berth.durable.Errno;
import dev.berth.durable.FileFault;
import dev.berth.durable.Folder;
import dev.berth.durable.Name;
import dev.berth.durable.OpenFile;
import dev.berth.failure.Failure;

import java.io.IOException;
import java.io.InputStream;
import java.lang.foreign.MemorySegment;
import java.nio.file.Path;
import java.util.Objects;

/// A file that the user named to be read; a link to one is followed, as everywhere on a command
/// line.
public final class Source implements AutoCloseable {
    private static final int OWNER_EXECUTES = 0100;

    private final Folder folder;
    private final OpenFile file;
    private final boolean executable;

    private Source(Folder folder, OpenFile file) throws FileFault {
        this.folder = folder;
        this.file = file;
        this.executable = (file.stat().mode() & OWNER_EXECUTES) != 0;
    }

    public static Source open(World world, Path named) throws Failure {
        try {
            Path real = world.files().realPath(named);
            var folder = world.files().open(Objects.requireNonNull(real.getParent(), "a file"));
            try {
                var name = Objects.requireNonNull(real.getFileName(), "a file").toString();
                return new Source(folder, folder.read(Name.of(name)));
            } catch (FileFault fault) {
                folder.close();
                throw fault;
            }
        } catch (FileFault fault) {
            if (fault.is(Errno.ENXIO)) {
                throw new Failure.Refused(
                        named + " is a pipe or a device",
                        "feed it to standard input: `berth disk put DISK PATH - < FILE`");
            }
            throw fault.asFailure(named.toString());
        }
    }

    public boolean isExecutable() {
        return executable;
    }

    public InputStream stream() {
        return new InputStream() {
            private long position;

            @Override
            public int read() throws IOException {
                byte[] one = new byte[1];
                return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
            }

            @Override
            public int read(byte[] into, int offset, int length) throws IOException {
                if (length == 0) return 0;
                try {
                    var target = MemorySegment.ofArray(into).asSlice(offset, length);
                    int count = file.read(target, position);
                    position += count;
                    return count == 0 ? -1 : count;
                } catch (FileFault fault) {
                    throw new IOException(fault);
                }
            }
        };
    }

    @Override
    public void close() {
        file.close();
        folder.close();
    }
}
