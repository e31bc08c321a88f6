package dev.berth.cli.disk;

import dev.berth.cli.Given;
import dev.berth.cli.Spec;
import dev.berth.cli.World;
import dev.berth.disk.Disk;
import dev.berth.disk.DiskFiles;
import dev.berth.disk.Volume;
import dev.berth.disk.sqlite.SqliteFiles;
import dev.berth.disk.tree.TreeDisk;
import dev.berth.durable.Errno;
import dev.berth.durable.FileFault;
import dev.berth.failure.Failure;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/// Where disks are, as the user names them.
final class Opened {
    static final String DISK = "DISK";
    static final String DISK_HELP = "a disk: a .sqlite file or a folder";

    private static final Duration PATIENCE = Duration.ofSeconds(5);
    private static final int MOST_HANDS = 4;
    private static final List<String> FILE_ENDINGS = List.of(".sqlite", ".sqlite3", ".db");

    private Opened() {}

    static DiskFiles files(World world) {
        return new SqliteFiles(world.files(), world.clock(), PATIENCE);
    }

    /// How many threads make files: beyond a few they only wait for one another in the kernel.
    static int hands() {
        return Math.clamp(Runtime.getRuntime().availableProcessors(), 1, MOST_HANDS);
    }

    static Disk disk(Given given, World world) throws Failure {
        Path path = path(world, given.text(DISK));
        return isFolder(world, path)
                ? TreeDisk.open(world.files(), path, world.clock(), files(world))
                : files(world).open(path);
    }

    static Spec volume(Spec spec) {
        return spec.choice(
                "--volume",
                "VOLUME",
                "one of " + Volume.choices(),
                Volume.WORKSPACE.label(),
                Stream.of(Volume.values()).map(Volume::label).toList());
    }

    static Volume volume(Given given) throws Failure {
        return Volume.parse(given.text("--volume"));
    }

    static boolean isFolder(World world, Path path) throws Failure {
        try {
            world.files().open(path).close();
            return true;
        } catch (FileFault fault) {
            if (fault.is(Errno.ENOENT) || fault.is(Errno.ENOTDIR)) return false;
            throw fault.asFailure(path.toString());
        }
    }

    /// The form of a disk that is to be made: what is there already decides, else the name does.
    static boolean becomesTree(World world, String typed) throws Failure {
        if (typed.endsWith("/") || isFolder(world, world.path(typed))) return true;
        String folded = typed.toLowerCase(Locale.ROOT);
        return FILE_ENDINGS.stream().noneMatch(folded::endsWith);
    }

    /// A new folder takes the place of an empty one, and whoever is in that is left nowhere.
    static void refuseHere(World world, Path path) throws Failure {
        if (!path.equals(world.folder().normalize())) return;
        throw new Failure.Refused(
                path + " is the folder that you are in", "name one beside it or in it");
    }

    /// Where the disk that was typed lies. One in RAM begins and ends with a command, so that none
    /// makes sense here.
    static Path path(World world, String typed) throws Failure {
        if (!typed.equals(":memory:")) return world.path(typed);
        throw new Failure.Refused(
                "a disk in RAM would be gone with this command", "name a file or a folder");
    }
}
