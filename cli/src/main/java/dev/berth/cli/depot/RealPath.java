package dev.berth.cli.depot;

import dev.berth.cli.World;
import dev.berth.durable.Errno;
import dev.berth.durable.FileFault;
import dev.berth.failure.Failure;

import java.nio.file.Path;

/// A path without links, as far as it is there.
final class RealPath {
    private RealPath() {}

    static Path of(World world, Path path) throws Failure {
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
