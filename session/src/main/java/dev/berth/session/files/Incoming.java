package dev.berth.session.files;

import dev.berth.disk.tree.Removal;
import dev.berth.durable.AtomicFile;
import dev.berth.durable.ContentHash;
import dev.berth.durable.Errno;
import dev.berth.durable.FileFault;
import dev.berth.durable.FileLayer;
import dev.berth.durable.FileStat.Kind;
import dev.berth.durable.Folder;
import dev.berth.durable.Hasher;
import dev.berth.durable.Name;
import dev.berth.durable.OpenFile;
import dev.berth.failure.Failure;

import java.lang.foreign.MemorySegment;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.HexFormat;

/// Where files that come from outside wait until they are whole: a folder of its own below
/// `sessions/.incoming`, on the file system of the trees that they go to. Used by one thread.
public final class Incoming implements AutoCloseable {
    private static final Name SESSIONS = Name.of("sessions");
    // No tenant is called so.
    private static final Name INCOMING = Name.of(".incoming");

    /// The permissions of what waits; nobody else gets into the folder.
    static final int FILE_MODE = 0644;

    private static final int PIECE_BYTES = 1 << 17;

    private final Folder all;
    private final Folder own;
    private final Name name;
    private int count;
    private boolean undecided;

    private Incoming(Folder all, Folder own, Name name) {
        this.all = all;
        this.own = own;
        this.name = name;
    }

    /// Bytes that somebody sends.
    public interface Source {
        /// Reads some; -1 at the end.
        int read(byte[] into) throws Failure;
    }

    /// A file that is whole and synced, and nobody's yet.
    public record Waiting(Name name, long size, ContentHash hash) {}

    public static Incoming open(FileLayer files, Path home, SecureRandom random) throws Failure {
        var name = Name.of(HexFormat.of().toHexDigits(random.nextLong()));
        try (var root = files.open(home)) {
            var all = AtomicFile.folders(root, 0700, SESSIONS, INCOMING);
            try {
                return new Incoming(all, AtomicFile.folders(all, 0700, name), name);
            } catch (Failure failure) {
                all.close();
                throw failure;
            }
        } catch (FileFault fault) {
            throw fault.asFailure(home.toString());
        }
    }

    /// Whether the catalog has a checkpoint that was taken after a change of files below an
    /// address.
    public interface Entered {
        boolean has(String address, String checkpoint) throws Failure;
    }

    /// Ends what a killed server left: a change that was under way is taken back, unless its
    /// checkpoint is entered; all else is removed. For the one server of a home, before it does
    /// anything.
    public static void recover(FileLayer files, Path home, Entered entered) throws Failure {
        try (var root = files.open(home);
                var sessions = AtomicFile.folders(root, 0700, SESSIONS);
                var all = AtomicFile.folders(sessions, 0700, INCOMING)) {
            for (var entry : all.list()) {
                if (entry.kind() != Kind.FOLDER) continue;
                try (var left = all.folder(entry.name())) {
                    Plan.recover(left, sessions, entered);
                    new Removal().content(left);
                }
                all.removeFolder(entry.name());
            }
        } catch (FileFault fault) {
            throw fault.asFailure(home.resolve("sessions").toString());
        }
    }

    /// Takes all that `source` has.
    public Waiting take(Source source) throws Failure {
        var file = Name.of(Integer.toString(count++));
        try (var open = own.create(file, FILE_MODE)) {
            var hasher = new Hasher();
            long size = fill(open, source, hasher);
            open.sync();
            return new Waiting(file, size, hasher.hash());
        } catch (FileFault fault) {
            throw fault.asFailure("a file on its way in");
        }
    }

    private static long fill(OpenFile open, Source source, Hasher hasher)
            throws FileFault, Failure {
        byte[] piece = new byte[PIECE_BYTES];
        long size = 0;
        for (int got = source.read(piece); got >= 0; got = source.read(piece)) {
            open.writeFully(MemorySegment.ofArray(piece).asSlice(0, got), size);
            hasher.update(piece, 0, got);
            size += got;
        }
        return size;
    }

    Folder folder() {
        return own;
    }

    /// The change is true as soon as the catalog has this checkpoint; durable on return.
    public void mark(String checkpoint) throws Failure {
        AtomicFile.write(own, Plan.MARK, checkpoint.getBytes(StandardCharsets.UTF_8));
    }

    /// Nobody can say by now whether the change is true: the next server will.
    public void leaveUndecided() {
        undecided = true;
    }

    boolean isUndecided() {
        return undecided;
    }

    /// Removes what was not placed.
    @Override
    public void close() {
        try (all;
                own) {
            // A plan that could not be taken back waits for the next server.
            if (own.stat(Plan.FILE).isPresent()) return;
            new Removal().content(own);
            all.removeFolder(name);
        } catch (FileFault fault) {
            // It is swept when the next server begins.
            assert !fault.is(Errno.EINVAL);
        }
    }
}
