package dev.berth.durable.faulting;

import dev.berth.durable.FileFault;
import dev.berth.durable.FileStat;
import dev.berth.durable.OpenFile;
import dev.berth.durable.faulting.Call.Kind;
import dev.berth.durable.faulting.Interceptor.Action;
import dev.berth.durable.faulting.Interceptor.Body;

import java.lang.foreign.MemorySegment;

/// An open file all of whose calls go through an [Interceptor].
final class InterceptedFile implements OpenFile {
    private final OpenFile file;
    private final String name;
    private final Interceptor interceptor;
    private final long handle;

    InterceptedFile(OpenFile file, String name, InterceptedFiles files) {
        this.file = file;
        this.name = name;
        this.interceptor = files.interceptor();
        this.handle = files.nextHandle();
    }

    @Override
    public int read(MemorySegment into, long position) throws FileFault {
        return call(Kind.READ, () -> file.read(into, position));
    }

    @Override
    public int write(MemorySegment from, long position) throws FileFault {
        return interceptor.write(new Call(Kind.WRITE, name, handle), file, from, position);
    }

    @Override
    public void truncate(long size) throws FileFault {
        act(Kind.TRUNCATE, () -> file.truncate(size));
    }

    @Override
    public void sync() throws FileFault {
        act(Kind.SYNC_FILE, file::sync);
    }

    @Override
    public FileStat stat() throws FileFault {
        return call(Kind.STAT, file::stat);
    }

    @Override
    public void setMode(int mode) throws FileFault {
        act(Kind.SET_ATTRIBUTES, () -> file.setMode(mode));
    }

    @Override
    public void setOwner(int uid, int gid) throws FileFault {
        act(Kind.SET_ATTRIBUTES, () -> file.setOwner(uid, gid));
    }

    @Override
    public void setModified(long seconds, int nanos) throws FileFault {
        act(Kind.SET_ATTRIBUTES, () -> file.setModified(seconds, nanos));
    }

    @Override
    public long nextData(long position) throws FileFault {
        return call(Kind.SEEK, () -> file.nextData(position));
    }

    @Override
    public long nextHole(long position) throws FileFault {
        return call(Kind.SEEK, () -> file.nextHole(position));
    }

    @Override
    public void close() {
        file.close();
    }

    private <T> T call(Kind kind, Body<T> body) throws FileFault {
        return interceptor.call(new Call(kind, name, handle), body);
    }

    private void act(Kind kind, Action action) throws FileFault {
        interceptor.act(new Call(kind, name, handle), action);
    }
}
