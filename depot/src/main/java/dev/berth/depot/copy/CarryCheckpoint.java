package dev.berth.depot.copy;

import dev.berth.depot.checkpoint.Checkpoint;
import dev.berth.depot.checkpoint.VolumeTree;
import dev.berth.depot.chunk.ChunkId;
import dev.berth.depot.copy.PlannedFolder.Part;
import dev.berth.depot.domain.Domain;
import dev.berth.depot.tree.ChunkList;
import dev.berth.depot.work.Crew;
import dev.berth.depot.work.Progress;
import dev.berth.failure.Failure;

import java.util.ArrayList;
import java.util.Optional;

/// Stores at the target what a checkpoint of the source holds, all but the checkpoint itself. A
/// `Damaged` names what of the source cannot be read; all other failures are the target's.
record CarryCheckpoint(
        Readers source,
        Readers target,
        Domain domain,
        Crew crew,
        Translation translation,
        Landing landing,
        Progress progress) {

    /// The checkpoint as the target is to have it.
    Checkpoint carry(Checkpoint checkpoint, Optional<Base> base) throws Failure {
        var planning = new Planning(source.trees(), target.trees(), landing, translation);
        var parts = new ArrayList<Part>();
        for (var tree : checkpoint.trees()) {
            String label = checkpoint.trees().size() == 1 ? "" : tree.volume().label() + "/";
            parts.add(planning.tree(tree.node(), label, base.flatMap(b -> b.tree(tree.volume()))));
        }
        var said =
                planning.chunks(
                        checkpoint.transcript(),
                        "transcript",
                        base.map(
                                b ->
                                        new Base.Pair(
                                                b.source().transcript(), b.target().transcript())));
        new Carrying(
                        crew,
                        source::chunks,
                        () -> source.namesIn(domain),
                        translation,
                        landing,
                        progress)
                .run(planning.wanted());
        var trees = new ArrayList<VolumeTree>();
        for (int i = 0; i < parts.size(); i++) {
            trees.add(tree(checkpoint.trees().get(i), parts.get(i), base));
        }
        return checkpoint.in(domain.name(), trees, said.found());
    }

    private VolumeTree tree(VolumeTree tree, Part part, Optional<Base> base) throws Failure {
        return switch (part) {
            case Part.Below(var folder) -> {
                var node = new Building(landing).build(folder);
                yield as(tree, node.chunks(), node.id());
            }
            case Part.Known(var chunks) -> as(tree, chunks, root(tree, base));
            case Part.Content _, Part.None _ -> throw new IllegalStateException("no folder");
        };
    }

    /// The id of a tree that was stored before, in this attempt or for the base.
    private ChunkId root(VolumeTree tree, Optional<Base> base) {
        var made = landing.made(tree.node().name());
        if (made.isPresent()) return made.get().id();
        return base.orElseThrow().target().tree(tree.volume()).orElseThrow().root();
    }

    private static VolumeTree as(VolumeTree tree, ChunkList node, ChunkId root) {
        return new VolumeTree(
                tree.volume(),
                tree.meta(),
                node,
                root,
                tree.digest(),
                tree.files(),
                tree.folders(),
                tree.links(),
                tree.bytes());
    }
}
