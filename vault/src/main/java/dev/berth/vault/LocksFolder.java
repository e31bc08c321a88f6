package dev.berth.vault;

import dev.berth.durable.ContentHash;
import dev.berth.durable.Errno;
import dev.berth.durable.FileFault;
import dev.berth.durable.FileLayer;
import dev.berth.durable.Folder;
import dev.berth.durable.Name;
import dev.berth.failure.Failure;

import java.lang.foreign.MemorySegment;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Optional;

/// Where the locks of all vaults lie: `agentm/locks` in the user's cache folder, outside every
/// vault, since a lock within would itself be synced. Each vault has a folder there, named by the
/// SHA-256 of its real path; other programs of the protocol go by the same name.
public record LocksFolder(FileLayer files, Path path) {
    static final Name LOCK = Name.of("lock");
    // For people who look at the locks: a hash alone tells nobody which vault it is.
    private static final Name VAULT = Name.of("vault");
    private static final int MAXIMAL_BYTES = 16 * 1024;

    /// `cache` is the user's cache folder: `$XDG_CACHE_HOME`, else `~/.cache`.
    public static LocksFolder in(FileLayer files, Path cache) {
        return new LocksFolder(files, cache.resolve("agentm").resolve("locks"));
    }

    static Name nameOf(Path vault) {
        return Name.of(ContentHash.of(bytes(vault)).hex());
    }

    /// The folder of one vault's lock, made if need be. `vault` is a real path.
    Folder of(Path vault) throws Failure {
        if (reallyAt(path).startsWith(vault)) {
            throw new Failure.Refused(
                    "the folder for locks, %s, lies in the vault %s".formatted(path, vault),
                    "point XDG_CACHE_HOME at a folder that is not synced");
        }
        var name = nameOf(vault);
        try (var locks = open(path)) {
            var folder = made(locks, name);
            try {
                label(folder, vault);
                return folder;
            } catch (FileFault fault) {
                folder.close();
                throw fault;
            }
        } catch (FileFault fault) {
            throw unusable(fault);
        }
    }

    /// Which vault a folder's lock is for, where one of us has used it before.
    static Optional<String> vaultOf(Folder folder) {
        try (var file = folder.read(VAULT)) {
            return Optional.of(
                    new String(file.readAll(MAXIMAL_BYTES), StandardCharsets.UTF_8).strip());
        } catch (FileFault unlabelled) {
            return Optional.empty();
        }
    }

    Failure unusable(FileFault fault) {
        return new Failure.Unavailable(
                        "the folder for locks, %s: %s".formatted(path, fault.errno().meaning()),
                        "make it usable, or point XDG_CACHE_HOME at a folder that is")
                .because(fault);
    }

    /// The lock of one vault cannot be taken, and not because somebody has it.
    Failure unusable(Path vault, Failure why) {
        return new Failure.Unavailable(
                        "the lock of a vault, %s: %s"
                                .formatted(path.resolve(nameOf(vault).toString()), why.what()),
                        why.advice())
                .because(why);
    }

    /// Where it is or would be made, all links followed.
    private Path reallyAt(Path folder) {
        try {
            return files.realPath(folder);
        } catch (FileFault missing) {
            Path above = folder.getParent();
            return above == null
                    ? folder
                    : reallyAt(above).resolve(String.valueOf(folder.getFileName()));
        }
    }

    private Folder open(Path folder) throws FileFault {
        try {
            return files.open(folder);
        } catch (FileFault fault) {
            Path above = folder.getParent();
            if (!fault.is(Errno.ENOENT) || above == null) throw fault;
            try (var parent = open(above)) {
                return made(parent, Name.of(String.valueOf(folder.getFileName())));
            }
        }
    }

    // Not synced: a lock that a power loss takes away was held by nobody who lives.
    private static Folder made(Folder parent, Name name) throws FileFault {
        try {
            return parent.folder(name);
        } catch (FileFault fault) {
            if (!fault.is(Errno.ENOENT)) throw fault;
        }
        try {
            parent.makeFolder(name, 0700);
        } catch (FileFault fault) {
            if (!fault.is(Errno.EEXIST)) throw fault;
        }
        return parent.folder(name);
    }

    /// One that is too short was cut short: by a kill, or for want of room.
    private static void label(Folder folder, Path vault) throws FileFault {
        byte[] label = bytes(vault);
        var there = folder.stat(VAULT);
        if (there.filter(stat -> !stat.isFile() || stat.size() >= label.length).isPresent()) return;
        try (var file = there.isPresent() ? folder.write(VAULT) : folder.create(VAULT, 0600)) {
            file.writeFully(MemorySegment.ofArray(label), 0);
        } catch (FileFault fault) {
            if (!fault.is(Errno.EEXIST)) throw fault;
        }
    }

    private static byte[] bytes(Path path) {
        return path.toString().getBytes(StandardCharsets.UTF_8);
    }
}
