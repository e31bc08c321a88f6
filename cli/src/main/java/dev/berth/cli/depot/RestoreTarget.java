package dev.berth.cli.depot;

import dev.berth.cli.World;
import dev.berth.failure.Failure;

import java.nio.file.Path;

/// Where a checkpoint is to be brought back, seen beside the depot that holds it.
record RestoreTarget(World world, Path depot, Path target) {
    /// Neither may a tree be strewn into the depot, nor the depot, or our own data with the keys to
    /// it, be removed as what is not in the checkpoint.
    void mustSpareTheDepot(boolean exact) throws Failure {
        Path kept = RealPath.of(world, depot);
        Path wanted = RealPath.of(world, target);
        if (wanted.startsWith(kept)) {
            throw new Failure.Refused(
                    target + " lies in the depot itself", "name a folder outside of it");
        }
        if (!exact) return;
        if (kept.startsWith(wanted)) throw wouldRemove("the depot");
        if (RealPath.of(world, world.dataFolder()).startsWith(wanted)) {
            throw wouldRemove("Berth's own data and keys");
        }
    }

    private Failure wouldRemove(String what) {
        return new Failure.Refused(
                "--exact would remove %s, which lies in %s".formatted(what, target),
                "leave --exact away, or name another folder");
    }
}
