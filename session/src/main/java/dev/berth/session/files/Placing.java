package dev.berth.session.files;

import dev.berth.disk.Volume;
import dev.berth.durable.AtomicFile;
import dev.berth.durable.Errno;
import dev.berth.durable.FileFault;
import dev.berth.durable.FileStat;
import dev.berth.durable.Folder;
import dev.berth.durable.Name;
import dev.berth.failure.Failure;
import dev.berth.session.files.Incoming.Waiting;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// Puts files that wait into a volume, and takes others out of it.
///
/// What is done is durable on return, permissions too. One file is there or not, by its rename; of
/// several all are or none, with the folders made for them, whatever happens on the way: a plan
/// that says how to take them back is durable before the first is placed, and removed when all of
/// them are ([Incoming#recover] for what a killed server left). On failure the volume is as it was,
/// but where the sync of a single name failed: that may be changed already.
///
/// `tree` is the open tree of a session, and `address` says where that lies below `sessions`.
public record Placing(Incoming incoming, Folder tree, String address) {
    private static final int FOLDER_MODE = 0755;
    private static final int PERMISSIONS = 0777;
    private static final int READ = 0444;

    /// A file that waits, where it goes, and whether it may be executed there.
    public record Placed(FilePath path, Waiting file, boolean executable) {
        /// What may be read may be executed too.
        int mode(int known) {
            return executable ? known | (known & READ) >> 2 : known;
        }
    }

    /// Makes a change true that is in place and durable; when it fails the change is taken back,
    /// unless that is left undecided ([Incoming#leaveUndecided]).
    public interface Commit {
        /// What is in place is true.
        Commit NONE = () -> {};

        void run() throws Failure;

        /// Whether a mark tells, after a kill, if the change is true ([Incoming#mark]). Without one
        /// a change that is in place stays when the server is killed.
        default boolean isMarked() {
            return true;
        }
    }

    /// A commit of what is true as soon as it is in place, unless it fails.
    public static Commit unmarked(Commit commit) {
        return new Commit() {
            @Override
            public void run() throws Failure {
                commit.run();
            }

            @Override
            public boolean isMarked() {
                return false;
            }
        };
    }

    /// Puts files into their places; those of that name are replaced and keep their permissions.
    public void place(Volume volume, List<Placed> files, Commit commit) throws Failure {
        try (var top = AtomicFile.folders(tree, FOLDER_MODE, Name.of(volume.label()))) {
            var way = new Way(top);
            var plan = plan(way, address + "/" + volume.label(), files);
            boolean marked = !commit.equals(Commit.NONE) && commit.isMarked();
            boolean many = plan.steps() > 1 || marked;
            try {
                settle(plan);
                if (many || !commit.equals(Commit.NONE)) plan.keep(incoming.folder(), way);
                if (many) plan.write(incoming.folder());
                var touched = move(way, plan);
                for (var folder : touched) way.within(folder, each -> sync(each));
                if (many && !marked) plan.remove(incoming.folder());
                commit.run();
            } catch (FileFault | Failure failure) {
                if (!incoming.isUndecided()) plan.undo(incoming.folder(), way, failure);
                throw failure;
            }
            if (marked) drop(plan);
        } catch (FileFault fault) {
            throw fault.asFailure("a file of the session");
        }
    }

    /// The change is true, and its mark says so: a plan that stays does no harm.
    private void drop(Plan plan) {
        try {
            plan.remove(incoming.folder());
        } catch (Failure stays) {
            assert !stays.what().isEmpty();
        }
    }

    private static boolean sync(Folder folder) throws FileFault {
        folder.sync();
        return true;
    }

    /// Looks at what is there before anything is changed.
    private Plan plan(Way way, String place, List<Placed> files) throws FileFault, Failure {
        var places = new ArrayList<Plan.Place>();
        Set<FilePath> folders = new LinkedHashSet<>();
        for (var file : files) {
            folders.addAll(missing(way, file.path()));
            var there = there(way, file.path());
            boolean folder = there.filter(FileStat::isFolder).isPresent();
            if (folder) throw Absence.folderThere(file.path());
            int mode =
                    there.filter(FileStat::isFile)
                            .map(stat -> stat.mode() & PERMISSIONS)
                            .orElse(Incoming.FILE_MODE);
            var waiting = file.file().name();
            long inode = incoming.folder().stat(waiting).map(FileStat::inode).orElse(0L);
            places.add(
                    new Plan.Place(
                            file.path(),
                            waiting,
                            inode,
                            file.file().hash(),
                            there.isPresent(),
                            file.mode(mode)));
        }
        return new Plan(place, places, List.copyOf(folders), Optional.empty());
    }

