package dev.berth.depot.restore;

import dev.berth.depot.tree.TreeEntry;
import dev.berth.depot.work.FolderChain;
import dev.berth.depot.work.Spelling;
import dev.berth.durable.Errno;
import dev.berth.durable.FileFault;
import dev.berth.durable.FileStat;
import dev.berth.durable.Folder;
import dev.berth.durable.Name;
import dev.berth.failure.Failure;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;

/// Takes out of a plan what would fall on something that is to be spared, before anything is
/// written. What was asked for by its own path is refused instead, and so is whatever would remove
/// such a thing. Used by one thread.
final class Sparing {
    private final FolderChain chain;
    private final List<Spared> spared;
    private final boolean exact;
    private final String prefix;
    private final Tallies tallies;

    Sparing(FolderChain chain, List<Spared> spared, boolean exact, String prefix, Tallies tallies) {
        this.chain = chain;
        this.spared = spared;
        this.exact = exact;
        this.prefix = prefix;
        this.tallies = tallies;
    }

    /// The plan of a folder that is there, without what is left as it is.
    PlannedFolder run(PlannedFolder plan) throws Failure {
        try {
            return plan.way.isRoot() ? root(plan) : inner(plan);
        } catch (FileFault fault) {
            // Where we may not look we open nothing, and learn of it when we come to write there.
            if (fault.is(Errno.EACCES)) return plan;
            throw Disturbed.in(plan.way, fault);
        }
    }

    private PlannedFolder root(PlannedFolder plan) throws FileFault, Failure {
        var own = find(Optional.of(chain.at(plan.way).stat()));
        if (own.isPresent()) throw refused(prefix.isEmpty() ? "the target" : prefix, own.get());
        return inner(plan);
    }

    private PlannedFolder inner(PlannedFolder plan) throws FileFault, Failure {
        var handle = chain.at(plan.way);
        var entries = new ArrayList<TreeEntry>();
        var folders = new ArrayList<PlannedFolder>();
        var there = new ArrayList<Boolean>();
        int sub = 0;
        for (var entry : plan.entries) {
            var folder = entry instanceof TreeEntry.Folder ? plan.folders.get(sub++) : null;
            var stat = handle.stat(entry.name());
            var own = find(stat);
            if (own.isPresent()) {
                leave(plan, entry.name(), own.get());
                continue;
            }
            boolean isFolder = stat.filter(FileStat::isFolder).isPresent();
            entries.add(entry);
            if (folder != null) {
                folders.add(folder);
                there.add(isFolder);
            } else if (exact && isFolder) {
                mustHoldNone(handle, entry.name(), prefix + plan.way.path(entry.name()));
            }
        }
        if (exact && plan.whole) extras(plan, handle);
        for (int i = 0; i < folders.size(); i++) {
            if (there.get(i)) folders.set(i, run(folders.get(i)));
        }
        return plan.with(entries, folders);
    }

    private Optional<Spared> find(Optional<FileStat> stat) {
        return stat.flatMap(facts -> spared.stream().filter(each -> each.is(facts)).findFirst());
    }

    private void leave(PlannedFolder in, Name name, Spared own) throws Failure {
        String path = prefix + in.way.path(name);
        if (exact || !in.whole) throw refused(path, own);
        tallies.leftOut.add(path);
    }

    private void extras(PlannedFolder plan, Folder handle) throws FileFault, Failure {
        var wanted = new HashSet<Name>();
        for (var entry : plan.entries) wanted.add(entry.name());
        for (var there : handle.list()) {
            if (wanted.contains(there.name())) continue;
            mustHoldNone(handle, there.name(), prefix + plan.way.path(there.name()));
        }
    }

    private void mustHoldNone(Folder in, Name name, String path) throws FileFault, Failure {
        var stat = in.stat(name);
        var own = find(stat);
        if (own.isPresent()) {
            throw new Failure.Refused(
                    "--exact would remove %s, which is %s".formatted(path, own.get().what()),
                    "leave --exact away, or name another folder");
        }
        if (stat.filter(FileStat::isFolder).isEmpty()) return;
        try (var folder = in.folder(name)) {
            for (var entry : folder.list()) {
                mustHoldNone(folder, entry.name(), path + "/" + Spelling.of(entry.name()));
            }
        } catch (FileFault fault) {
            // What does not let us in is not removed either.
            if (!fault.is(Errno.EACCES)) throw fault;
        }
    }

    private static Failure refused(String path, Spared own) {
        return new Failure.Refused(
                "%s is %s, which no restore writes to".formatted(path, own.what()),
                "restore into another folder, or name the paths that are wanted");
    }
}
