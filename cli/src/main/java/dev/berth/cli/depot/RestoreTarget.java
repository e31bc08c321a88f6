package dev.berth.cli.depot;

import dev.berth.cli.World;
import dev.berth.durable.Errno;
import dev.berth.durable.FileFault;
import dev.berth.failure.Failure;

import java.nio.file.Path;

/// Where a checkpoint is to be brought back, seen beside the depot that holds it.
record RestoreTarget(World world, Path depot, Path target) {
    /// Neither may a tree be strewn into the depot, nor the depot be removed as what is not in the
    /// checkpoint.
    void mustSpareTheDepot(boolean exact) throws Failure {
        Path kept = real(depot);
        Path wanted = real(target);
        if (wanted.startsWith(kept)) {
            throw new Failure.Refused(
                    target + " lies in the depot itself", "name a folder outside of it");
        }
        if (exact && kept.startsWith(wanted)) {
            throw new Failure.Refused(
                    "--exact would remove the depot, which lies in " + target,
                    "leave --exact away, or name another folder");
        }
    }

    /// Without links, as far as it is there.
    private Path real(Path path) throws Failure {
        Path there = path.toAbsolutePath().normalize();
        Path missing = Path.of("");
        while (true) {
            try {
                return world.files().realPath(there).resolve(missing).normalize();
            } catch (FileFault fault) {
                boolean absent = fault.is(Errno.ENOENT) || fault.is(Errno.ENOTDIR);
                Path above = there.getParent();
                if (!absent || above == null) throw fault.asFailure(path.toString());
                missing = above.relativize(there).resolve(missing);
                there = above;
            }
        }
    }
}
