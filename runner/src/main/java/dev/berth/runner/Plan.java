package dev.berth.runner;

import dev.berth.disk.SessionId;
import dev.berth.disk.Volume;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/// What a sandbox is made of: a disk in tree form, what of the system shows beside it, and limits.
///
/// `readOnly` are folders of the machine that show at their own place and cannot be changed, such
/// as where an agent is installed. `image` is what a container is made of. Without `sandboxed`
/// there are no walls, only processes.
public record Plan(
        SessionId session,
        Path disk,
        Optional<String> image,
        List<Path> readOnly,
        boolean network,
        Limits limits,
        boolean sandboxed) {
    public Plan {
        readOnly = List.copyOf(readOnly);
        if (!disk.isAbsolute()) throw new IllegalArgumentException("not absolute: " + disk);
    }

    /// A sandbox without network, with the default limits.
    public static Plan of(SessionId session, Path disk) {
        return new Plan(session, disk, Optional.empty(), List.of(), false, Limits.DEFAULT, true);
    }

    /// Where a volume lies on this machine.
    public Path folder(Volume volume) {
        return disk.resolve(volume.label());
    }

    public Plan withNetwork() {
        return new Plan(session, disk, image, readOnly, true, limits, sandboxed);
    }

    public Plan withLimits(Limits other) {
        return new Plan(session, disk, image, readOnly, network, other, sandboxed);
    }

    public Plan showing(List<Path> folders) {
        return new Plan(session, disk, image, folders, network, limits, sandboxed);
    }

    public Plan of(String otherImage) {
        return new Plan(
                session, disk, Optional.of(otherImage), readOnly, network, limits, sandboxed);
    }

    public Plan unsandboxed() {
        return new Plan(session, disk, image, readOnly, network, limits, false);
    }
}
