package dev.berth.disk.moving;

import dev.berth.disk.tree.Removal;
import dev.berth.durable.Errno;
import dev.berth.durable.FileFault;
import dev.berth.durable.FileLayer;
import dev.berth.durable.FileStat;
import dev.berth.durable.Folder;
import dev.berth.durable.Name;
import dev.berth.durable.OpenFile;
import dev.berth.durable.lock.Processes;
import dev.berth.failure.Failure;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/// A private folder beside a target, in which something is built before it is published by one
/// rename. It is removed on close; what a killed process left is removed by the next one that makes
/// a stage in the same folder.
public final class Stage implements AutoCloseable {
    /// What SQLite keeps beside a database while it is in use. One of these beside a new file would
    /// be taken for its own and replayed into it.
    private static final List<String> SIDECARS = List.of("-wal", "-shm", "-journal");

    private static final List<Errno> HARMLESS =
            List.of(Errno.ENOENT, Errno.ENOTEMPTY, Errno.EACCES, Errno.EPERM);
    private static final int PRIVATE_FOLDER = 0700;
    private static final int PRIVATE_FILE = 0600;
    private static final Name BUILT = Name.of("built");

    private final Path parentPath;
    private final Folder parent;
    private final Name target;
    private final Name own;
    private final Folder folder;

    private Stage(Path parentPath, Folder parent, Name target, Name own, Folder folder) {
        this.parentPath = parentPath;
        this.parent = parent;
        this.target = target;
        this.own = own;
        this.folder = folder;
    }

    /// Makes a stage beside `target`, whose folder must exist.
    public static Stage beside(FileLayer files, Path target) throws Failure {
        Path whole = target.toAbsolutePath().normalize();
        var parent = whole.getParent();
        var name = whole.getFileName();
        if (parent == null || name == null) {
            throw new Failure.Refused(target + " cannot be made", "name something below a folder");
        }
        return in(files, parent, Name.of(name.toString()));
    }

    /// Makes a stage inside `folder`, for bringing that very folder up to date.
    static Stage inside(FileLayer files, Path folder) throws Failure {
        return in(files, folder.toAbsolutePath().normalize(), Name.of("all"));
    }

    private static Stage in(FileLayer files, Path path, Name target) throws Failure {
        try {
            var parent = files.open(path);
            try {
                var processes = Processes.here(files);
                var naming = StageName.mine(processes);
                sweep(parent, naming, processes);
                Name own = naming.next();
                parent.makeFolder(own, PRIVATE_FOLDER);
                return new Stage(path, parent, target, own, parent.folder(own));
            } catch (FileFault fault) {
                parent.close();
                throw fault;
            }
        } catch (FileFault fault) {
            throw fault.asFailure(path.toString());
        }
    }

    private static void sweep(Folder parent, StageName naming, Processes processes)
            throws FileFault {
        for (var entry : parent.list()) {
            if (entry.kind() != FileStat.Kind.FOLDER || !StageName.matches(entry.name())) continue;
            var stat = parent.stat(entry.name());
            if (stat.isEmpty() || !naming.isLeftover(entry.name(), stat.get().uid(), processes)) {
                continue;
            }
            try {
                remove(parent, entry.name());
            } catch (FileFault fault) {
                // Another one of us is at it as well, or it is not ours to remove.
                if (HARMLESS.stream().noneMatch(fault::is)) throw fault;
            }
        }
    }

    /// The stage itself.
    public Folder folder() {
        return folder;
    }

    /// The folder that the stage and the target lie in.
    Folder parent() {
        return parent;
    }

    /// Where to build; nothing is there yet.
    public Path built() {
        return parentPath.resolve(own.toString()).resolve(BUILT.toString());
    }

    /// Makes the folder to build in, for the caller to close.
    public Folder builtFolder(int mode) throws Failure {
        try {
            folder.makeFolder(BUILT, mode);
            return folder.folder(BUILT);
        } catch (FileFault fault) {
            throw fault.asFailure(target.toString());
        }
    }

