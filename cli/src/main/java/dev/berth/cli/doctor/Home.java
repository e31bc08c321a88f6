package dev.berth.cli.doctor;

import dev.berth.cli.Shown;
import dev.berth.cli.World;
import dev.berth.durable.Errno;
import dev.berth.durable.FileFault;
import dev.berth.durable.FileStat;
import dev.berth.durable.Folder;
import dev.berth.failure.Failure;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/// The data folder: is it there, is it private, is there space, on what.
final class Home {
    private static final int OTHERS = 077;
    private static final long SCARCE = 1L << 30;

    private final World world;

    Home(World world) {
        this.world = world;
    }

    List<Finding> findings() throws Failure {
        Path data = world.dataFolder();
        var findings = new ArrayList<Finding>();
        try (Folder folder = world.files().open(data)) {
            findings.add(permissions(data, folder.stat()));
            findings.addAll(space(folder));
        } catch (FileFault fault) {
            if (!fault.is(Errno.ENOENT)) throw fault.asFailure("the data folder " + data);
            findings.add(
                    Finding.absent(
                            "data folder",
                            data + ", not there yet",
                            "it is made when first needed"));
            findings.addAll(spaceAbove(data));
        }
        findings.add(masterKey());
        return findings;
    }

    private static Finding permissions(Path data, FileStat stat) {
        String mode = String.format(Locale.ROOT, "%s, mode %04o", data, stat.mode());
        if ((stat.mode() & OTHERS) == 0) return Finding.ok("data folder", mode, "");
        return Finding.warning(
                "data folder", mode, "others can look into it; run: chmod 700 '" + data + "'");
    }

    private List<Finding> spaceAbove(Path data) throws Failure {
        for (Path at = data.getParent(); at != null; at = at.getParent()) {
            try (Folder folder = world.files().open(at)) {
                return space(folder);
            } catch (FileFault notThere) {
                // The next folder up will tell.
            }
        }
        return List.of();
    }

    private static List<Finding> space(Folder folder) throws Failure {
        try {
            Folder.Space space = folder.space();
            String free = Shown.bytes(space.freeBytes()) + " of " + Shown.bytes(space.totalBytes());
            return List.of(
                    space.freeBytes() >= SCARCE
                            ? Finding.ok("free space", free, "")
                            : Finding.warning(
                                    "free space", free, "little is left; checkpoints may fail"),
                    fileSystem(space.type()));
        } catch (FileFault fault) {
            throw fault.asFailure("the data folder's file system");
        }
    }

    private static Finding fileSystem(String type) {
        boolean remote = List.of("nfs", "smb", "cifs", "9p", "fuse").contains(type);
        if (!remote) return Finding.ok("file system", type, "");
        return Finding.warning(
                "file system",
                type,
                "SQLite and locks want a local file system; set BERTH_HOME to one");
    }

    private Finding masterKey() {
        return world.variable("BERTH_MASTER_KEY").isPresent()
                ? Finding.ok("master key", "from BERTH_MASTER_KEY (not shown)", "")
                : Finding.ok(
                        "master key", "a key file below the data folder, when first needed", "");
    }
}
