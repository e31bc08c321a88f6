package dev.berth.durable.lock;

import dev.berth.durable.FileFault;
import dev.berth.durable.FileLayer;
import dev.berth.durable.FileStat;
import dev.berth.durable.Folder;
import dev.berth.durable.faulting.Call;
import dev.berth.durable.faulting.InterceptedFiles;
import dev.berth.durable.faulting.Interceptor;

import java.nio.file.Path;
import java.util.Optional;

/// A file system on which every folder looks as if nothing had ever happened to it.
final class FrozenTimes implements FileLayer {
    private final FileLayer files;

    FrozenTimes(FileLayer files) {
        this.files = new InterceptedFiles(files, new Freezing());
    }

    @Override
    public Folder open(Path path) throws FileFault {
        return files.open(path);
    }

    @Override
    public Path realPath(Path path) throws FileFault {
        return files.realPath(path);
    }

    private static final class Freezing implements Interceptor {
        @Override
        @SuppressWarnings("unchecked")
        public <T> T call(Call call, Body<T> body) throws FileFault {
            T answer = body.run();
            if (answer instanceof FileStat stat) return (T) frozen(stat);
            if (answer instanceof Optional<?> found
                    && found.isPresent()
                    && found.get() instanceof FileStat stat) {
                return (T) Optional.of(frozen(stat));
            }
            return answer;
        }

        private static FileStat frozen(FileStat stat) {
            return new FileStat(
                    stat.kind(),
                    stat.mode(),
                    stat.uid(),
                    stat.gid(),
                    stat.size(),
                    stat.blocks(),
                    stat.inode(),
                    stat.device(),
                    stat.links(),
                    1,
                    0,
                    1,
                    0);
        }
    }
}
