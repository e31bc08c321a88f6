package dev.berth.disk.tree;

import dev.berth.disk.Contents;
import dev.berth.disk.Layout;
import dev.berth.disk.Volume;
import dev.berth.disk.VolumePath;
import dev.berth.durable.Errno;
import dev.berth.durable.FileFault;
import dev.berth.durable.Folder;
import dev.berth.durable.Name;
import dev.berth.failure.Failure;

import java.util.ArrayList;
import java.util.Optional;

/// Finds the way from a volume's top to a path, one open folder after the other.
record TreePlaces(Folder root, Reopening again, Layout layout, Volume volume) {
    private static final int FOLDER_MODE = 0755;

    /// Opens the root once more.
    interface Reopening {
        Folder open() throws FileFault;
    }

    /// The volume's top, for the caller to close; empty when the tree has no such folder.
    Optional<Folder> top() throws FileFault {
        return switch (layout) {
            case DISK -> TreeLayout.volume(root, layout, volume);
            // Opened anew, so that whoever closes it does not close the root.
            case FOLDER -> Optional.of(again.open());
        };
    }

    /// The place of `path`; empty when a folder on the way is missing or is none.
    Optional<TreePlace> tryReach(VolumePath path) throws FileFault {
        try {
            return Optional.of(walk(path, false));
        } catch (FileFault fault) {
            boolean none =
                    fault.is(Errno.ENOENT) || fault.is(Errno.ENOTDIR) || fault.is(Errno.ELOOP);
            if (none) return Optional.empty();
            throw fault;
        } catch (Failure impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    /// The place of `path`, with the folders on the way made when `make` says so.
    TreePlace reach(VolumePath path, boolean make) throws FileFault, Failure {
        return walk(path, make);
    }

    private TreePlace walk(VolumePath path, boolean make) throws FileFault, Failure {
        var names = path.names();
        var way = new ArrayList<Folder>();
        try {
            way.add(first(make));
            for (int i = 0; i < names.size() - 1; i++) {
                way.add(make ? made(way.getLast(), path, i) : way.getLast().folder(names.get(i)));
            }
            return new TreePlace(way, names);
        } catch (Throwable failure) {
            for (var folder : way.reversed()) folder.close();
            throw failure;
        }
    }

    private Folder first(boolean make) throws FileFault, Failure {
        var top = top();
        if (top.isPresent()) return top.get();
        Name name = TreeLayout.folderName(volume);
        if (!make) throw new FileFault(Errno.ENOENT, "open", name.toString());
        return make(root, name);
    }

    /// The `at`-th folder on the way, made when it is missing.
    private static Folder made(Folder parent, VolumePath path, int at) throws FileFault, Failure {
        try {
            return make(parent, path.names().get(at));
        } catch (FileFault fault) {
            if (fault.is(Errno.ENOTDIR) || fault.is(Errno.ELOOP)) {
                throw Contents.inTheWay(path.ancestors().get(at), path);
            }
            throw fault;
        }
    }

    private static Folder make(Folder parent, Name name) throws FileFault {
        try {
            parent.makeFolder(name, FOLDER_MODE);
        } catch (FileFault fault) {
            if (!fault.is(Errno.EEXIST)) throw fault;
        }
        Folder made = parent.folder(name);
        try {
            // Also when it was there: whoever made it may have been killed before its own sync.
            parent.sync();
            return made;
        } catch (FileFault fault) {
            made.close();
            throw fault;
        }
    }
}
