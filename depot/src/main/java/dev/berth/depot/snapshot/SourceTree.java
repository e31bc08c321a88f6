package dev.berth.depot.snapshot;

import dev.berth.disk.Layout;
import dev.berth.disk.Volume;
import dev.berth.disk.tree.TreeLayout;
import dev.berth.durable.Errno;
import dev.berth.durable.FileFault;
import dev.berth.durable.FileLayer;
import dev.berth.durable.Folder;
import dev.berth.durable.Name;
import dev.berth.failure.Failure;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// A tree on the file system, taken apart into the volumes that are kept: a disk's own, or the
/// whole folder as `workspace`.
public final class SourceTree implements AutoCloseable {
    private final Layout layout;
    private final Map<Volume, Folder> volumes;
    private final List<Name> strays;

    private SourceTree(Layout layout, Map<Volume, Folder> volumes, List<Name> strays) {
        this.layout = layout;
        this.volumes = volumes;
        this.strays = List.copyOf(strays);
    }

    public static SourceTree open(FileLayer files, Path path) throws Failure {
        var volumes = new LinkedHashMap<Volume, Folder>();
        List<Name> strays = List.of();
        try {
            Folder root = files.open(path);
            var layout = layoutOf(root);
            switch (layout) {
                case FOLDER -> volumes.put(Volume.WORKSPACE, root);
                case DISK -> {
                    try (root) {
                        strays = TreeLayout.strays(root);
                        for (var volume : Volume.survivingResume()) {
                            open(root, volume, volumes);
                        }
                    }
                }
            }
            return new SourceTree(layout, volumes, strays);
        } catch (FileFault fault) {
            volumes.values().forEach(Folder::close);
            throw fault.asFailure(path.toString());
        }
    }

    /// A disk made of folders that are open already and lie anywhere; they are closed with it.
    public static SourceTree of(Map<Volume, Folder> volumes) {
        return new SourceTree(Layout.DISK, new LinkedHashMap<>(volumes), List.of());
    }

    private static Layout layoutOf(Folder root) throws FileFault {
        try {
            return TreeLayout.of(root);
        } catch (FileFault fault) {
            root.close();
            throw fault;
        }
    }

    private static void open(Folder root, Volume volume, Map<Volume, Folder> volumes)
            throws FileFault {
        try {
            volumes.put(volume, root.folder(TreeLayout.folderName(volume)));
        } catch (FileFault fault) {
            // A disk that was made for others has no private volumes.
            if (!fault.is(Errno.ENOENT)) throw fault;
        }
    }

    Layout layout() {
        return layout;
    }

    /// What lies beside the volumes of a disk, and is not taken.
    List<Name> strays() {
        return strays;
    }

    /// What stands before the paths of a volume, as the user sees them.
    String prefix(Volume volume) {
        return switch (layout) {
            case DISK -> volume.label() + "/";
            case FOLDER -> "";
        };
    }

    /// The volumes that are taken, open as long as this is.
    public Map<Volume, Folder> volumes() {
        return volumes;
    }

    @Override
    public void close() {
        volumes.values().forEach(Folder::close);
    }
}
