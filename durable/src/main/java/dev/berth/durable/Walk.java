package dev.berth.durable;

import org.jspecify.annotations.Nullable;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;

/// Goes through everything below a folder, in the order of names as bytes, and follows no link.
///
/// Each entry's facts come from the scan of its folder, so that they cost one look-up. At most
/// [#OPEN_AT_ONCE] folders are open, however deep the tree is. What vanishes while we walk is left
/// out and counted; a folder that cannot be read is told to the visitor, which decides.
///
/// @param <X> what the visitor may throw
public final class Walk<X extends Exception> {
    /// How many folders a walk keeps open at most, besides the root, which is the caller's.
    public static final int OPEN_AT_ONCE = 64;

    /* The way down is a list of levels, each with its sorted entries; the deepest ones have their
     * folders open, and beyond the limit the topmost of those is closed. Coming back up to a closed
     * level with entries left, it is opened again from the nearest open level above, name by name,
     * keeping what is opened on the way: of n levels only every 64th costs such a climb. A folder
     * opened again must be the one that was scanned; when someone has swapped it, what was left of
     * it has vanished. */
    private final Visitor<X> visitor;
    private final ArrayList<Level> levels = new ArrayList<>();
    private final Deque<Level> open = new ArrayDeque<>();
    private long entries;
    private long folders;
    private long vanished;

    private Walk(Visitor<X> visitor) {
        this.visitor = visitor;
    }

    /// Shows everything below `root` to `visitor`. A fault is about the root itself.
    public static <X extends Exception> Walked below(Folder root, Visitor<X> visitor)
            throws X, FileFault {
        var walk = new Walk<>(visitor);
        try {
            var found = Found.root(root.stat());
            walk.levels.add(new Level(found, root, root.scan(_ -> walk.vanished++)));
            walk.run();
        } finally {
            walk.open.forEach(Level::close);
        }
        return new Walked(walk.entries, walk.folders, walk.vanished);
    }

    /// What is done on the way. For each folder: [#enter], then all in it in the order of the
    /// names, then [#leave]. When it cannot be read, or not any more, [#unreadable] takes the place
    /// of `leave`; when it has vanished, nothing does.
    ///
    /// @param <X> what the visitor may throw, which ends the walk
    public interface Visitor<X extends Exception> {
        /// A folder below the root, before it is opened; false leaves it and all in it out.
        default boolean enter(Found folder) throws X {
            return true;
        }

        /// Anything but a folder. `in` is the folder it lies in, open until this returns.
        void entry(Found entry, Folder in) throws X;

        /// A folder, after everything in it; the root is the last.
        default void leave(Found folder) throws X {}

        /// A folder below the root whose entries cannot be told.
        void unreadable(Found folder, FileFault why) throws X;
    }

    /// What was seen: entries that are no folders, folders that were read, the root among them, and
    /// how many of both were gone, or were something else, when their turn came.
    public record Walked(long entries, long folders, long vanished) {}

    private void run() throws X {
        while (!levels.isEmpty()) {
            var level = levels.getLast();
            if (level.hasNext()) {
                visit(level);
            } else {
                levels.removeLast();
                close(level);
                folders++;
                visitor.leave(level.found);
            }
        }
    }

    private void visit(Level level) throws X {
        var in = folderOf(level);
        if (in == null) return;
        var listed = level.next();
        var found = level.found.below(listed.name(), listed.stat());
        if (!listed.stat().isFolder()) {
            entries++;
            visitor.entry(found, in);
        } else if (visitor.enter(found)) {
            descend(found, in);
        }
    }

    private void descend(Found found, Folder parent) throws X {
        Folder folder = null;
        try {
            folder = parent.folder(found.name());
            var level = new Level(found, folder, folder.scan(_ -> vanished++));
            levels.add(level);
            opened(level);
        } catch (FileFault fault) {
            if (folder != null) folder.close();
            if (isGone(fault)) vanished++;
            else visitor.unreadable(found, fault);
        }
    }

    /// The open folder of the deepest level, opened again if need be; null when it is lost.
    private @Nullable Folder folderOf(Level level) throws X {
        int known = levels.size() - 1;
        while (levels.get(known).folder() == null) known--;
        for (int i = known + 1; i < levels.size(); i++) {
            if (!reopen(i)) return null;
        }
        return level.folder();
    }

    private boolean reopen(int index) throws X {
        var level = levels.get(index);
        var parent = levels.get(index - 1).folder();
        if (parent == null) throw new IllegalStateException("opened out of order");
        try {
            var folder = parent.folder(level.found.name());
            level.reopened(folder);
            opened(level);
            var now = folder.stat();
            var then = level.found.stat();
            if (now.inode() == then.inode() && now.device() == then.device()) return true;
            forget(index);
        } catch (FileFault fault) {
            if (isGone(fault)) {
                forget(index);
            } else {
                while (levels.size() > index) close(levels.removeLast());
                visitor.unreadable(level.found, fault);
            }
        }
        return false;
    }

    /// What was left in this level and below is not to be had any more.
    private void forget(int index) {
        for (var lost : levels.subList(index, levels.size())) vanished += lost.drop();
    }

    private void opened(Level level) {
        open.addLast(level);
        if (open.size() > OPEN_AT_ONCE) open.removeFirst().close();
    }

    private void close(Level level) {
        if (open.peekLast() == level) open.removeLast().close();
    }

    private static boolean isGone(FileFault fault) {
        return fault.is(Errno.ENOENT) || fault.is(Errno.ENOTDIR) || fault.is(Errno.ELOOP);
    }
}
