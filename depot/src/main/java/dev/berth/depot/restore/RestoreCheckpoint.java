package dev.berth.depot.restore;

import dev.berth.depot.blob.BlobStore.Part;
import dev.berth.depot.checkpoint.Checkpoint;
import dev.berth.depot.chunk.Chunking;
import dev.berth.depot.chunk.Cutter;
import dev.berth.depot.domain.Domain;
import dev.berth.depot.domain.StoredPacks;
import dev.berth.depot.fetch.BlockCache;
import dev.berth.depot.fetch.ChunkReader;
import dev.berth.depot.index.Index;
import dev.berth.depot.snapshot.Mark;
import dev.berth.depot.snapshot.Wish.Memory;
import dev.berth.depot.work.Beside;
import dev.berth.depot.work.Crew;
import dev.berth.depot.work.Progress;
import dev.berth.depot.work.Spelling;
import dev.berth.disk.Layout;
import dev.berth.disk.Volume;
import dev.berth.disk.tree.TreeLayout;
import dev.berth.durable.Errno;
import dev.berth.durable.FileFault;
import dev.berth.durable.FileLayer;
import dev.berth.durable.FileStat;
import dev.berth.durable.Folder;
import dev.berth.durable.Name;
import dev.berth.durable.Place;
import dev.berth.failure.Failure;

import java.nio.file.Path;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// Brings a checkpoint back into a folder.
///
/// Everything that is needed is looked for before the target is touched, a path that leads nowhere
/// included. A target that is not there or empty is built beside its place and appears by one
/// rename; one with something in it is brought up file by file. Every byte is verified on the way,
/// and what is there in the end is looked at once more for the receipt. Repeated, it converges.
public final class RestoreCheckpoint {
    private static final long NODE_CACHE_BYTES = 8L << 20;

    private final FileLayer files;
    private final Domain domain;
    private final Cutter cutter;
    private final Crew crew;

    public RestoreCheckpoint(FileLayer files, Domain domain, Chunking chunking, int threads) {
        this.files = files;
        this.domain = domain;
        this.cutter = new Cutter(chunking);
        this.crew = new Crew(threads);
    }

    /// What is wanted: which volumes with which parts of them, whether everything else in the
    /// target goes, whether the file system is synced before this returns, where this machine
    /// remembers what the tree looks like, and what in the target is never touched.
    public record Wish(
            Map<Volume, Choice> parts,
            boolean exact,
            boolean sync,
            Optional<Memory> memory,
            List<Spared> spared) {
        public static final Wish ALL = new Wish(Map.of(), false, false);

        public Wish {
            parts = Map.copyOf(parts);
            spared = List.copyOf(spared);
        }

        public Wish(Map<Volume, Choice> parts, boolean exact, boolean sync) {
            this(parts, exact, sync, Optional.empty());
        }

        public Wish(
                Map<Volume, Choice> parts, boolean exact, boolean sync, Optional<Memory> memory) {
            this(parts, exact, sync, memory, List.of());
        }

        public Wish remembering(Memory where) {
            return new Wish(parts, exact, sync, Optional.of(where), spared);
        }

        public Wish sparing(List<Spared> these) {
            return new Wish(parts, exact, sync, memory, these);
        }

        Optional<Choice> of(Volume volume) {
            return parts.isEmpty()
                    ? Optional.of(Choice.ALL)
                    : Optional.ofNullable(parts.get(volume));
        }
    }

    public Receipt restore(Checkpoint checkpoint, Path target, Wish wish, Progress progress)
            throws Failure {
        var memory = wish.parts().isEmpty() ? wish.memory() : Optional.<Memory>empty();
        var memorising = memory.flatMap(where -> Memorising.begin(where, domain, checkpoint));
        try (var index = Index.load(domain)) {
            var plans = plan(checkpoint, wish, index);
            var check = new Check(domain, index);
            var packs = check.run(List.copyOf(plans.values()));
            var tallies = new Tallies();
            var trees = new Trees(checkpoint, plans, cutter, domain, crew);
            return into(
                    target,
                    wish,
                    trees,
                    new Run(index, packs, check.needed(), tallies, progress, memorising));
        }
    }

    /// What was brought back as `receipt` says, looked at once more in the folder `tree`, after it
    /// went into a disk in file form and came out of that again. Every byte is read.
    public Receipt lookAgain(Checkpoint checkpoint, Path tree, Wish wish, Receipt receipt)
            throws Failure {
        try (var index = Index.load(domain);
                var chunks = new ChunkReader(domain, index, new BlockCache(NODE_CACHE_BYTES));
                var root = files.open(tree)) {
            // Whoever reads it all again does so by one thread.
            var plans = plan(checkpoint, wish, index);
            var trees = new Trees(checkpoint, plans, cutter, domain, new Crew(1));
            var namer = domain.sealer().namer();
            var writer = new FileWriter(chunks, namer, Progress.NONE);
            var terms = new Terms(EnumSet.allOf(Fact.class), new Rereading(writer, cutter, namer));
            var layout = TreeLayout.of(root);
            return receipt.seenFrom(trees.look(root, layout, new Tallies(), terms, null));
        } catch (FileFault fault) {
            throw fault.asFailure(tree.toString());
        }
    }

    /// What all parts of one restore share.
    private record Run(
            Index index,
            StoredPacks packs,
            List<Part> needed,
            Tallies tallies,
            Progress progress,
            Optional<Memorising> memorising) {}

