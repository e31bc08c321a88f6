package dev.berth.cli.depot;

import dev.berth.cli.World;
import dev.berth.depot.restore.Spared;
import dev.berth.durable.FileFault;
import dev.berth.durable.FileStat;
import dev.berth.durable.Place;
import dev.berth.failure.Failure;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Where a checkpoint is to be brought back, seen beside the depot that holds it and the keys to
/// it. Folders are known by what they are, not only by their names.
record RestoreTarget(World world, Optional<Path> depot, Path target) {
    private static final List<String> BESIDE_A_KEY = List.of("", ".next", ".old");

    /// Neither may a tree be strewn into the depot, nor the depot, or our own data with the keys to
    /// it, be removed as what is not in the checkpoint.
    void mustSpareTheDepot(boolean exact) throws Failure {
        Path wanted = RealPath.of(world, target);
        Optional<Path> kept = Optional.empty();
        if (depot.isPresent()) kept = Optional.of(RealPath.of(world, depot.get()));
        if (kept.isPresent()) mustNotLieIn(wanted, kept.get(), "the depot itself");
        mustNotLieIn(wanted, keys(), "Berth's own keys");
        if (!exact) return;
        if (kept.isPresent() && liesIn(kept.get(), wanted)) throw wouldRemove("the depot");
        if (liesIn(RealPath.of(world, world.dataFolder()), wanted)) {
            throw wouldRemove("Berth's own data and keys");
        }
    }

    /// What lies in the target and is not to be touched: the depot, the keys below the data folder,
    /// and the key file that `named` is, with those that a rotation puts beside it.
    List<Spared> spared(Optional<Path> named) throws Failure {
        var spared = new ArrayList<Spared>();
        depot.flatMap(this::folder)
                .ifPresent(stat -> spared.add(Spared.of("the depot itself", stat)));
        folder(keys()).ifPresent(stat -> spared.add(Spared.of("Berth's own keys", stat)));
        if (named.isEmpty()) return spared;
        for (String ending : BESIDE_A_KEY) {
            var place = Place.of(Path.of(named.get() + ending));
            try (var in = world.files().open(place.folder())) {
                in.stat(place.name())
                        .ifPresent(stat -> spared.add(Spared.of("the depot's master key", stat)));
            } catch (FileFault fault) {
                throw fault.asFailure(place.toString());
            }
        }
        return spared;
    }

    private Path keys() throws Failure {
        return RealPath.of(world, world.dataFolder().resolve("keys"));
    }

    private void mustNotLieIn(Path wanted, Path folder, String what) throws Failure {
        if (!liesIn(wanted, folder)) return;
        throw new Failure.Refused(
                "%s lies in %s".formatted(target, what), "name a folder outside of it");
    }

    /// By the paths, or by what the folders on the way really are: a file system may be mounted in
    /// several places, and take names for the same that are not.
    private boolean liesIn(Path inner, Path outer) {
        if (inner.startsWith(outer)) return true;
        var there = folder(outer).map(stat -> Spared.of("", stat));
        if (there.isEmpty()) return false;
        for (Path at = inner; at != null; at = at.getParent()) {
            if (folder(at).filter(there.get()::is).isPresent()) return true;
        }
        return false;
    }

    /// The facts of a folder; none of what is not there, is none, or does not let us look.
    private Optional<FileStat> folder(Path path) {
        try (var folder = world.files().open(path)) {
            return Optional.of(folder.stat());
        } catch (FileFault none) {
            return Optional.empty();
        }
    }

    private Failure wouldRemove(String what) {
        return new Failure.Refused(
                "--exact would remove %s, which lies in %s".formatted(what, target),
                "leave --exact away, or name another folder");
    }
}
