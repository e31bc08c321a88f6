package dev.berth.depot.restore;

import dev.berth.depot.tree.TreeEntry;
import dev.berth.depot.work.FolderChain;
import dev.berth.durable.Errno;
import dev.berth.durable.FileFault;
import dev.berth.durable.FileStat.Kind;
import dev.berth.durable.Folder;
import dev.berth.durable.Name;
import dev.berth.failure.Failure;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// Folders with something in them, where a file or a link belongs: looked for in all of a target
/// before anything is written there. Used by one thread.
final class Clashes {
    private static final int NAMED = 20;

    private final List<String> found = new ArrayList<>();

    /// Looks into one tree; `prefix` is said before its paths.
    void look(FolderChain chain, PlannedFolder plan, String prefix) throws Failure {
        Set<Name> there;
        try {
            there = folders(chain.at(plan.way));
        } catch (FileFault fault) {
            // Where we may not look we learn of it when we come to write there.
            if (fault.is(Errno.EACCES)) return;
            throw Disturbed.in(plan.way, fault);
        }
        for (var entry : plan.entries) {
            if (entry instanceof TreeEntry.Folder || !there.contains(entry.name())) continue;
            try {
                if (!holdsSomething(chain.at(plan.way), entry.name())) continue;
            } catch (FileFault fault) {
                throw Disturbed.at(plan.way, entry.name(), fault);
            }
            found.add(prefix + plan.way.path(entry.name()));
        }
        for (var sub : plan.folders) {
            if (there.contains(sub.way.name())) look(chain, sub, prefix);
        }
    }

    void mustBeNone() throws Failure {
        if (found.isEmpty()) return;
        String names = String.join(", ", found.subList(0, Math.min(NAMED, found.size())));
        throw holdSomething(found.size() == 1 ? names : found.size() + " in all: " + names, names);
    }

    static boolean holdsSomething(Folder in, Name name) throws FileFault {
        try (var folder = in.folder(name)) {
            return !folder.list().isEmpty();
        }
    }

    static Failure holdSomething(String what, String path) {
        return new Failure.Conflict(
                "a folder with something in it is where a file or a link belongs: " + what,
                "move it away, or have it removed with --exact; then restore again",
                Map.of("path", path));
    }

    private static Set<Name> folders(Folder in) throws FileFault {
        var folders = new HashSet<Name>();
        for (var entry : in.list()) {
            if (entry.kind() == Kind.FOLDER) folders.add(entry.name());
        }
        return folders;
    }
}
