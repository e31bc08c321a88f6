package dev.berth.depot.restore;

import dev.berth.depot.checkpoint.Checkpoint;
import dev.berth.depot.chunk.Cutter;
import dev.berth.depot.domain.Domain;
import dev.berth.depot.restore.Facts.Owner;
import dev.berth.depot.snapshot.Wish.Memory.Root;
import dev.berth.depot.tree.Meta;
import dev.berth.depot.work.Crew;
import dev.berth.depot.work.FolderChain;
import dev.berth.disk.Layout;
import dev.berth.disk.Volume;
import dev.berth.disk.tree.TreeLayout;
import dev.berth.durable.Errno;
import dev.berth.durable.FileFault;
import dev.berth.durable.FileStat;
import dev.berth.durable.Folder;
import dev.berth.durable.Name;
import dev.berth.failure.Failure;

import org.jspecify.annotations.Nullable;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/// The trees of one checkpoint on their way into one target: a folder that is the workspace itself,
/// or a disk with a folder for each volume.
record Trees(
        Checkpoint checkpoint,
        Map<Volume, PlannedFolder> plans,
        Cutter cutter,
        Domain domain,
        Crew crew) {
    private static final int OURS = 0700;

    void bring(Folder target, Bringing bringing) throws FileFault, Failure {
        for (var plan : plans.entrySet()) {
            switch (checkpoint.layout()) {
                case FOLDER -> bringing.run(target, plan.getValue());
                case DISK -> {
                    var name = TreeLayout.folderName(plan.getKey());
                    ensure(target, name);
                    try (var volume = target.folder(name)) {
                        bringing.run(volume, plan.getValue());
                    }
                    var facts = new Facts(new Tallies());
                    facts.on(target, name, plan.getValue().meta, Folders.ownerOf(target, name));
                }
            }
        }
        if (checkpoint.layout() == Layout.DISK) {
            for (var cleared : Volume.clearedOnResume()) {
                ensure(target, TreeLayout.folderName(cleared));
            }
        }
    }

    /// The same without what would fall on something that is to be spared; see [Sparing].
    Trees sparing(Folder target, RestoreCheckpoint.Wish wish, Tallies tallies)
            throws FileFault, Failure {
        if (wish.spared().isEmpty()) return this;
        var fewer = new EnumMap<Volume, PlannedFolder>(Volume.class);
        for (var plan : plans.entrySet()) {
            fewer.put(
                    plan.getKey(),
                    switch (checkpoint.layout()) {
                        case FOLDER -> spare(target, plan.getValue(), "", wish, tallies);
                        case DISK -> {
                            var name = TreeLayout.folderName(plan.getKey());
                            if (target.stat(name).filter(FileStat::isFolder).isEmpty()) {
                                yield plan.getValue();
                            }
                            try (var volume = target.folder(name)) {
                                yield spare(volume, plan.getValue(), name + "/", wish, tallies);
                            }
                        }
                    });
        }
        return new Trees(checkpoint, fewer, cutter, domain, crew);
    }

    /// Before anything is written: refused when a folder with something in it would have to go.
    void mustNotClash(Folder target) throws FileFault, Failure {
        var clashes = new Clashes();
        for (var plan : plans.entrySet()) {
            switch (checkpoint.layout()) {
                case FOLDER -> clash(target, plan.getValue(), "", clashes);
                case DISK -> {
                    var name = TreeLayout.folderName(plan.getKey());
                    if (target.stat(name).filter(FileStat::isFolder).isEmpty()) continue;
                    try (var volume = target.folder(name)) {
                        clash(volume, plan.getValue(), name + "/", clashes);
                    }
                }
            }
        }
        clashes.mustBeNone();
    }

    private static void clash(Folder root, PlannedFolder plan, String prefix, Clashes clashes)
            throws Failure {
        try (var chain = new FolderChain(root)) {
            clashes.look(chain, plan, prefix);
        }
    }

    private static PlannedFolder spare(
            Folder root,
            PlannedFolder plan,
            String prefix,
            RestoreCheckpoint.Wish wish,
            Tallies tallies)
            throws Failure {
        try (var chain = new FolderChain(root)) {
            return new Sparing(chain, wish.spared(), wish.exact(), prefix, tallies).run(plan);
        }
    }

    /// Whether all of it is wanted, and not only what lies at some paths.
    boolean areWhole() {
        return plans.values().stream().allMatch(plan -> plan.whole);
    }

    /// Gives the topmost folder its facts, where it is a tree itself.
    void finishTop(Folder parent, Name name, Facts facts) throws FileFault {
        if (checkpoint.layout() == Layout.DISK) return;
        for (var plan : plans.values()) {
            var stat = parent.stat(name).orElseThrow();
            facts.onTop(parent, name, plan.meta, new Owner(stat.uid(), stat.gid()));
        }
    }

    /// What is there; noted as well, where there are `notes` to take.
    Receipt look(Folder target, Tallies tallies, @Nullable Notes notes) throws FileFault, Failure {
        for (var plan : plans.entrySet()) {
            if (checkpoint.layout() == Layout.DISK) {
                var name = TreeLayout.folderName(plan.getKey());
                try (var volume = target.folder(name)) {
                    mustHaveFacts(volume, plan.getValue(), name + "/", tallies);
                }
            } else {
                mustHaveFacts(target, plan.getValue(), "", tallies);
            }
        }
        return look(target, checkpoint.layout(), tallies, Terms.ofWritten(tallies), notes);
    }

    /// What is there, in a target that may be laid out otherwise.
    Receipt look(Folder target, Layout layout, Tallies tallies, Terms terms, @Nullable Notes notes)
            throws FileFault, Failure {
        var trees = new ArrayList<Receipt.Tree>();
        for (var plan : plans.entrySet()) {
            switch (layout) {
                case FOLDER -> trees.add(look(target, plan, "", tallies, terms, notes));
                case DISK -> {
                    var name = TreeLayout.folderName(plan.getKey());
                    try (var volume = target.folder(name)) {
                        String prefix = name + "/";
                        trees.add(look(volume, plan, prefix, tallies, terms, notes));
                    }
                }
            }
        }
        return new Receipt(
                checkpoint.id(),
                trees,
                tallies.written.get(),
                tallies.writtenLinks.get(),
                tallies.writtenBytes.get(),
                tallies.kept.get(),
                tallies.removed.get(),
                tallies.ownersLeft.get(),
                tallies.differing,
                tallies.leftOut,
                tallies.missing,
                tallies.altered,
                checkpoint.layout() == Layout.DISK
                        ? List.copyOf(Volume.clearedOnResume())
                        : List.of());
    }

    private Receipt.Tree look(
            Folder root,
            Map.Entry<Volume, PlannedFolder> volume,
            String prefix,
            Tallies tallies,
            Terms terms,
            @Nullable Notes notes)
            throws Failure {
        var plan = volume.getValue();
        var nodes = new Nodes(cutter, domain.sealer().namer());
        var expected = nodes.id(nodes.planned(plan));
        var some = plan.whole ? crew : new Crew(1);
        some.rise(
                plan,
                each -> each.folders,
                () ->
                        new Looking(
                                new FolderChain(root),
                                new Nodes(cutter, domain.sealer().namer()),
                                tallies,
                                terms,
                                notes == null ? null : notes.another()));
        plan.seen().tell(plan, prefix, tallies);
        return new Receipt.Tree(volume.getKey(), expected, plan.seen().id());
    }

    private static void mustHaveFacts(
            Folder root, PlannedFolder plan, String prefix, Tallies tallies) {
        if (!plan.whole || tallies.topLeft.get() || hasFacts(root, plan)) return;
        tallies.altered.add(prefix.isEmpty() ? "." : prefix);
    }

    private static boolean hasFacts(Folder root, PlannedFolder plan) {
        try {
            var now = Meta.of(root.stat());
            return now.mode() == plan.meta.mode()
                    && now.seconds() == plan.meta.seconds()
                    && now.nanos() == plan.meta.nanos();
        } catch (FileFault gone) {
            return false;
        }
    }

    /// What was noted of all volumes; empty when any is not what the checkpoint says.
    Map<Volume, Root> noted() {
        var roots = new EnumMap<Volume, Root>(Volume.class);
        for (var tree : checkpoint.trees()) {
            var plan = plans.get(tree.volume());
            var root = plan == null ? null : plan.noted;
            if (root == null || !root.tree().digest().equals(tree.digest())) return Map.of();
            roots.put(tree.volume(), root);
        }
        return roots;
    }

    /// A folder that does not let us in is ours to open for the time being.
    static void unlock(Folder in, Name name) throws FileFault {
        var there = in.stat(name).filter(FileStat::isFolder);
        if (there.isEmpty() || (there.get().mode() & OURS) == OURS) return;
        in.setMode(name, there.get().mode() | OURS);
    }

    private static void ensure(Folder target, Name name) throws FileFault {
        try {
            target.makeFolder(name, OURS);
        } catch (FileFault fault) {
            if (!fault.is(Errno.EEXIST)) throw fault;
            unlock(target, name);
        }
    }
}
