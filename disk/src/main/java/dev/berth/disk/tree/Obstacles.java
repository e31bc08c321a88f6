package dev.berth.disk.tree;

import dev.berth.disk.DiskEntry;
import dev.berth.disk.EntryKind;
import dev.berth.disk.EntrySink;
import dev.berth.disk.Layout;
import dev.berth.disk.Volume;
import dev.berth.disk.VolumePath;
import dev.berth.disk.git.GitNames;
import dev.berth.durable.Errno;
import dev.berth.durable.FileFault;
import dev.berth.durable.FileStat;
import dev.berth.durable.Folder;
import dev.berth.durable.Name;
import dev.berth.failure.Failure;

import java.util.HashSet;
import java.util.Optional;
import java.util.Set;

/// Looks for what would stop entries on their way into a tree that is in use, before the first of
/// them is written: things of another kind in their places, and a repository whose hooks and
/// settings they would replace. A repository that already has them all is no obstacle.
public final class Obstacles implements EntrySink, AutoCloseable {
    private static final Name GIT = Name.of(".git");

    private final Folder root;
    private final Layout layout;
    private final Set<String> absent = new HashSet<>();
    private Optional<Folder> at = Optional.empty();
    private String atPath = "";
    private boolean atRepository;

    public Obstacles(Folder root, Layout layout) {
        this.root = root;
        this.layout = layout;
    }

    @Override
    public void take(Volume volume, DiskEntry entry, byte[] content) throws Failure {
        try {
            var there = folder(volume, entry.path());
            if (there.isEmpty()) return;
            var name = Name.of(entry.path().name());
            var stat = there.get().stat(name);
            if (atRepository || isRepository(there.get(), name, volume, entry.path())) {
                if (stat.isEmpty() || !isSame(stat.get(), entry)) {
                    throw repository(name, volume, entry.path());
                }
                return;
            }
            boolean folder = entry.kind() == EntryKind.FOLDER;
            if (stat.isPresent() && stat.get().isFolder() != folder) {
                throw TreeWriter.inTheWay(volume, entry.path());
            }
        } catch (FileFault fault) {
            throw TreeWriter.refusal(fault, volume, entry.path());
        }
    }

    /// Whether it is what an earlier call put there, as far as can be told without reading it. It
    /// is left as it is, so that nothing depends on that.
    private static boolean isSame(FileStat stat, DiskEntry entry) {
        boolean kind =
                switch (entry.kind()) {
                    case FOLDER -> stat.isFolder();
                    case LINK -> stat.isLink();
                    case FILE, EXECUTABLE -> stat.isFile();
                };
        if (!kind || entry.kind() == EntryKind.FOLDER) return kind;
        return stat.size() == entry.size()
                && stat.modifiedSeconds() == entry.modifiedSeconds()
                && stat.modifiedNanos() == entry.modifiedNanos();
    }

    /// The folder that `path` lies in; empty when it is not there yet.
    private Optional<Folder> folder(Volume volume, VolumePath path) throws FileFault, Failure {
        String parent = volume.label() + path.folder();
        if (absent.contains(parent)) {
            atRepository = false;
            return Optional.empty();
        }
        if (at.isPresent() && atPath.equals(parent)) return at;
        leave();
        var found = descend(volume, path);
        if (found.isEmpty()) absent.add(parent);
        at = found;
        atPath = parent;
        return found;
    }

    private Optional<Folder> descend(Volume volume, VolumePath path) throws FileFault, Failure {
        var names = path.names();
        Folder above = root;
        atRepository = false;
        try {
            if (layout == Layout.DISK) above = next(above, TreeLayout.folderName(volume));
            for (int i = 0; i < names.size() - 1; i++) {
                if (isRepository(above, names.get(i), volume, path)) atRepository = true;
                above = next(above, names.get(i));
            }
            return Optional.of(above);
        } catch (FileFault fault) {
            close(above);
            if (atRepository) throw repository(GIT, volume, path);
            if (fault.is(Errno.ENOENT)) return Optional.empty();
            throw fault;
        } catch (Failure refused) {
            close(above);
            throw refused;
        }
    }

    private Folder next(Folder above, Name name) throws FileFault {
        Folder below = above.folder(name);
        close(above);
        return below;
    }

    /// Whether `name` is a repository that is there; one that only some systems take for it is
    /// refused.
    private static boolean isRepository(Folder in, Name name, Volume volume, VolumePath path)
            throws FileFault, Failure {
        if (!GitNames.isGit(name.text().orElse("")) || in.stat(GIT).isEmpty()) return false;
        if (!name.equals(GIT)) throw repository(name, volume, path);
        return true;
    }

    private static Failure repository(Name name, Volume volume, VolumePath path) {
        return new Failure.Refused(
                "%s%s would change the git repository that is there"
                        .formatted(volume.label(), path.shown()),
                "unpack into a new folder, or remove %s from the disk".formatted(name));
    }

    /// What lies where `volume` belongs must be a folder, whether or not anything goes into it.
    public void refuseInPlaceOf(Volume volume) throws Failure {
        if (layout == Layout.FOLDER) return;
        try {
            var stat = root.stat(TreeLayout.folderName(volume));
            if (stat.isEmpty() || stat.filter(FileStat::isFolder).isPresent()) return;
            throw new Failure.Refused(
                    volume.label() + " is there and is no folder",
                    "move it away, or unpack into an empty folder");
        } catch (FileFault fault) {
            throw fault.asFailure(volume.label());
        }
    }

    private void close(Folder folder) {
        if (!folder.equals(root)) folder.close();
    }

    private void leave() {
        at.ifPresent(this::close);
        at = Optional.empty();
    }

    @Override
    public void close() {
        leave();
    }
}
