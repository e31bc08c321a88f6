package dev.berth.depot.work;

import dev.berth.durable.FileFault;
import dev.berth.durable.Folder;
import dev.berth.durable.Name;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;

/// The open folders from a root down to where one thread is at work. Going on to a neighbour opens
/// one folder; whatever was swapped for a link meanwhile is not entered. Used by one thread.
public final class FolderChain implements AutoCloseable {
    /// Deeper ones are opened by their whole way.
    private static final int KEPT = 64;

    private final Folder root;
    private final Deque<Step> steps = new ArrayDeque<>();

    public FolderChain(Folder root) {
        this.root = root;
    }

    private record Step(Way way, Folder handle) {}

    /// The open handle of the folder at `way`, good until the next call.
    public Folder at(Way way) throws FileFault {
        while (!steps.isEmpty() && !isAbove(steps.getLast().way(), way)) {
            steps.removeLast().handle().close();
        }
        var above = way.above();
        if (above == null) return root;
        var last = steps.peekLast();
        if (last != null && last.way() == way) return last.handle();
        Folder handle = way.depth() > KEPT ? open(root, way.names()) : at(above).folder(way.name());
        steps.addLast(new Step(way, handle));
        return handle;
    }

    /// Opens a folder name by name; the caller closes it, unless it is the root itself.
    public static Folder open(Folder root, List<Name> names) throws FileFault {
        if (names.isEmpty()) return root;
        Folder at = root.folder(names.getFirst());
        for (Name name : names.subList(1, names.size())) {
            try (Folder above = at) {
                at = above.folder(name);
            }
        }
        return at;
    }

    @Override
    public void close() {
        while (!steps.isEmpty()) steps.removeLast().handle().close();
    }

    private static boolean isAbove(Way above, Way way) {
        Way at = way;
        while (at != null && at.depth() > above.depth()) at = at.above();
        return at == above;
    }
}
