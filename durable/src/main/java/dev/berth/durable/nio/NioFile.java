package dev.berth.durable.nio;

import dev.berth.durable.FileFault;
import dev.berth.durable.FileStat;
import dev.berth.durable.OpenFile;

import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedByInterruptException;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.FileChannel;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;

/// An open file of Java's. What a channel cannot do, such as setting the mode, is done by its path
/// as long as the path still leads to this file.
final class NioFile implements OpenFile {
    private final FileChannel channel;
    private final Path path;
    private final FileStat opened;

    NioFile(FileChannel channel, Path path) throws IOException {
        this.channel = channel;
        this.path = path;
        this.opened = Facts.of(path);
    }

    @Override
    public int read(MemorySegment into, long position) throws FileFault {
        return io("read", () -> Math.max(0, channel.read(buffer(into), position)));
    }

    @Override
    public int write(MemorySegment from, long position) throws FileFault {
        return io("write", () -> channel.write(buffer(from), position));
    }

    @Override
    public void truncate(long size) throws FileFault {
        io(
                "truncate",
                () -> {
                    if (channel.size() < size) {
                        channel.write(ByteBuffer.allocate(1), size - 1);
                    } else {
                        channel.truncate(size);
                    }
                    return size;
                });
    }

    @Override
    public void sync() throws FileFault {
        io(
                "fsync",
                () -> {
                    channel.force(true);
                    return true;
                });
    }

    @Override
    public FileStat stat() throws FileFault {
        return io("stat", () -> named() ? Facts.of(path) : opened.withSize(channel.size()));
    }

    @Override
    public void setMode(int mode) throws FileFault {
        io("chmod", () -> Attributes.mode(own(), mode));
    }

    @Override
    public void setOwner(int uid, int gid) throws FileFault {
        io("chown", () -> Attributes.owner(own(), uid, gid));
    }

    @Override
    public void setModified(long seconds, int nanos) throws FileFault {
        io("utimes", () -> Attributes.modified(own(), seconds, nanos));
    }

    @Override
    public long nextData(long position) throws FileFault {
        return io("seek", () -> Math.min(position, channel.size()));
    }

    @Override
    public long nextHole(long position) throws FileFault {
        return io("seek", channel::size);
    }

    @Override
    public void close() {
        try {
            channel.close();
        } catch (IOException _) {
            // What matters was synced before; the handle is gone either way.
        }
    }

    /// Whether the path still leads to this file.
    private boolean named() throws IOException {
        try {
            var now = Facts.of(path);
            return now.inode() == opened.inode() && now.device() == opened.device();
        } catch (NoSuchFileException _) {
            return false;
        }
    }

    private Path own() throws IOException {
        if (!named()) throw new NoSuchFileException(path.toString());
        return path;
    }

    private static ByteBuffer buffer(MemorySegment segment) {
        return segment.byteSize() > Integer.MAX_VALUE
                ? segment.asSlice(0, Integer.MAX_VALUE).asByteBuffer()
                : segment.asByteBuffer();
    }

    /// One operation of Java's.
    interface Operation<T> {
        T run() throws IOException;
    }

    private <T> T io(String call, Operation<T> operation) throws FileFault {
        if (!channel.isOpen()) throw new IllegalStateException("used after it was closed: " + path);
        try {
            return operation.run();
        } catch (ClosedByInterruptException interrupted) {
            throw Faults.of(interrupted, call, path.getFileName());
        } catch (ClosedChannelException closed) {
            throw new IllegalStateException("used after it was closed: " + path, closed);
        } catch (IOException fault) {
            throw Faults.of(fault, call, path.getFileName());
        }
    }
}
