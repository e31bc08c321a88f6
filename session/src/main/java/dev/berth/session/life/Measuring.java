package dev.berth.session.life;

import dev.berth.disk.Volume;
import dev.berth.durable.Errno;
import dev.berth.durable.FileFault;
import dev.berth.durable.FileLayer;
import dev.berth.durable.Folder;
import dev.berth.durable.Found;
import dev.berth.durable.Walk;
import dev.berth.failure.Failure;

import java.nio.file.Path;
import java.util.Collection;

/// Counts the bytes of a live tree that a quota is about: files in the volumes that survive. What
/// cannot be read or vanishes meanwhile does not count.
final class Measuring implements Walk.Visitor<FileFault> {
    private long bytes;

    private Measuring() {}

    /// The bytes in folders that are open.
    static long of(Collection<Folder> volumes) throws Failure {
        var measuring = new Measuring();
        try {
            for (var folder : volumes) Walk.below(folder, measuring);
        } catch (FileFault fault) {
            throw fault.asFailure(fault.subject());
        }
        return measuring.bytes;
    }

    static long of(FileLayer files, Path tree) throws Failure {
        var measuring = new Measuring();
        for (var volume : Volume.values()) {
            if (!volume.survivesResume()) continue;
            var path = tree.resolve(volume.label());
            try (var folder = files.open(path)) {
                Walk.below(folder, measuring);
            } catch (FileFault fault) {
                if (!fault.is(Errno.ENOENT)) throw fault.asFailure(path.toString());
            }
        }
        return measuring.bytes;
    }

    @Override
    public void entry(Found entry, Folder in) {
        if (entry.stat().isFile()) bytes += entry.stat().size();
    }

    @Override
    public void unreadable(Found folder, FileFault why) {
        // Its owner has shut it; the checkpoint will say so.
    }
}