    /// Among which packs everything was found, and how long each should be: one that was cut short
    /// is not to be relied upon, though all that was needed of it could be read.
    private Mark mark(Run run) throws Failure {
        var lengths = new HashMap<>(run.packs.sizes());
        var told = run.index.lengths();
        lengths.replaceAll((pack, listed) -> Math.max(listed, told.getOrDefault(pack, 0L)));
        var ids = run.index.ids();
        var listed = new HashMap<>(StoredPacks.index(domain));
        listed.keySet().retainAll(ids);
        boolean described =
                listed.size() == ids.size()
                        && run.index.recovered().isEmpty()
                        && told.keySet().containsAll(lengths.keySet());
        return new Mark(Set.of(), lengths, described ? listed : Map.of());
    }

    private Map<Volume, PlannedFolder> plan(Checkpoint checkpoint, Wish wish, Index index)
            throws Failure {
        var plans = new EnumMap<Volume, PlannedFolder>(Volume.class);
        var cache = new BlockCache(NODE_CACHE_BYTES);
        // What is far away is read ahead in the order in which it was written.
        var readers = domain.store().isFar() ? new Crew(1) : crew;
        for (var tree : checkpoint.trees()) {
            var choice = wish.of(tree.volume());
            if (choice.isEmpty()) continue;
            var planning =
                    new Planning(
                            () -> new ChunkReader(domain, index, cache), choice.get(), readers);
            var plan = planning.plan(tree);
            for (var path : planning.astray(plan)) throw absent(checkpoint, tree.volume(), path);
            plans.put(tree.volume(), plan);
        }
        for (var part : wish.parts().entrySet()) {
            if (plans.containsKey(part.getKey())) continue;
            if (part.getValue() instanceof Choice.Some some) {
                throw absent(checkpoint, part.getKey(), some.paths().getFirst());
            }
        }
        return plans;
    }

    private static Failure absent(Checkpoint checkpoint, Volume volume, List<Name> path) {
        String spelled = String.join("/", path.stream().map(Spelling::of).toList());
        boolean disk = checkpoint.layout() == Layout.DISK;
        return new Failure.NotFound(
                "there is no %s in checkpoint %s"
                        .formatted(
                                disk ? volume.label() + "/" + spelled : spelled, checkpoint.id()),
                "see `berth depot show`");
    }

    private Receipt into(Path target, Wish wish, Trees trees, Run run) throws Failure {
        var place = Place.of(target);
        try (var parent = files.open(place.folder())) {
            var there = parent.stat(place.name());
            boolean fresh = there.isEmpty() || isEmptyFolder(parent, place, there.get());
            if (!fresh) return over(target, wish, trees, run);
            return beside(parent, place, wish, trees, run);
        } catch (FileFault fault) {
            throw fault.asFailure(target.toString());
        }
    }

    private Receipt beside(Folder parent, Place place, Wish wish, Trees trees, Run run)
            throws FileFault, Failure {
        var beside = Beside.make(parent, place.name());
        boolean published = false;
        try (var built = parent.folder(beside.name())) {
            // All of it: nothing is there that could be kept.
            try (var _ = domain.store().expect(run.needed)) {
                trees.bring(built, bringing(Manner.FRESH, run));
            }
            trees.finishTop(parent, beside.name(), new Facts(run.tallies));
            if (wish.sync()) built.syncFileSystem();
            var notes = run.memorising().flatMap(Memorising::stamp);
            parent.rename(beside.name(), parent, place.name());
            published = true;
            var receipt = trees.look(built, run.tallies, notes.orElse(null));
            if (notes.isPresent()) {
                var memorising = run.memorising().orElseThrow();
                memorising.write(notes.get(), trees, receipt, mark(run));
            }
            return receipt;
        } finally {
            if (!published) beside.discard();
        }
    }

    private Receipt over(Path target, Wish wish, Trees all, Run run) throws FileFault, Failure {
        var manner = wish.exact() ? Manner.EXACT : Manner.OVER;
        // A folder that is only passed through stays as open or closed as it is.
        if (all.areWhole()) unlock(target);
        try (var root = files.open(target)) {
            var trees = all.sparing(root, wish, run.tallies);
            if (!wish.exact()) trees.mustNotClash(root);
            trees.bring(root, bringing(manner, run));
            finishTop(target, root, trees, run);
            if (wish.sync()) root.syncFileSystem();
            return trees.look(root, run.tallies, null);
        }
    }

    /// A restore before this one may have closed it to us.
    private void unlock(Path target) throws FileFault, Failure {
        var place = Place.of(files.realPath(target));
        try (var parent = files.open(place.folder())) {
            Trees.unlock(parent, place.name());
        } catch (FileFault fault) {
            // Somebody else's, in which we may write all the same, or we learn of it next.
            if (!fault.is(Errno.EPERM)) throw fault;
        }
    }

    /// The target itself gets its facts by its name, which must still be its own.
    private void finishTop(Path target, Folder root, Trees trees, Run run)
            throws FileFault, Failure {
        if (!trees.areWhole()) return;
        var place = Place.of(files.realPath(target));
        try (var parent = files.open(place.folder())) {
            var own = root.stat();
            var there = parent.stat(place.name());
            boolean same =
                    there.filter(s -> s.inode() == own.inode() && s.device() == own.device())
                            .isPresent();
            if (same) trees.finishTop(parent, place.name(), new Facts(run.tallies));
        }
    }

    private Bringing bringing(Manner manner, Run run) {
        return new Bringing(domain, run.index, crew, manner, run.tallies, run.progress);
    }

    private static boolean isEmptyFolder(Folder parent, Place place, FileStat there)
            throws FileFault {
        // What another file system is mounted at cannot be renamed over.
        if (!there.isFolder() || there.device() != parent.stat().device()) return false;
        try (var folder = parent.folder(place.name())) {
            return folder.list().isEmpty();
        }
    }
}
