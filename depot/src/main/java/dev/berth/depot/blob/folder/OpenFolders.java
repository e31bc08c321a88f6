package dev.berth.depot.blob.folder;

import dev.berth.depot.work.FolderChain;
import dev.berth.durable.AtomicFile;
import dev.berth.durable.Errno;
import dev.berth.durable.FileFault;
import dev.berth.durable.Folder;
import dev.berth.durable.Name;
import dev.berth.failure.Failure;

import org.jspecify.annotations.Nullable;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/// Folders below the root that this process has made durable, kept open: whoever stores a hundred
/// objects syncs the way to them once. Safe for use by several threads.
final class OpenFolders implements AutoCloseable {
    private static final int PRIVATE = 0700;

    private final Folder root;
    private final Map<String, Folder> open = new HashMap<>();

    OpenFolders(Folder root) {
        this.root = root;
    }

    /// What is done in a folder.
    interface Work<T> {
        T in(Folder folder, Name file) throws FileFault, Failure;
    }

    /// Does `work` in the folder of `spot`, made and durable.
    <T> T making(Spot spot, Work<T> work) throws Failure {
        try {
            if (spot.names().isEmpty()) return work.in(root, spot.file());
            Folder kept = kept(spot);
            if (kept != null) return work.in(kept, spot.file());
            Folder made = AtomicFile.folders(root, PRIVATE, spot.names().toArray(Name[]::new));
            return work.in(keep(spot, made), spot.file());
        } catch (FileFault fault) {
            throw fault.asFailure(spot.folder() + "/" + spot.file());
        }
    }

    /// Does `work` if folder and file are there; empty when one of them is not.
    <T> Optional<T> existing(Spot spot, Work<T> work) throws Failure {
        try {
            if (spot.names().isEmpty()) return Optional.of(work.in(root, spot.file()));
            Folder kept = kept(spot);
            if (kept != null) return Optional.of(work.in(kept, spot.file()));
            try (Folder folder = down(spot)) {
                return Optional.of(work.in(folder, spot.file()));
            }
        } catch (FileFault fault) {
            if (fault.is(Errno.ENOENT)) return Optional.empty();
            throw fault.asFailure(spot.folder() + "/" + spot.file());
        }
    }

    @Override
    public synchronized void close() {
        open.values().forEach(Folder::close);
        open.clear();
    }

    private Folder down(Spot spot) throws FileFault {
        return FolderChain.open(root, spot.names());
    }

    private synchronized @Nullable Folder kept(Spot spot) {
        return open.get(spot.folder());
    }

    private synchronized Folder keep(Spot spot, Folder made) {
        Folder first = open.putIfAbsent(spot.folder(), made);
        if (first == null) return made;
        made.close();
        return first;
    }
}
