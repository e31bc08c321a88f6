package dev.berth.durable.modelled;

import static dev.berth.durable.modelled.ModelledFolder.fault;

import dev.berth.durable.Errno;
import dev.berth.durable.FileFault;
import dev.berth.durable.Folder;
import dev.berth.durable.Name;

import org.jspecify.annotations.Nullable;

/// One rename, with all the refusals of rename(2).
final class Move {
    private final ModelledFolder source;
    private final Name from;
    private final ModelledFolder target;
    private final Name to;

    Move(ModelledFolder source, Name from, Folder target, Name to) throws FileFault {
        this.source = source;
        this.from = from;
        this.target = sameLayer(source, target, from);
        this.to = to;
    }

    void run(boolean never) throws FileFault {
        Node moved = source.existing("rename", from);
        if (never) target.checkFree("rename", to);
        if (moved instanceof FolderNode folder && target.node().isWithin(folder)) {
            throw fault(Errno.EINVAL, "rename", from);
        }
        Node replaced = target.node().find(to).orElse(null);
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
            folder.movedTo(target.node());
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
