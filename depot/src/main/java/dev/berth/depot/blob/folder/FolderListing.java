package dev.berth.depot.blob.folder;

import dev.berth.depot.blob.BlobName;
import dev.berth.depot.blob.BlobStore.Listed;
import dev.berth.durable.AtomicFile;
import dev.berth.durable.Errno;
import dev.berth.durable.FileFault;
import dev.berth.durable.Folder;
import dev.berth.durable.Name;
import dev.berth.failure.Failure;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/// What lies below a folder. A folder that cannot be read fails the whole listing; one that is not
/// there holds nothing.
record FolderListing(Folder root) {

    List<Listed> objects(String folder) throws Failure {
        if (!folder.isEmpty() && !folder.endsWith("/")) {
            throw new IllegalArgumentException("not a folder: " + folder);
        }
        var found = new ArrayList<Listed>();
        walk(
                folder.isEmpty() ? "" : folder.substring(0, folder.length() - 1),
                (path, entry) -> {
                    if (!entry.stat().isFile()) return;
                    var name = BlobName.parse(path);
                    if (name.isPresent()) found.add(new Listed(name.get(), entry.stat().size()));
                });
        // Not by Comparator.comparing, whose own function is linked at run time.
        found.sort((a, b) -> a.name().compareTo(b.name()));
        return List.copyOf(found);
    }

    boolean isMissing(String folder) throws Failure {
        var found = new boolean[1];
        var names = Spot.names(folder.substring(0, folder.length() - 1));
        try {
            descend(root, names, 0, _ -> found[0] = true);
        } catch (FileFault fault) {
            throw fault.asFailure("the depot's " + folder);
        }
        return !found[0];
    }

    Set<String> leftovers() throws Failure {
        var found = new TreeSet<String>();
        walk(
                "",
                (path, entry) -> {
                    if (entry.stat().isFile() && AtomicFile.isTemporary(entry.name())) {
                        found.add(path);
                    }
                });
        return Set.copyOf(found);
    }

    private interface Visitor {
        void visit(String path, Folder.Listed entry);
    }

    private void walk(String folder, Visitor visitor) throws Failure {
        try {
            descend(root, Spot.names(folder), 0, at -> below(at, folder, visitor));
        } catch (FileFault fault) {
            throw fault.asFailure(
                    "a listing of the depot's " + (folder.isEmpty() ? "root" : folder));
        }
    }

    private interface Arrival {
        void at(Folder folder) throws FileFault;
    }

    /// Goes down by these names, and nowhere when there is no such folder.
    private static void descend(Folder at, List<Name> names, int next, Arrival arrival)
            throws FileFault {
        if (next == names.size()) {
            arrival.at(at);
            return;
        }
        Folder down;
        try {
            down = at.folder(names.get(next));
        } catch (FileFault fault) {
            if (fault.is(Errno.ENOENT)) return;
            throw fault;
        }
        try (down) {
            descend(down, names, next + 1, arrival);
        }
    }

    private void below(Folder at, String path, Visitor visitor) throws FileFault {
        for (var entry : at.scan()) {
            var text = entry.name().text();
            if (text.isEmpty()) continue;
            String here = path.isEmpty() ? text.get() : path + "/" + text.get();
            if (entry.stat().isFolder()) {
                try (var down = at.folder(entry.name())) {
                    below(down, here, visitor);
                }
            } else {
                visitor.visit(here, entry);
            }
        }
    }
}
