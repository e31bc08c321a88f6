package dev.berth.runner;

import dev.berth.disk.SessionId;
import dev.berth.disk.Volume;

import java.nio.file.Path;
import java.util.List;

/// What a sandbox is made of: a disk in tree form, what of the system shows beside it, and limits.
///
/// `readOnly` are folders of the machine that show at their own place and cannot be changed, such
/// as where an agent is installed. Without `sandboxed` there are no walls, only processes.
public record Plan(
        SessionId session,
        Path disk,
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
        return new Plan(session, disk, List.of(), false, Limits.DEFAULT, true);
    }

    /// Where a volume lies on this machine.
    public Path folder(Volume volume) {
        return disk.resolve(volume.label());
    }

    public Plan withNetwork() {
        return new Plan(session, disk, readOnly, true, limits, sandboxed);
    }

    public Plan withLimits(Limits other) {
        return new Plan(session, disk, readOnly, network, other, sandboxed);
    }

    public Plan showing(List<Path> folders) {
        return new Plan(session, disk, folders, network, limits, sandboxed);
    }

    public Plan unsandboxed() {
        return new Plan(session, disk, readOnly, network, limits, false);
    }
}
