package dev.berth.bundle;

import dev.berth.durable.Errno;
import dev.berth.durable.FileFault;
import dev.berth.durable.Folder;
import dev.berth.durable.Name;

import java.util.ArrayList;
import java.util.List;

/// Goes to folders below a root, name by name and through no link, and keeps the way there open for
/// the next one: quick when neighbours come one after the other. For one thread.
public final class Way implements AutoCloseable {
    private static final int FOLDER_MODE = 0755;

    private final Folder root;
    private final boolean makes;
    private final List<Folder> open = new ArrayList<>();
    private final List<String> names = new ArrayList<>();

    private Way(Folder root, boolean makes) {
        this.root = root;
        this.makes = makes;
    }

    /// To folders that are there.
    public static Way through(Folder root) {
        return new Way(root, false);
    }

    /// To folders that are made when they are missing.
    public static Way making(Folder root) {
        return new Way(root, true);
    }

    /// The folder that `path`, names with `/` between them, lies in. Open until the next call.
    public Folder toParentOf(String path) throws FileFault {
        int depth = 0;
        int start = 0;
        for (int end; (end = path.indexOf('/', start)) >= 0; start = end + 1) {
            step(depth++, path.substring(start, end));
        }
        leaveBelow(depth);
        return at(depth);
    }

    /// The last of the names in `path`.
    public static Name last(String path) {
        return Name.of(path.substring(path.lastIndexOf('/') + 1));
    }

    private Folder at(int depth) {
        return depth == 0 ? root : open.get(depth - 1);
    }

    private void step(int depth, String name) throws FileFault {
        if (depth < open.size()) {
            if (names.get(depth).equals(name)) return;
            leaveBelow(depth);
        }
        open.add(enter(at(depth), Name.of(name)));
        names.add(name);
    }

    private Folder enter(Folder parent, Name name) throws FileFault {
        try {
            return parent.folder(name);
        } catch (FileFault fault) {
            if (!makes || !fault.is(Errno.ENOENT)) throw fault;
        }
        try {
            parent.makeFolder(name, FOLDER_MODE);
        } catch (FileFault fault) {
            // Another thread was here first.
            if (!fault.is(Errno.EEXIST)) throw fault;
        }
        return parent.folder(name);
    }

    private void leaveBelow(int depth) {
        while (open.size() > depth) {
            open.removeLast().close();
            names.removeLast();
        }
    }

    @Override
    public void close() {
        leaveBelow(0);
    }
}
