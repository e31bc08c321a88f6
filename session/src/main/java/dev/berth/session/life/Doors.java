package dev.berth.session.life;

import dev.berth.disk.Volume;
import dev.berth.durable.FileFault;
import dev.berth.durable.FileLayer;
import dev.berth.durable.FileStat;
import dev.berth.durable.Folder;
import dev.berth.durable.Name;

import java.nio.file.Path;

/// Keeps the folders of the three volumes open to their owner.
///
/// A turn may shut them: `chmod -R 644 .` is enough. Then no later turn could begin, not even the
/// one that would put it right, and a server that is not root could keep none of the files.
record Doors(FileLayer files) {
    private static final int OWNERS = 0700;

    /// What cannot be opened is left to whoever needs it, who says why it cannot be.
    void open(Path tree) {
        try (var folder = files.open(tree)) {
            for (var volume : Volume.values()) open(folder, Name.of(volume.label()));
        } catch (FileFault later) {
            assert later.errno() != null;
        }
    }

    private static void open(Folder tree, Name volume) throws FileFault {
        var stat = tree.stat(volume);
        if (stat.isEmpty() || stat.get().kind() != FileStat.Kind.FOLDER) return;
        int mode = stat.get().mode();
        if ((mode & OWNERS) != OWNERS) tree.setMode(volume, mode | OWNERS);
    }
}
