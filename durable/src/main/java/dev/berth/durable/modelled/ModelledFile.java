package dev.berth.durable.modelled;

import dev.berth.durable.Errno;
import dev.berth.durable.FileFault;
import dev.berth.durable.FileStat;
import dev.berth.durable.OpenFile;

import java.lang.foreign.MemorySegment;
import java.util.function.UnaryOperator;

/// A file of the model, open.
final class ModelledFile implements OpenFile {
    private final ModelledFiles files;
    private final FileNode node;
    private final boolean writable;
    private boolean closed;

    ModelledFile(ModelledFiles files, FileNode node, boolean writable) {
        this.files = files;
        this.node = node;
        this.writable = writable;
        files.opened();
    }

    @Override
    public int read(MemorySegment into, long position) {
        synchronized (files) {
            checkOpen();
            return node.read(into, position);
        }
    }

    @Override
    public int write(MemorySegment from, long position) {
        synchronized (files) {
            checkWritable();
            node.touch(files.now());
            return node.write(from, position);
        }
    }

    @Override
    public void truncate(long size) throws FileFault {
        synchronized (files) {
            checkWritable();
            if (size < 0) throw new FileFault(Errno.EINVAL, "ftruncate", "a file");
            node.touch(files.now());
            node.truncate(size);
        }
    }

    @Override
    public void sync() {
        synchronized (files) {
            checkOpen();
            node.sync();
        }
    }

    @Override
    public FileStat stat() {
        synchronized (files) {
            checkOpen();
            return node.stat();
        }
    }

    @Override
    public void setMode(int mode) {
        set(attributes -> attributes.withMode(mode));
    }

    @Override
    public void setOwner(int uid, int gid) {
        set(attributes -> attributes.withOwner(uid, gid));
    }

    @Override
    public void setModified(long seconds, int nanos) {
        set(attributes -> attributes.withModified(seconds, nanos));
    }

    @Override
    public long nextData(long position) {
        synchronized (files) {
            checkOpen();
            return position >= node.size() ? node.size() : node.nextData(position);
        }
    }

    @Override
    public long nextHole(long position) {
        synchronized (files) {
            checkOpen();
            return position >= node.size() ? node.size() : node.nextHole(position);
        }
    }

    @Override
    public void close() {
        synchronized (files) {
            if (closed) return;
            closed = true;
            files.closed();
        }
    }

    private void set(UnaryOperator<Attributes> change) {
        synchronized (files) {
            checkOpen();
            node.set(change.apply(node.attributes()), files.now());
        }
    }

    private void checkWritable() {
        checkOpen();
        if (!writable) throw new IllegalStateException("the file is open for reading");
    }

    private void checkOpen() {
        if (closed) throw new IllegalStateException("the file is closed");
    }
}
