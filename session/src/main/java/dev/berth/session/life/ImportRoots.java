package dev.berth.session.life;

import dev.berth.disk.Layout;
import dev.berth.disk.Volume;
import dev.berth.disk.tree.TreeLayout;
import dev.berth.durable.Errno;
import dev.berth.durable.FileFault;
import dev.berth.durable.Folder;
import dev.berth.durable.Name;
import dev.berth.failure.Failure;

import java.nio.file.Path;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/// Opens folders below the roots that an operator named, and no others.
record ImportRoots(Station station, List<Path> roots) {
    /// Open, for the caller to close. Links on the way are resolved first; what they lead to must
    /// lie below a root, and is then reached name by name, so that nobody can swap one in between.
    Folder open(Path folder) throws Failure {
        if (roots.isEmpty()) {
            throw new Failure.Refused(
                    "this server imports no folders", "name some in server.import-roots");
        }
        if (!folder.isAbsolute()) {
            throw new Failure.Malformed(
                    "'%s' is not a whole path".formatted(folder), "start it with /");
        }
        for (var root : roots) {
            try {
                var realRoot = station.files().realPath(root);
                var real = station.files().realPath(folder);
                if (!real.startsWith(realRoot)) continue;
                refuseOurs(real);
                return walk(realRoot, realRoot.relativize(real));
            } catch (FileFault absent) {
                // Whether something is there is told to nobody who may not import it.
                if (!isAbsent(absent)) throw absent.asFailure(folder.toString());
            }
        }
        throw new Failure.Refused(
                "%s is no folder below server.import-roots".formatted(folder),
                "name a folder below one of "
                        + String.join(", ", roots.stream().map(Path::toString).toList()));
    }

    private static boolean isAbsent(FileFault fault) {
        return fault.is(Errno.ENOENT) || fault.is(Errno.ENOTDIR) || fault.is(Errno.ELOOP);
    }

    /// The data folder holds everybody's files and keys.
    private void refuseOurs(Path real) throws Failure, FileFault {
        var home = station.files().realPath(station.home());
        if (!home.startsWith(real) && !real.startsWith(home)) return;
        throw new Failure.Refused(
                "the server's own data lies in %s".formatted(real), "name another folder");
    }

    private Folder walk(Path root, Path below) throws FileFault {
        var at = station.files().open(root);
        for (var name : below) {
            if (name.toString().isEmpty()) continue;
            var outer = at;
            try (outer) {
                at = outer.folder(Name.of(name.toString()));
            }
        }
        return at;
    }

    /// The volumes of a folder that is a disk; any other is a workspace. Open, beside the folder
    /// itself.
    static Map<Volume, Folder> volumes(Folder folder) throws Failure {
        var volumes = new EnumMap<Volume, Folder>(Volume.class);
        try {
            boolean disk = TreeLayout.of(folder) == Layout.DISK;
            for (var volume : Volume.survivingResume()) {
                var name = TreeLayout.folderName(volume);
                if (disk && folder.stat(name).isPresent()) volumes.put(volume, folder.folder(name));
            }
            if (!disk) volumes.put(Volume.WORKSPACE, folder);
            return volumes;
        } catch (FileFault fault) {
            volumes.values().forEach(Folder::close);
            throw fault.asFailure(fault.subject());
        }
    }
}
