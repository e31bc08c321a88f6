package dev.berth.depot.snapshot;

import dev.berth.depot.ignore.Ignoring;
import dev.berth.depot.snapshot.ScannedFolder.Remembered;
import dev.berth.depot.statcache.Level;
import dev.berth.depot.work.Crew;
import dev.berth.depot.work.FolderChain;
import dev.berth.depot.work.Way;
import dev.berth.durable.Errno;
import dev.berth.durable.FileFault;
import dev.berth.durable.FileStat;
import dev.berth.durable.Folder;
import dev.berth.durable.Folder.Listed;
import dev.berth.failure.Failure;

import org.jspecify.annotations.Nullable;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

/// The walk: every folder below a root, listed and looked at once, by several threads. Follows no
/// link.
final class Scan {
    /* A folder's handle stays open until all folders in it are open, so that each is opened by one
     * name from its parent. Taken last in, first out, few are open at a time; beyond a bound a
     * folder is opened by its whole way from the root instead. */
    private static final int OPEN_AT_ONCE = 400;

    private final Folder root;
    private final Wish wish;
    private final Recall recall;
    private final Findings findings;
    private final AtomicInteger open = new AtomicInteger();

    Scan(Folder root, Wish wish, Recall recall, Findings findings) {
        this.root = root;
        this.wish = wish;
        this.recall = recall;
        this.findings = findings;
    }

    ScannedFolder run(Crew crew, Remembered remembered) throws Failure {
        try {
            var stat = root.stat();
            if (wish.isDepot(stat)) throw theDepot();
            var top = new ScannedFolder(Way.root(), stat, remembered);
            var work = new Crew.Stack<Visit>();
            work.push(new Visit(top, Leaving.by(wish.patterns()), null));
            crew.drain(work, visit -> visit(visit, work));
            return top;
        } catch (FileFault fault) {
            throw fault.asFailure("the tree");
        }
    }

    private static Failure theDepot() {
        return new Failure.Refused(
                "what is to be taken is the depot itself", "name a tree outside of it");
    }

    /// A folder to be listed, with what is left out there, and its parent's handle.
    private record Visit(ScannedFolder folder, Leaving leaving, @Nullable Shared parent) {}

    /// A handle that several will use once each; the last one closes it.
    private final class Shared {
        private final Folder folder;
        private final AtomicInteger users;

        Shared(Folder folder, int users) {
            this.folder = folder;
            this.users = new AtomicInteger(users);
        }

        void used() {
            if (users.decrementAndGet() > 0) return;
            open.decrementAndGet();
            folder.close();
        }
    }

    private void visit(Visit visit, Crew.Stack<Visit> work) throws Failure {
        var scanned = visit.folder();
        if (scanned.way.isRoot()) {
            list(visit, root, work, false);
            return;
        }
        Folder handle;
        try {
            handle = opened(visit);
        } catch (FileFault fault) {
            lost(scanned, fault);
            return;
        }
        open.incrementAndGet();
        list(visit, handle, work, true);
    }

    private Folder opened(Visit visit) throws FileFault {
        var parent = visit.parent();
        if (parent == null) return FolderChain.open(root, visit.folder().way.names());
        try {
            return parent.folder.folder(visit.folder().way.name());
        } finally {
            parent.used();
        }
    }

    private void list(Visit visit, Folder handle, Crew.Stack<Visit> work, boolean own)
            throws Failure {
        var scanned = visit.folder();
        var subs = new ArrayList<ScannedFolder>();
        Leaving below;
        try {
            var listed = new ArrayList<>(handle.scan(name -> gone(scanned.path(name))));
            listed.sort((a, b) -> a.name().compareTo(b.name()));
            below = visit.leaving().in(handle, scanned.way, hasRules(listed));
            fill(scanned, handle, listed, below, subs);
        } catch (FileFault fault) {
            lost(scanned, fault);
            if (own) close(handle);
            return;
        }
        boolean share = own && !subs.isEmpty() && open.get() < OPEN_AT_ONCE;
        var shared = share ? new Shared(handle, subs.size()) : null;
        if (own && !share) close(handle);
        // Pushed backwards, so that one thread alone would go in the order of the names.
        for (var sub : subs.reversed()) work.push(new Visit(sub, below, shared));
    }

    private static boolean hasRules(List<Listed> listed) {
        for (var entry : listed) if (entry.name().equals(Ignoring.FILE)) return true;
        return false;
    }

    private void fill(
            ScannedFolder scanned,
            Folder handle,
            List<Listed> listed,
            Leaving below,
            List<ScannedFolder> subs) {
        var kept = new ArrayList<Listed>(listed.size());
        for (var entry : listed) {
            if (below.leavesOut(entry.name(), entry.stat().isFolder())) continue;
            if (wish.isDepot(entry.stat())) findings.skip(scanned.path(entry.name()), "the depot");
            else kept.add(entry);
        }
        var level = scanned.remembered.level();
        var items = new Item[kept.size()];
        for (int i = 0; i < items.length; i++) {
            var entry = kept.get(i);
            int known = level == null ? Level.UNKNOWN : level.find(entry.name());
            if (entry.stat().isFile() && entry.stat().links() > 1) findings.hardLink();
            boolean same = level != null && known >= 0 && level.unchanged(known, entry.stat());
            items[i] =
                    switch (entry.stat().kind()) {
                        case FILE ->
                                same
                                                && level != null
                                                && recall.vouchesForFile(level, known, entry.stat())
                                        ? new Item.Known(known)
                                        : Item.Unread.FILE;
                        case FOLDER -> {
                            var sub =
                                    new ScannedFolder(
                                            scanned.way.below(entry.name()),
                                            entry.stat(),
                                            Remembered.of(level, known));
                            subs.add(sub);
                            yield new Item.Sub(sub, same);
                        }
                        case LINK -> same ? new Item.Known(known) : link(scanned, handle, entry);
                        case PIPE, SOCKET, BLOCK_DEVICE, CHARACTER_DEVICE, OTHER ->
                                special(scanned, entry);
                    };
        }
        scanned.filled(kept, items);
    }

    private Item link(ScannedFolder scanned, Folder handle, Listed entry) {
        try {
            return new Item.Link(handle.readLink(entry.name()));
        } catch (FileFault fault) {
            String path = scanned.path(entry.name());
            if (fault.is(Errno.ENOENT) || fault.is(Errno.EINVAL)) gone(path);
            else findings.skip(path, fault.errno().meaning());
            return Item.LeftOut.HERE;
        }
    }

    private Item special(ScannedFolder scanned, Listed entry) {
        findings.skip(scanned.path(entry.name()), word(entry.stat().kind()));
        return Item.LeftOut.HERE;
    }

    private void lost(ScannedFolder scanned, FileFault fault) throws Failure {
        if (scanned.way.isRoot()) throw fault.asFailure("the tree");
        scanned.lose();
        String path = scanned.way.toString();
        boolean isGone = fault.is(Errno.ENOENT) || fault.is(Errno.ENOTDIR) || fault.is(Errno.ELOOP);
        if (isGone) gone(path);
        else findings.skip(path, "folder: " + fault.errno().meaning());
    }

    private void gone(String path) {
        findings.skip(path, "gone while the tree was walked");
    }

    private void close(Folder handle) {
        open.decrementAndGet();
        handle.close();
    }

    private static String word(FileStat.Kind kind) {
        return switch (kind) {
            case PIPE -> "a pipe";
            case SOCKET -> "a socket";
            case BLOCK_DEVICE, CHARACTER_DEVICE -> "a device";
            case FILE, FOLDER, LINK, OTHER -> "of an unknown kind";
        };
    }
}
