package dev.berth.cli.doctor;

import dev.berth.cli.ServerNote;
import dev.berth.cli.Shown;
import dev.berth.cli.World;
import dev.berth.durable.Errno;
import dev.berth.durable.FileFault;
import dev.berth.durable.FileStat;
import dev.berth.durable.Folder;
import dev.berth.durable.Place;
import dev.berth.failure.Failure;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/// The data folder: is it there or can it be made, is it private, is there space, on what. Every
/// way in which it can be wrong is a finding, so that the rest of the report is always given.
final class Home {
    private static final String NAME = "data folder";
    private static final String ELSEWHERE = "set BERTH_HOME to a folder that you can write";
    private static final int OTHERS = 077;
    private static final long SCARCE = 1L << 30;

    private final World world;
    private final List<Finding> findings = new ArrayList<>();
    private Optional<Path> path = Optional.empty();
    private boolean opened = true;
    private boolean unsandboxed;

    private Home(World world) {
        this.world = world;
    }

    static Home of(World world) {
        var home = new Home(world);
        try {
            Path data = world.dataFolder();
            home.path = Optional.of(data);
            home.look(data);
        } catch (Failure unknown) {
            home.cannot(unknown.what(), unknown.advice());
        }
        home.findings.add(home.masterKey());
        return home;
    }

    /// Where it is, or would be; empty when not even that can be told.
    Optional<Path> path() {
        return path;
    }

    /// Whether it could be opened, or is merely not there yet.
    boolean opened() {
        return opened;
    }

    /// Whether a server is at work that runs every process without a sandbox.
    boolean servesUnsandboxed() {
        return unsandboxed;
    }

    List<Finding> findings() {
        return findings;
    }

    private void look(Path data) {
        try (Folder folder = world.files().open(data)) {
            findings.add(permissions(data, folder.stat()));
            if (!folder.space().writable()) cannot(data + " is not writable", ELSEWHERE);
            space(folder);
            server(folder);
        } catch (FileFault fault) {
            if (fault.is(Errno.ENOENT)) lookAbove(data);
            else cannot(data + ": " + fault.errno().meaning(), ELSEWHERE);
        }
    }

    /// The server that has the folder now, with the warning that goes with it.
    private void server(Folder folder) {
        try {
            var note = ServerNote.ofRunning(folder, world);
            if (note.isEmpty()) return;
            unsandboxed = note.get().unsandboxed();
            String where = "%s, process %d".formatted(note.get().url(), note.get().pid());
            findings.add(
                    note.get().unsandboxed()
                            ? Finding.warning(
                                    "server",
                                    where + ", runs agents without a sandbox",
                                    "they can do all that its user can; start it without"
                                            + " --unsandboxed unless that is meant")
                            : Finding.ok("server", where, ""));
        } catch (Failure unreadable) {
            findings.add(Finding.warning("server", unreadable.what(), unreadable.advice()));
        }
    }

    private static Finding permissions(Path data, FileStat stat) {
        String mode = String.format(Locale.ROOT, "%s, mode %04o", data, stat.mode());
        if ((stat.mode() & OTHERS) == 0) return Finding.ok(NAME, mode, "");
        return Finding.warning(
                NAME, mode, "others can look into it; run: chmod 700 '" + data + "'");
    }

    // Not there yet: the nearest folder that is must let it be made.
    private void lookAbove(Path data) {
        for (Path at = data; at != null; at = at.getParent()) {
            try (Folder folder = world.files().open(at)) {
                if (folder.space().writable()) findings.add(notYet(data));
                else cannot(data + " cannot be made: " + at + " is not writable", ELSEWHERE);
                space(folder);
                return;
            } catch (FileFault fault) {
                if (fault.is(Errno.ENOENT) && !dangling(at)) continue;
                cannot(data + " cannot be made: " + at + ": " + meaning(fault), ELSEWHERE);
                return;
            }
        }
    }

    // A name that is there and leads nowhere.
    private boolean dangling(Path at) {
        try {
            Place place = Place.of(at);
            try (Folder above = world.files().open(place.folder())) {
                return above.stat(place.name()).isPresent();
            }
        } catch (FileFault | Failure notThere) {
            return false;
        }
    }

    private static String meaning(FileFault fault) {
        return fault.is(Errno.ENOENT) ? "a link to nothing" : fault.errno().meaning();
    }

    private static Finding notYet(Path data) {
        return Finding.absent(NAME, data + ", not there yet", "it is made when first needed");
    }

    private void cannot(String what, String advice) {
        opened = false;
        findings.add(Finding.warning(NAME, what, advice));
    }

    private void space(Folder folder) throws FileFault {
        Folder.Space space = folder.space();
        String free = Shown.bytes(space.freeBytes()) + " of " + Shown.bytes(space.totalBytes());
        findings.add(
                space.freeBytes() >= SCARCE
                        ? Finding.ok("free space", free, "")
                        : Finding.warning(
                                "free space", free, "little is left; checkpoints may fail"));
        findings.add(fileSystem(space.type()));
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
        Optional<String> given = world.variable("BERTH_MASTER_KEY");
        if (given.isEmpty()) {
            return Finding.ok(
                    "master key", "a key file below the data folder, when first needed", "");
        }
        return given.get().matches("[0-9a-fA-F]{64}")
                ? Finding.ok("master key", "from BERTH_MASTER_KEY (not shown)", "")
                : Finding.warning(
                        "master key",
                        "BERTH_MASTER_KEY is set and is no key (not shown)",
                        "set it to 64 hex digits, or unset it");
    }
}
