package dev.berth.durable.modelled;

import dev.berth.durable.Errno;
import dev.berth.durable.FileFault;
import dev.berth.durable.Name;

import java.util.Optional;

/// The names in a folder: looked up, and changed so that the journal knows.
record Entries(ModelledFiles files, FolderNode folder) {
    private static final int LONGEST_NAME = 255;

    Optional<Node> find(String call, Name name) throws FileFault {
        if (name.length() > LONGEST_NAME) throw fault(Errno.ENAMETOOLONG, call, name);
        return folder.find(name);
    }

    Node existing(String call, Name name) throws FileFault {
        return find(call, name).orElseThrow(() -> fault(Errno.ENOENT, call, name));
    }

    void checkFree(String call, Name name) throws FileFault {
        if (find(call, name).isPresent()) throw fault(Errno.EEXIST, call, name);
        if (folder.isRemoved()) throw fault(Errno.ENOENT, call, name);
    }

    Change put(Name name, Node child) {
        return change(new Change(folder, name, child));
    }

    Change take(Name name) {
        return change(new Change(folder, name, null));
    }

    static FileFault fault(Errno errno, String call, Name name) {
        return new FileFault(errno, call, name.toString());
    }

    private Change change(Change change) {
        folder.show(change.name, change.node, files.now());
        files.journal.add(change);
        return change;
    }
}
