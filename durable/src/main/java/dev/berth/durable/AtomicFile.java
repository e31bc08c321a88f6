package dev.berth.durable;

import dev.berth.durable.FileStat.Kind;
import dev.berth.failure.Failure;

import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.Optional;
import java.util.function.Predicate;

/// Files that are replaced whole: a reader sees the old bytes or the new ones, never a mix, and
/// whatever was acknowledged survives a power loss.
///
/// Every method that changes something returns only when the change is durable. The order is fixed:
/// a new file under a temporary name, its bytes, its sync, the rename, the sync of the folder. When
/// any step fails the caller is told, the old state stays and the temporary is removed; a failed
/// sync is final, since the kernel reports an error once and would call the next sync a success.
///
/// Safe for use by several threads; the last of several writers of one name wins.
public final class AtomicFile {
    /// Readable and writable by the owner alone.
    public static final int PRIVATE = 0600;

    private AtomicFile() {}

    /// Writes a [#PRIVATE] file, replacing what has the name; see [Staged#publish] on failures.
    public static void write(Folder folder, Name name, byte[] bytes) throws Failure {
        write(folder, name, bytes, PRIVATE);
    }

    /// Writes a file with exactly `mode`, replacing what has the name.
    public static void write(Folder folder, Name name, byte[] bytes, int mode) throws Failure {
        stage(folder, name, bytes, mode).publish();
    }

    /// Writes a new file; a [Failure.Conflict] when the name is taken by anything.
    public static void create(Folder folder, Name name, byte[] bytes, int mode) throws Failure {
        stage(folder, name, bytes, mode).publishNew();
    }

    /// Removes a file or a link; [Failure.NotFound] when there is none.
    public static void remove(Folder folder, Name name) throws Failure {
        try {
            folder.unlink(name);
        } catch (FileFault fault) {
            throw fault.asFailure(name.toString());
        }
        syncAfter("removed", folder, name);
    }

    /// All bytes of a regular file; refused when it holds more than `limitBytes`.
    public static byte[] read(Folder folder, Name name, int limitBytes) throws Failure {
        try {
            return bytes(folder, name, limitBytes);
        } catch (FileFault fault) {
            throw fault.asFailure(name.toString());
        }
    }

    /// As [#read], but empty when there is nothing of that name.
    public static Optional<byte[]> readIfThere(Folder folder, Name name, int limitBytes)
            throws Failure {
        try {
            return Optional.of(bytes(folder, name, limitBytes));
        } catch (FileFault fault) {
            if (fault.is(Errno.ENOENT)) return Optional.empty();
            throw fault.asFailure(name.toString());
        }
    }

    /// Opens `names[0]/names[1]/…` below `parent`, making what is missing with `mode`; the caller
    /// closes the folder that comes back, `parent` stays open. A link on the way is refused.
    ///
    /// On return the whole chain is durable. The parent is synced also when its sub-folder was
    /// there: whoever made it may have been killed before its own sync, and nothing tells.
    public static Folder folders(Folder parent, int mode, Name... names) throws Failure {
        if (names.length == 0) throw new IllegalArgumentException("no names");
        Folder first;
        try {
            first = folder(parent, mode, names[0]);
        } catch (FileFault fault) {
            throw fault.asFailure(names[0].toString());
        }
        if (names.length == 1) return first;
        try (first) {
            return folders(first, mode, Arrays.copyOfRange(names, 1, names.length));
        }
    }

    /// Writes `bytes` under a temporary name and syncs them; the caller publishes or discards.
    public static Staged stage(Folder folder, Name name, byte[] bytes, int mode) throws Failure {
        return stage(folder, name, mode, file -> file.writeFully(MemorySegment.ofArray(bytes), 0));
    }

    /// As above, for what is written piece by piece. Whatever `content` throws ends the staging.
    public static Staged stage(Folder folder, Name name, int mode, Content content) throws Failure {
        return stage(new Staging(folder, name, _ -> {}), mode, content);
    }

    /// As the first, for callers who must know the temporary name before there is such a file.
    public static Staged stage(
            Folder folder, Name name, byte[] bytes, int mode, Announced announced) throws Failure {
        return stage(
                new Staging(folder, name, announced),
                mode,
                file -> file.writeFully(MemorySegment.ofArray(bytes), 0));
    }

    private static Staged stage(Staging staging, int mode, Content content) throws Failure {
        try {
            return staging.run(mode, content);
        } catch (FileFault fault) {
            throw fault.asFailure(staging.name().toString());
        }
    }

    /// Whether `name` looks like the temporary of some write, to be left out of listings.
    public static boolean isTemporary(Name name) {
        return TemporaryName.matches(name);
    }

    /// Removes what killed writers left in `folder`, and returns how many files that were.
    ///
    /// A name alone does not tell a leftover from the file of a writer at work, so the caller must
    /// know that there is none, in this process or another: it holds the lock under which this
    /// folder is written. Where that is not so, nothing is damaged, but the writer whose temporary
    /// vanished is told that its write failed.
    public static int sweepTemporaries(Folder folder) throws Failure {
        return sweep(folder, TemporaryName::matches);
    }

    /// As above, for the temporaries of `name` alone: the caller excludes other writers of `name`.
    public static int sweepTemporaries(Folder folder, Name name) throws Failure {
        return sweep(folder, candidate -> TemporaryName.matches(candidate, name));
    }

    /// Hears the temporary name of a file that is about to be made; by a failure it keeps it from
    /// being made.
    public interface Announced {
        void as(Name temporary) throws Failure;
    }

    /// What goes into a file.
    public interface Content {
        void writeTo(OpenFile file) throws FileFault, Failure;
    }

    /// The change of `name` is visible; when this fails it is not known to be durable.
    static void syncAfter(String done, Folder folder, Name name) throws Failure {
        try {
            folder.sync();
        } catch (FileFault fault) {
            throw new Failure.Unavailable(
                            "%s: %s, but a power loss may undo that: %s"
                                    .formatted(name, done, fault.errno().meaning()),
                            "check the disk, then do it again")
                    .because(fault);
        }
    }

    private static Folder folder(Folder parent, int mode, Name name) throws FileFault {
        try {
            parent.makeFolder(name, mode);
        } catch (FileFault fault) {
            if (!fault.is(Errno.EEXIST)) throw fault;
        }
        Folder made = parent.folder(name);
        try {
            parent.sync();
            return made;
        } catch (FileFault fault) {
            made.close();
            throw fault;
        }
    }

    private static byte[] bytes(Folder folder, Name name, int limitBytes) throws FileFault {
        try (var file = folder.read(name)) {
            return file.readAll(limitBytes);
        }
    }

    private static int sweep(Folder folder, Predicate<Name> leftover) throws Failure {
        int swept = 0;
        try {
            for (var entry : folder.list()) {
                if (entry.kind() != Kind.FILE || !leftover.test(entry.name())) continue;
                folder.unlink(entry.name());
                swept++;
            }
        } catch (FileFault fault) {
            throw fault.asFailure("a leftover temporary file");
        }
        return swept;
    }
}