    private static Optional<FileStat> there(Way way, FilePath path) throws FileFault, Failure {
        return way.ifThere(path.parent(), folder -> folder.stat(path.name()));
    }

    /// The folders above `path` that are not there yet, outermost first.
    private static List<FilePath> missing(Way way, FilePath path) throws FileFault, Failure {
        for (int count = 1; count < path.names().size(); count++) {
            var above = path.first(count);
            var there = there(way, above);
            if (there.isEmpty()) {
                var missing = new ArrayList<FilePath>();
                for (int i = count; i < path.names().size(); i++) missing.add(path.first(i));
                return missing;
            }
            if (!there.get().isFolder()) throw Absence.inTheWay(above, path);
        }
        return List.of();
    }

    /// Gives waiting files the permissions that they are to have, durably.
    private void settle(Plan plan) throws FileFault {
        for (var place : plan.places()) {
            if (place.mode() == Incoming.FILE_MODE) continue;
            try (var file = incoming.folder().write(place.waiting())) {
                incoming.folder().setMode(place.waiting(), place.mode());
                file.sync();
            }
        }
    }

    /// Answers the folders whose names have changed, which are not synced yet.
    private Set<FilePath> move(Way way, Plan plan) throws FileFault, Failure {
        Set<FilePath> touched = new LinkedHashSet<>();
        for (var folder : plan.folders()) {
            way.within(folder.parent(), in -> made(in, folder.name()));
            touched.add(folder.parent());
        }
        for (var place : plan.places()) {
            way.within(place.path().parent(), in -> moved(place, in));
            touched.add(place.path().parent());
        }
        return touched;
    }

    private boolean moved(Plan.Place place, Folder in) throws FileFault {
        incoming.folder().rename(place.waiting(), in, place.path().name());
        return true;
    }

    private static boolean made(Folder in, Name name) throws FileFault {
        try {
            in.makeFolder(name, FOLDER_MODE);
        } catch (FileFault fault) {
            // The agent was quicker.
            if (!fault.is(Errno.EEXIST)) throw fault;
        }
        return true;
    }

    /// Takes an entry away; a folder with something in it only `whole`, and then all of it at once.
    public void remove(Volume volume, FilePath path, boolean whole, Commit commit) throws Failure {
        try (var top = AtomicFile.folders(tree, FOLDER_MODE, Name.of(volume.label()))) {
            var way = new Way(top);
            if (commit.equals(Commit.NONE)) {
                way.within(path.parent(), in -> removed(in, path, whole));
                return;
            }
            var plan =
                    new Plan(
                            address + "/" + volume.label(),
                            List.of(),
                            List.of(),
                            Optional.of(path));
            way.within(path.parent(), in -> removable(in, path, whole));
            if (commit.isMarked()) plan.write(incoming.folder());
            try {
                way.within(path.parent(), in -> putAside(in, path.name()));
                commit.run();
            } catch (FileFault | Failure failure) {
                if (!incoming.isUndecided()) plan.undo(incoming.folder(), way, failure);
                throw failure;
            }
            if (commit.isMarked()) drop(plan);
        } catch (FileFault fault) {
            if (Way.leadsNowhere(fault)) throw Absence.of(path);
            if (fault.is(Errno.ENOTEMPTY)) throw Absence.notEmpty(path);
            throw fault.asFailure(path.toString());
        }
    }

    private boolean removed(Folder in, FilePath path, boolean whole) throws FileFault, Failure {
        var stat = in.stat(path.name());
        if (stat.isEmpty()) throw Absence.of(path);
        take(in, path.name(), stat.get(), whole);
        return sync(in);
    }

    private static boolean removable(Folder in, FilePath path, boolean whole)
            throws FileFault, Failure {
        var stat = in.stat(path.name());
        if (stat.isEmpty()) throw Absence.of(path);
        if (!stat.get().isFolder() || whole) return true;
        try (var folder = in.folder(path.name())) {
            if (!folder.list().isEmpty()) throw Absence.notEmpty(path);
        }
        return true;
    }

    private boolean putAside(Folder in, Name name) throws FileFault {
        in.rename(name, incoming.folder(), Plan.REMOVED);
        incoming.folder().sync();
        return sync(in);
    }

    private void take(Folder in, Name name, FileStat stat, boolean whole) throws FileFault {
        if (!stat.isFolder()) in.unlink(name);
        else if (whole) in.rename(name, incoming.folder(), Plan.REMOVED);
        else in.removeFolder(name);
    }
}
