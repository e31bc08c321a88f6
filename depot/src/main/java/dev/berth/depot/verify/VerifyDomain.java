package dev.berth.depot.verify;

import dev.berth.depot.checkpoint.Checkpoint;
import dev.berth.depot.checkpoint.Checkpoints;
import dev.berth.depot.checkpoint.Checkpoints.Entry;
import dev.berth.depot.domain.Domain;
import dev.berth.depot.doom.Dooms;
import dev.berth.depot.index.Index;
import dev.berth.depot.pack.PackId;
import dev.berth.depot.verify.Verdict.Lost;
import dev.berth.failure.Failure;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// Verifies one domain: its index, its packs, its checkpoints and their trees; every byte when asked
/// to. Changes nothing.
public final class VerifyDomain {
    private final Domain domain;
    private final Checkpoints checkpoints;

    public VerifyDomain(Domain domain, Checkpoints checkpoints) {
        this.domain = domain;
        this.checkpoints = checkpoints;
    }

    public Verdict run(boolean readData) throws Failure {
        var objects = new ArrayList<String>();
        var lost = new ArrayList<Lost>();
        var found = read(lost);
        try (var index = Index.load(domain);
                var packs = new PackCheck(domain, readData)) {
            checkIndex(index, objects);
            packs.run(index);
            objects.addAll(packs.damage());
            missing(index, packs, objects);
            try (var trees = new TreeCheck(domain, index, packs)) {
                for (var checkpoint : found) trees.run(checkpoint);
                lost.addAll(trees.lost());
                return new Verdict(
                        found.size(),
                        trees.files(),
                        packs.count(),
                        packs.bytesRead(),
                        objects,
                        lost,
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

    private List<Checkpoint> read(List<Lost> lost) throws Failure {
        var found = new ArrayList<Checkpoint>();
        for (var entry : checkpoints.list()) {
            try {
                var alleged = checkpoints.allegedDomain(entry, false);
                if (alleged.isEmpty() || !alleged.get().equals(domain.name())) continue;
                readOne(entry).ifPresent(found::add);
            } catch (Failure.Damaged damaged) {
                lost.add(new Lost(entry.id().value(), "", damaged.what()));
            }
        }
        return found;
    }

    private Optional<Checkpoint> readOne(Entry entry) throws Failure {
        try {
            return Optional.of(checkpoints.read(entry));
        } catch (Failure.NotFound forgotten) {
            return Optional.empty();
        }
    }
}