    /// Opens the folder that was built, for the caller to close.
    Folder openBuilt() throws FileFault {
        return folder.folder(BUILT);
    }

    /// Makes the file to build, for the caller to close.
    public OpenFile builtFile() throws Failure {
        try {
            return folder.create(BUILT, PRIVATE_FILE);
        } catch (FileFault fault) {
            throw fault.asFailure(target.toString());
        }
    }

    /// Whether `name` is that of a stage: work of somebody who is still at it, or was killed.
    public static boolean isStage(Name name) {
        return StageName.matches(name);
    }

    /// Whether something has the target's name.
    public boolean targetExists() throws Failure {
        try {
            return parent.stat(target).isPresent();
        } catch (FileFault fault) {
            throw fault.asFailure(target.toString());
        }
    }

    /// Whether something other than an empty folder has the target's name.
    public boolean targetHoldsSomething() throws Failure {
        try {
            var stat = parent.stat(target);
            if (stat.isEmpty()) return false;
            if (!stat.get().isFolder()) return true;
            try (var there = parent.folder(target)) {
                return !there.list().isEmpty();
            }
        } catch (FileFault fault) {
            throw fault.asFailure(target.toString());
        }
    }

    /// Makes the built file durable, then gives it the target's name, which must be free.
    public void publishNewFile(int mode) throws Failure {
        publishFile(mode, () -> folder.renameNew(BUILT, parent, target));
    }

    /// As above, in place of a file that has the name.
    void replaceFile(int mode) throws Failure {
        publishFile(mode, () -> folder.rename(BUILT, parent, target));
    }

    private void publishFile(int mode, Move move) throws Failure {
        try {
            refuseSidecars();
            try (var file = folder.write(BUILT)) {
                file.setMode(mode);
                file.sync();
            }
            move.run();
            parent.sync();
        } catch (FileFault fault) {
            throw taken(fault);
        }
    }

    /// Gives the built folder the target's name, in place of an empty folder if there is one, and
    /// makes that durable.
    public void publishFolder() throws Failure {
        showFolder();
        try {
            parent.sync();
        } catch (FileFault fault) {
            throw fault.asFailure(target.toString());
        }
    }

    /// As above, without waiting for the device: on many file systems that would be a wait for
    /// every file in the folder.
    void showFolder() throws Failure {
        try {
            folder.rename(BUILT, parent, target);
        } catch (FileFault fault) {
            throw taken(fault);
        }
    }

    private Failure taken(FileFault fault) {
        if (fault.is(Errno.EEXIST) || fault.is(Errno.ENOTEMPTY) || fault.is(Errno.ENOTDIR)) {
            return new Failure.Conflict(
                            target + " is already there",
                            "choose another name, or move it away first",
                            Map.of())
                    .because(fault);
        }
        return fault.asFailure(target.toString());
    }

    private void refuseSidecars() throws FileFault, Failure {
        for (String ending : SIDECARS) {
            // A name of the full length has no room for them; SQLite could not make them either.
            var name = Name.parse((text(target) + ending).getBytes(StandardCharsets.UTF_8));
            if (name.isPresent()
                    && name.get().length() <= 255
                    && parent.stat(name.get()).isPresent()) {
                throw new Failure.Conflict(
                        "%s is there: someone uses a database of that name, or was cut short"
                                .formatted(name.get()),
                        "let the other program end, or remove that file if there is none",
                        Map.of());
            }
        }
    }

    private static String text(Name name) {
        return name.text().orElseThrow();
    }

    @Override
    public void close() {
        folder.close();
        try {
            remove(parent, own);
        } catch (FileFault left) {
            // The next stage for this target sweeps it.
        }
        parent.close();
    }

    private static void remove(Folder parent, Name name) throws FileFault {
        try (var stage = parent.folder(name)) {
            new Removal().content(stage);
        }
        parent.removeFolder(name);
    }

    private interface Move {
        void run() throws FileFault;
    }
}
