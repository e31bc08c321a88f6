package dev.berth.depot.blob.folder;

import dev.berth.depot.work.FolderChain;
import dev.berth.durable.AtomicFile;
import dev.berth.durable.Errno;
import dev.berth.durable.FileFault;
import dev.berth.durable.Folder;
import dev.berth.durable.Name;
import dev.berth.failure.Failure;

import org.jspecify.annotations.Nullable;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/// Folders below the root that this process has made durable, kept open: whoever stores a hundred
/// objects syncs the way to them once. Some that were read from are kept open as well. Safe for use
/// by several threads.
final class OpenFolders implements AutoCloseable {
    private static final int PRIVATE = 0700;

    /// None is given up for another, which somebody may be reading from.
    private static final int MOST_SEEN = 32;

    private final Folder root;
    private final Map<String, Folder> open = new HashMap<>();
    private final Map<String, Folder> seen = new HashMap<>();
    private final List<Folder> replaced = new ArrayList<>();
    private boolean closed;

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

    /// As [#existing], for objects that are never written anew: what a folder held that has been
    /// moved away since is as good, as long as it can be read.
    <T> Optional<T> reading(Spot spot, Work<T> work) throws Failure {
        if (spot.names().isEmpty() || kept(spot) != null) return existing(spot, work);
        Folder known = seen(spot);
        try {
            if (known != null) return Optional.of(work.in(known, spot.file()));
        } catch (FileFault fault) {
            if (!isReplaced(fault)) throw fault.asFailure(spot.folder() + "/" + spot.file());
        }
        try {
            Folder fresh = down(spot);
            boolean remembered = false;
            try {
                var result = work.in(fresh, spot.file());
                remembered = see(spot, known, fresh);
                return Optional.of(result);
            } finally {
                if (!remembered) fresh.close();
            }
        } catch (FileFault fault) {
            if (fault.is(Errno.ENOENT)) return Optional.empty();
            throw fault.asFailure(spot.folder() + "/" + spot.file());
        }
    }

    /// There may be another folder of that name by now, on this machine or another.
    private static boolean isReplaced(FileFault fault) {
        return fault.is(Errno.ENOENT) || fault.is(Errno.ESTALE);
    }

    /// Where another folder has taken the place of one that was seen, it is read from now on.
    void lookAgain(Spot spot) {
        Folder known = seen(spot);
        if (known == null) return;
        try {
            Folder fresh = down(spot);
            var now = fresh.stat();
            var then = known.stat();
            boolean same = now.inode() == then.inode() && now.device() == then.device();
            if (same || !see(spot, known, fresh)) fresh.close();
        } catch (FileFault gone) {
            // Whoever reads next hears of it.
            assert gone.errno() != Errno.EINVAL;
        }
    }

    /// Whether `fresh` is kept, in place of `stale`.
    private synchronized boolean see(Spot spot, @Nullable Folder stale, Folder fresh) {
        if (closed || !Objects.equals(seen.get(spot.folder()), stale)) return false;
        if (stale == null && seen.size() == MOST_SEEN) return false;
        seen.put(spot.folder(), fresh);
        if (stale != null) replaced.add(stale);
        return true;
    }

    @Override
    public synchronized void close() {
        open.values().forEach(Folder::close);
        open.clear();
        seen.values().forEach(Folder::close);
        seen.clear();
        replaced.forEach(Folder::close);
        replaced.clear();
        closed = true;
    }

    private synchronized @Nullable Folder seen(Spot spot) {
        return seen.get(spot.folder());
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
