package dev.berth.depot.verify;

import dev.berth.depot.checkpoint.Checkpoint;
import dev.berth.depot.domain.Domain;
import dev.berth.depot.doom.Dooms;
import dev.berth.depot.index.Index;
import dev.berth.depot.pack.PackId;
import dev.berth.failure.Failure;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/// Verifies one domain: its index, its packs, its checkpoints and their trees; every byte when asked
/// to. Changes nothing.
public final class VerifyDomain {
    private final Domain domain;

    public VerifyDomain(Domain domain) {
        this.domain = domain;
    }

    /// `checkpoints` are all that the domain has.
    public Verdict run(List<Checkpoint> checkpoints, boolean readData) throws Failure {
        var objects = new ArrayList<String>();
        try (var index = Index.load(domain);
                var packs = new PackCheck(domain, readData)) {
            checkIndex(index, objects);
            packs.run(index);
            objects.addAll(packs.damage());
            missing(index, packs, objects);
            try (var trees = new TreeCheck(domain, index, packs)) {
                for (var checkpoint : checkpoints) trees.run(checkpoint);
                return new Verdict(
                        checkpoints.size(),
                        trees.files(),
                        packs.count(),
                        packs.bytesRead(),
                        objects,
                        trees.lost(),
                        packs.bytesByKey());
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
        for (var each : damage) objects.add(domain.folder().index() + ": " + each.what());
        index.recover();
    }

    /// Packs that the index knows and that are nowhere, though nobody condemned them.
    private void missing(Index index, PackCheck packs, List<String> objects) throws Failure {
        Set<PackId> gone = new HashSet<>(index.packs());
        gone.removeIf(packs::isThere);
        if (gone.isEmpty()) return;
        gone.removeAll(Dooms.read(domain).packs());
        for (var pack : gone) objects.add(domain.pack(pack) + ": it is missing");
    }
}
