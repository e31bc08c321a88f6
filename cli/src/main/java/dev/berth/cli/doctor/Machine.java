package dev.berth.cli.doctor;

import dev.berth.cli.World;
import dev.berth.durable.FileFault;
import dev.berth.durable.FileStat;
import dev.berth.durable.Folder;
import dev.berth.durable.Place;
import dev.berth.durable.crypto.Aes256Gcm;
import dev.berth.failure.Failure;
import dev.berth.runner.resident.Program;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// What the machine has that Berth can use, and what works where it is missing.
final class Machine {
    private static final String WALLS = "bubblewrap";
    private static final String WITHOUT_WALLS =
            "without it agents run only in Docker or with --unsandboxed";
    private static final String WITHOUT_FUSE =
            "without it everything works; only a restore on demand would need it";

    private final World world;
    private final DockerEngine docker;
    private final Optional<Path> walls;

    /// `walls` is the bubblewrap that a runner would use.
    Machine(World world, DockerEngine docker, Optional<Path> walls) {
        this.world = world;
        this.docker = docker;
        this.walls = walls;
    }

    List<Finding> findings() {
        var findings = new ArrayList<Finding>();
        findings.add(java());
        findings.add(sqlite());
        findings.add(bubblewrap());
        findings.add(docker.finding());
        findings.add(
                program(
                        "git",
                        "git",
                        "without it everything works but `disk pack --git` and imports from git"));
        findings.add(libcrypto());
        findings.add(fuse());
        return findings;
    }

    private static Finding java() {
        return Finding.ok("java", Runtime.version() + ", " + System.getProperty("java.home"), "");
    }

    /// One that lies where only this terminal looks helps no server.
    private Finding bubblewrap() {
        if (walls.isPresent()) return Finding.ok(WALLS, walls.get().toString(), WITHOUT_WALLS);
        var elsewhere = onPath("bwrap");
        return elsewhere.isEmpty()
                ? Finding.absent(WALLS, "not installed", WITHOUT_WALLS)
                : Finding.absent(
                        WALLS,
                        elsewhere.get() + " is not where sandboxes look, " + Program.PATH,
                        "put a link to it there, such as in /usr/local/bin; " + WITHOUT_WALLS);
    }

    private Finding program(String name, String command, String without) {
        Optional<Path> found = onPath(command);
        return found.isPresent()
                ? Finding.ok(name, found.get().toString(), without)
                : Finding.absent(name, "not on the path", without);
    }

    private static Finding libcrypto() {
        String without = "without it depots are as safe, and short commands on them slower";
        return Aes256Gcm.isTheSystems()
                ? Finding.ok("libcrypto", "of OpenSSL 3, and it gives known answers", without)
                : Finding.absent(
                        "libcrypto", "no libcrypto.so.3: the JDK hashes and seals", without);
    }

    private Finding fuse() {
        return stat(Path.of("/dev/fuse")).isPresent()
                ? Finding.ok("fuse", "/dev/fuse", WITHOUT_FUSE)
                : Finding.absent("fuse", "no device", WITHOUT_FUSE);
    }

    // The launcher says where the library lies; a wrong place is not an error to the driver, which
    // then unpacks its own at every start.
    private Finding sqlite() {
        String folder = System.getProperty("org.sqlite.lib.path", "");
        String meaning = "without it every command that opens SQLite starts a good deal slower";
        if (folder.isEmpty()) {
            return Finding.absent("sqlite", "no library beside the program", meaning);
        }
        Path library = Path.of(folder, System.getProperty("org.sqlite.lib.name", ""));
        return stat(library).isPresent()
                ? Finding.ok("sqlite", library.toString(), meaning)
                : Finding.warning("sqlite", library + " is missing", meaning);
    }

    private Optional<Path> onPath(String command) {
        for (String folder : world.variable("PATH").orElse("").split(":", -1)) {
            if (folder.isEmpty()) continue;
            Path candidate = Path.of(folder).resolve(command);
            if (stat(candidate).isPresent()) return Optional.of(candidate);
        }
        return Optional.empty();
    }

    private Optional<FileStat> stat(Path path) {
        try {
            Place place = Place.of(path);
            try (Folder folder = world.files().open(place.folder())) {
                return folder.stat(place.name());
            }
        } catch (FileFault | Failure notThere) {
            return Optional.empty();
        }
    }
}
