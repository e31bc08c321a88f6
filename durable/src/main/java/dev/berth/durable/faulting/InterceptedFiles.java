package dev.berth.durable.faulting;

import dev.berth.durable.FileFault;
import dev.berth.durable.FileLayer;
import dev.berth.durable.Folder;
import dev.berth.durable.faulting.Call.Kind;

import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicLong;

/// A file layer all of whose calls go through an [Interceptor]. Closing does not: it cannot fail.
public final class InterceptedFiles implements FileLayer {
    private final FileLayer files;
    private final Interceptor interceptor;
    private final AtomicLong handles = new AtomicLong();

    public InterceptedFiles(FileLayer files, Interceptor interceptor) {
        this.files = files;
        this.interceptor = interceptor;
    }

    @Override
    public Folder open(Path path) throws FileFault {
        var call = new Call(Kind.OPEN_LAYER, path.toString(), 0);
        return new InterceptedFolder(interceptor.call(call, () -> files.open(path)), this);
    }

    @Override
    public Path realPath(Path path) throws FileFault {
        var call = new Call(Kind.REAL_PATH, path.toString(), 0);
        return interceptor.call(call, () -> files.realPath(path));
    }

    Interceptor interceptor() {
        return interceptor;
    }

    long nextHandle() {
        return handles.incrementAndGet();
    }
}
