package dev.berth.runner.agent;

import dev.berth.disk.Volume;
import dev.berth.durable.Errno;
import dev.berth.durable.FileFault;
import dev.berth.durable.FileLayer;
import dev.berth.durable.Folder;
import dev.berth.durable.Name;
import dev.berth.failure.Failure;

import java.nio.file.Path;
import java.util.List;

/// Removes files with credentials that something left in `memory`. No link is followed.
public final class Leftovers {
    private final FileLayer files;

    public Leftovers(FileLayer files) {
        this.files = files;
    }

    public void remove(Path disk, Agent agent) throws Failure {
        for (String path : agent.neverKept()) {
            try (var memory = files.open(disk.resolve(Volume.MEMORY.label()))) {
                remove(memory, List.of(path.split("/", -1)));
            } catch (FileFault fault) {
                boolean notThere =
                        fault.is(Errno.ENOENT)
                                || fault.is(Errno.ENOTDIR)
                                || fault.is(Errno.ELOOP)
                                || fault.is(Errno.EISDIR);
                if (!notThere) throw fault.asFailure(path);
            }
        }
    }

    private static void remove(Folder in, List<String> path) throws FileFault {
        var name = Name.of(path.getFirst());
        if (path.size() == 1) {
            in.unlink(name);
        } else {
            try (var below = in.folder(name)) {
                remove(below, path.subList(1, path.size()));
            }
        }
    }
}
