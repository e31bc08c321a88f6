package dev.berth.disk.tree;

import dev.berth.disk.DiskEntry;
import dev.berth.disk.EntrySink;
import dev.berth.disk.Layout;
import dev.berth.disk.Tally;
import dev.berth.disk.Volume;
import dev.berth.disk.VolumePath;
import dev.berth.disk.git.GitNames;
import dev.berth.durable.Errno;
import dev.berth.durable.FileFault;
import dev.berth.durable.Folder;
import dev.berth.durable.Name;
import dev.berth.failure.Failure;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// Lets git's own folders come last into a tree that is in use, each whole, by one rename: half of
/// one could not be told from a repository of somebody else's, which nothing is written into. Those
/// that are there already stay as they are; the [Obstacles] have found nothing new for them.
/// Everything else goes to `rest` at once.
public final class RepositoriesLast implements EntrySink, AutoCloseable {
    private static final int FOLDER_MODE = 0755;

    private final Folder root;
    private final Layout layout;
    private final Folder held;
    private final TreeWriter writer;
    private final EntrySink rest;
    private final Map<List<Name>, Boolean> seen = new HashMap<>();
    private Tally taken = Tally.NOTHING;

    /// `held` is an empty folder on the file system of `root`, closed with this.
    public RepositoriesLast(Folder root, Layout layout, Folder held, EntrySink rest) {
        this.root = root;
        this.layout = layout;
        this.held = held;
        this.writer = new TreeWriter(held, layout, Arrival.IN_NEW);
        this.rest = rest;
    }

    @Override
    public void take(Volume volume, DiskEntry entry, byte[] content) throws Failure {
        var repository = repository(volume, entry.path());
        if (repository.isEmpty()) {
            rest.take(volume, entry, content);
            return;
        }
        if (!isThere(repository, entry.path())) writer.take(volume, entry, content);
        taken = taken.and(TreeWriter.tally(entry, content));
    }

    /// The way to the first name on `path` that is git's own; empty when there is none.
    private List<Name> repository(Volume volume, VolumePath path) {
        var names = path.names();
        for (int i = 0; i < names.size(); i++) {
            if (!GitNames.isGit(names.get(i).text().orElse(""))) continue;
            var way = new ArrayList<Name>();
            if (layout == Layout.DISK) way.add(TreeLayout.folderName(volume));
            way.addAll(names.subList(0, i + 1));
            return way;
        }
        return List.of();
    }

    private boolean isThere(List<Name> repository, VolumePath path) throws Failure {
        var known = seen.get(repository);
        if (known != null) return known;
        boolean there = false;
        try {
            var folder = above(root, repository, false);
            there = folder.stat(repository.getLast()).isPresent();
            leave(folder);
        } catch (FileFault fault) {
            if (!fault.is(Errno.ENOENT)) throw fault.asFailure(path.shown());
        }
        seen.put(repository, there);
        return there;
    }

    /// Shows the repositories that were built, and returns how much lies in all of them.
    public Tally finish() throws Failure {
        for (var one : seen.entrySet()) {
            if (!one.getValue()) show(one.getKey());
        }
        return taken;
    }

    private void show(List<Name> repository) throws Failure {
        try {
            var from = above(held, repository, false);
            var to = above(root, repository, true);
            from.renameNew(repository.getLast(), to, repository.getLast());
            leave(from);
            leave(to);
        } catch (FileFault fault) {
            throw fault.asFailure(repository.getLast().toString());
        }
    }

    /// The open folder that the last of `way` lies in, to be left with [#leave].
    private Folder above(Folder top, List<Name> way, boolean make) throws FileFault {
        var folder = top;
        for (var name : way.subList(0, way.size() - 1)) {
            var above = folder;
            try {
                if (make && above.stat(name).isEmpty()) above.makeFolder(name, FOLDER_MODE);
                folder = above.folder(name);
            } finally {
                leave(above);
            }
        }
        return folder;
    }

    private void leave(Folder folder) {
        if (!folder.equals(root) && !folder.equals(held)) folder.close();
    }

    @Override
    public void close() {
        writer.close();
        held.close();
    }
}
