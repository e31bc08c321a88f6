package dev.berth.depot.verify;

import dev.berth.depot.checkpoint.Checkpoint;
import dev.berth.depot.checkpoint.CheckpointId;
import dev.berth.depot.checkpoint.Checkpoints;
import dev.berth.depot.domain.Domain;
import dev.berth.depot.doom.Dooms;
import dev.berth.depot.index.Index;
import dev.berth.depot.pack.PackId;
import dev.berth.depot.work.Progress;
import dev.berth.failure.Failure;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/// Verifies one domain: its index, its packs, its checkpoints and their trees; every byte when
/// asked to. Changes nothing.
public final class VerifyDomain {
    private final Domain domain;
    private final Checkpoints everything;
    private final Progress progress;

    public VerifyDomain(Domain domain, Checkpoints everything, Progress progress) {
        this.domain = domain;
        this.everything = everything;
        this.progress = progress;
    }

    /// `checkpoints` are all that the domain has.
    public Verdict run(List<Checkpoint> checkpoints, boolean readData) throws Failure {
        var objects = new ArrayList<String>();
        progress.expects(checkpoints.stream().mapToLong(Checkpoint::files).sum(), 0);
        try (var index = Index.load(domain);
                var packs = new PackCheck(domain, readData, progress)) {
            checkIndex(index, objects);
            packs.run(index);
            objects.addAll(packs.damage());
            var dooms = Dooms.read(domain);
            unknown(dooms, objects);
            missing(checkpoints, dooms, objects);
            try (var trees = new TreeCheck(domain, index, packs, progress)) {
                for (var checkpoint : checkpoints) trees.run(checkpoint);
                missing(index, packs, dooms, objects, trees.lost().isEmpty());
                if (index.damage().isEmpty()) unindexed(index, trees.used(), objects);
                return new Verdict(
                        checkpoints.size(),
                        trees.files(),
                        packs.count(),
                        packs.bytesRead(),
                        objects,
                        trees.lost(),
                        List.of(),
                        packs.bytesByKey(),
                        packs.formerKeyBytes());
            }
        }
    }

    /// What of the index cannot be read, or what is stored without being in it, is looked up in the
    /// packs: that is what a restore does.
    private void checkIndex(Index index, List<String> objects) throws Failure {
        var damage = new ArrayList<>(index.damage());
        try {
            index.forEach((_, _, _) -> {});
        } catch (Failure.Damaged damaged) {
            damage.add(damaged);
        }
        damage.removeIf(Failure.NotFound.class::isInstance);
        // Of a writer that came after its key had gone, and was never told of success.
        damage.removeIf(Failure.WrongKey.class::isInstance);
        damage.stream()
                .map(each -> each.what() + "; the next `berth depot collect` makes the index anew")
                .distinct()
                .forEach(objects::add);
        index.recover();
    }

    /// A pack that no index knows is a killed writer's, unless a checkpoint refers to it.
    private void unindexed(Index index, Set<PackId> used, List<String> objects) {
        for (var pack : index.recovered()) {
            if (!used.contains(pack)) continue;
            objects.add(
                    "%s: no index knows it; the next `berth depot collect` mends that"
                            .formatted(domain.pack(pack)));
        }
    }

    /// Packs that the index knows and that are nowhere, though nobody condemned them.
    private void missing(
            Index index, PackCheck packs, Dooms dooms, List<String> objects, boolean spared) {
        Set<PackId> gone = new HashSet<>(index.packs());
        gone.removeIf(packs::isThere);
        gone.removeAll(dooms.packs());
        String hint =
                spared
                        ? "; what is needed of it lies elsewhere, and the next"
                                + " `berth depot collect` forgets it"
                        : "";
        for (var pack : gone) {
            objects.add(domain.pack(pack) + ": it is missing" + hint + orCondemned(dooms));
        }
    }

    /// Dooms of which nobody knows what they say. Nothing is lost with one: it says only what is to
    /// go.
    private void unknown(Dooms dooms, List<String> objects) {
        dooms.unknown()
                .forEach(
                        (last, why) ->
                                objects.add(
                                        Dooms.name(domain, last)
                                                + ": it cannot be read ("
                                                + why
                                                + "); bring it back from a copy of the depot, or run"
                                                + " `berth depot collect`, which stores what is"
                                                + " needed anew, once, and does without it"));
    }

    private static String orCondemned(Dooms dooms) {
        return dooms.unknown().isEmpty() ? "" : "; or the doom that cannot be read is about it";
    }

    /// Checkpoints that others came after and that are nowhere, though nobody gave them up. Of what
    /// a copy brought nobody knows whether its parent was ever here.
    private void missing(List<Checkpoint> all, Dooms dooms, List<String> objects) throws Failure {
        var there = new HashSet<CheckpointId>();
        for (var entry : everything.list()) there.add(entry.id());
        for (var each : all) {
            if (each.parent().isEmpty() || each.via().isPresent()) continue;
            var parent = each.parent().get();
            boolean given = dooms.forgotten().contains(parent) || dooms.pending().contains(parent);
            if (given || there.contains(parent)) continue;
            objects.add(
                    "checkpoint %s, which %s came after: it is missing%s"
                            .formatted(parent, each.id(), orCondemned(dooms)));
        }
    }
}
