package dev.berth.disk.tree;

import dev.berth.disk.Layout;
import dev.berth.disk.Volume;
import dev.berth.durable.Errno;
import dev.berth.durable.FileFault;
import dev.berth.durable.FileStat;
import dev.berth.durable.Folder;
import dev.berth.durable.Name;
import dev.berth.failure.Failure;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// Knows a disk from any other folder, and where its volumes lie.
///
/// A folder with a sub-folder for each volume is a disk; one that a resume would leave empty anyway
/// may be missing. So is one with those that travel alone, if it carries the ignore lines that
/// every disk is made with. Any other folder is a workspace itself, unless it looks like a disk
/// that has lost a volume: as a workspace its private volumes would travel.
public final class TreeLayout {
    private TreeLayout() {}

    public static Name folderName(Volume volume) {
        return Name.of(volume.label());
    }

    /// What `root` is to somebody who takes all of it and sends nothing away: a workspace when in
    /// doubt.
    public static Layout of(Folder root) throws FileFault {
        return VolumeNames.in(root).isDisk() ? Layout.DISK : Layout.FOLDER;
    }

    /// As [#of], but a folder in doubt is refused; `named` is how the user calls it.
    public static Layout certain(Folder root, String named) throws FileFault, Failure {
        var names = VolumeNames.in(root);
        if (names.isDisk()) return Layout.DISK;
        if (names.isDoubtful()) throw names.doubt(named);
        return Layout.FOLDER;
    }

    /// The first private one of `volumes` whose name a plain folder has for something of its own.
    public static Optional<String> ownOf(Folder root, Set<Volume> volumes) throws FileFault {
        for (var volume : volumes) {
            if (volume.travels()) continue;
            var stat = root.stat(folderName(volume));
            if (stat.filter(FileStat::isFolder).isEmpty()) continue;
            try (var folder = root.folder(folderName(volume))) {
                if (!folder.list().isEmpty()) return Optional.of(volume.label());
            }
        }
        return Optional.empty();
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

    /// What lies beside the volumes of a disk and is no part of it.
    public static List<Name> strays(Folder root) throws FileFault {
        var strays = new ArrayList<Name>();
        for (var entry : root.list()) {
            boolean ours = isVolume(entry.name()) && entry.kind() == FileStat.Kind.FOLDER;
            if (!ours && !entry.name().equals(PrivateLines.FILE)) strays.add(entry.name());
        }
        return strays;
    }

    /// Whether a name at the root of a disk is a volume's.
    private static boolean isVolume(Name name) {
        return Arrays.stream(Volume.values()).anyMatch(v -> folderName(v).equals(name));
    }

    static Failure onlyWorkspace(String tree, Volume volume) {
        return new Failure.Refused(
                "%s is a plain folder and has no %s".formatted(tree, volume.label()),
                "make a disk of it: `berth disk pack`, or a folder with " + Volume.choices());
    }
}
