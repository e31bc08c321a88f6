package dev.berth.durable.modelled;

import static dev.berth.durable.modelled.Entries.fault;

import dev.berth.durable.Errno;
import dev.berth.durable.FileFault;
import dev.berth.durable.Folder;
import dev.berth.durable.Name;

import org.jspecify.annotations.Nullable;

/// One rename, with all the refusals of rename(2).
final class Move {
    private final Entries source;
    private final Name from;
    private final Entries target;
    private final Name to;

    Move(ModelledFolder source, Name from, Folder target, Name to) throws FileFault {
        this.source = source.entries();
        this.from = from;
        this.target = sameLayer(source, target, from).entries();
        this.to = to;
    }

    void run(boolean onlyIfFree) throws FileFault {
        Node moved = source.existing("rename", from);
        if (onlyIfFree) target.checkFree("rename", to);
        if (moved instanceof FolderNode folder && target.folder().isWithin(folder)) {
            throw fault(Errno.EINVAL, "rename", from);
        }
        Node replaced = target.find("rename", to).orElse(null);
        // Two names of one file: rename(2) says that nothing happens.
        if (moved == replaced) return;
        if (replaced == null) target.checkFree("rename", to);
        checkReplaceable(moved, replaced);
        if (replaced instanceof FolderNode folder) folder.remove();
        Change added = target.put(to, moved);
        Change taken = source.take(from);
        taken.needs(added);
        if (moved instanceof FolderNode folder) {
            added.needs(taken);
            folder.movedTo(target.folder());
        }
        moved.changed(source.files().now());
    }

    static ModelledFolder sameLayer(ModelledFolder source, Folder target, Name name)
            throws FileFault {
        if (target instanceof ModelledFolder folder && folder.files() == source.files()) {
            return folder;
        }
        throw fault(Errno.EXDEV, "rename", name);
    }

    private void checkReplaceable(Node moved, @Nullable Node replaced) throws FileFault {
        boolean folder = moved instanceof FolderNode;
        switch (replaced) {
            case FolderNode other -> {
                if (!folder) throw fault(Errno.EISDIR, "rename", to);
                if (!other.entries().isEmpty()) throw fault(Errno.ENOTEMPTY, "rename", to);
            }
            case FileNode _, LinkNode _ -> {
                if (folder) throw fault(Errno.ENOTDIR, "rename", to);
            }
            case null -> {}
        }
    }
}
