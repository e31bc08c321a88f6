package dev.berth.disk.tree;

import dev.berth.disk.Layout;
import dev.berth.disk.Volume;
import dev.berth.durable.Errno;
import dev.berth.durable.FileFault;
import dev.berth.durable.FileStat;
import dev.berth.durable.Folder;
import dev.berth.durable.Name;
import dev.berth.failure.Failure;

import java.util.Arrays;
import java.util.Optional;
import java.util.Set;

/// Knows a disk from any other folder, and where its volumes lie.
///
/// A folder with a sub-folder for each volume is a disk. So is one with those that travel alone, if
/// it carries the ignore lines that `unpack --public` wrote. Any other folder is a workspace
/// itself.
public final class TreeLayout {
    private TreeLayout() {}

    public static Name folderName(Volume volume) {
        return Name.of(volume.label());
    }

    public static Layout of(Folder root) throws FileFault {
        if (hasAll(root, Volume.all())) return Layout.DISK;
        boolean publicOnly = hasAll(root, Volume.travelling()) && PrivateLines.areIn(root);
        return publicOnly ? Layout.DISK : Layout.FOLDER;
    }

    private static boolean hasAll(Folder root, Set<Volume> volumes) throws FileFault {
        for (var volume : volumes) {
            if (root.stat(folderName(volume)).filter(FileStat::isFolder).isEmpty()) return false;
        }
        return true;
    }

    /// Opens a volume of a tree for the caller to close; empty when it is not there.
    static Optional<Folder> volume(Folder root, Layout layout, Volume volume) throws FileFault {
        try {
            return switch (layout) {
                case DISK -> Optional.of(root.folder(folderName(volume)));
                case FOLDER -> Optional.empty();
            };
        } catch (FileFault fault) {
            if (fault.is(Errno.ENOENT)) return Optional.empty();
            throw fault;
        }
    }

    /// Whether a name at the root of a disk is a volume's.
    static boolean isVolume(Name name) {
        return Arrays.stream(Volume.values()).anyMatch(v -> folderName(v).equals(name));
    }

    static Failure onlyWorkspace(String tree, Volume volume) {
        return new Failure.Refused(
                "%s is a plain folder and has no %s".formatted(tree, volume.label()),
                "make a disk of it: `berth disk pack`, or a folder with " + Volume.choices());
    }
}
