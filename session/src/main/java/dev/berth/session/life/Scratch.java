package dev.berth.session.life;

import dev.berth.disk.tree.Removal;
import dev.berth.durable.AtomicFile;
import dev.berth.durable.Errno;
import dev.berth.durable.FileFault;
import dev.berth.durable.Folder;
import dev.berth.durable.Name;
import dev.berth.failure.Failure;

import java.nio.file.Path;
import java.util.HexFormat;

/// A folder for one piece of work, below the node's `cache/scratch`. It goes when it is closed;
/// what a killed server left goes when the next one opens the node. Nothing in it is durable.
final class Scratch implements AutoCloseable {
    private static final int PRIVATE = 0700;
    private static final int NAME_BYTES = 12;
    private static final Name CACHE = Name.of("cache");
    private static final Name ALL = Name.of("scratch");

    private final Folder above;
    private final Name name;
    private final Folder folder;
    private final Path path;

    private Scratch(Folder above, Name name, Folder folder, Path path) {
        this.above = above;
        this.name = name;
        this.folder = folder;
        this.path = path;
    }

    static Scratch open(Station station) throws Failure {
        var bytes = new byte[NAME_BYTES];
        station.random().nextBytes(bytes);
        var name = Name.of(HexFormat.of().formatHex(bytes));
        var path = all(station).resolve(name.toString());
        try (var home = station.files().open(station.home())) {
            var above = AtomicFile.folders(home, PRIVATE, CACHE, ALL);
            try {
                above.makeFolder(name, PRIVATE);
                return new Scratch(above, name, above.folder(name), path);
            } catch (FileFault fault) {
                above.close();
                throw fault;
            }
        } catch (FileFault fault) {
            throw fault.asFailure(path.toString());
        }
    }

    private static Path all(Station station) {
        return station.home().resolve(CACHE.toString()).resolve(ALL.toString());
    }

    /// Removes what servers before left. The caller is the only one on the node.
    static void sweep(Station station) throws Failure {
        try (var all = station.files().open(all(station))) {
            new Removal().content(all);
        } catch (FileFault fault) {
            if (!fault.is(Errno.ENOENT)) throw fault.asFailure(all(station).toString());
        }
    }

    Path path() {
        return path;
    }

    Folder folder() {
        return folder;
    }

    /// A new, empty folder in it, for the caller to close.
    Folder make(String called) throws Failure {
        try {
            folder.makeFolder(Name.of(called), PRIVATE);
            return folder.folder(Name.of(called));
        } catch (FileFault fault) {
            throw fault.asFailure(path.resolve(called).toString());
        }
    }

    @Override
    public void close() {
        try {
            new Removal().content(folder);
            folder.close();
            above.removeFolder(name);
        } catch (FileFault left) {
            // The next start sweeps it.
            assert !left.subject().isEmpty();
        } finally {
            folder.close();
            above.close();
        }
    }
}
