package dev.berth.bench;

import dev.berth.durable.FileFault;
import dev.berth.durable.Folder;
import dev.berth.durable.Name;

/// What a contender makes under one name, moved out of the next one's way.
///
/// Nothing is removed between two measurements: ext4 passes over the inodes of files that were
/// removed a short while ago one by one, so that whoever makes files after a removal pays for it.
public final class Made {
    private final Folder folder;
    private final Name name;
    private int moved;

    public Made(Folder folder, String name) {
        this.folder = folder;
        this.name = Name.of(name);
    }

    /// Frees the name; what had it lies beside it until the whole folder is removed.
    public void moveAway() throws FileFault {
        if (folder.stat(name).isEmpty()) return;
        folder.rename(name, folder, Name.of(name + "-" + ++moved));
    }
}
