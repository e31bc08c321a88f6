package dev.berth.depot.restore;

import dev.berth.depot.work.Way;
import dev.berth.durable.FileFault;
import dev.berth.durable.Name;
import dev.berth.failure.Failure;

import java.util.Map;

/// What a fault in a target means: names there were looked at just before, so that one which is
/// gone or something else now is somebody else's doing.
final class Disturbed {
    private Disturbed() {}

    static Failure in(Way folder, FileFault fault) {
        return at(folder.isRoot() ? "the target" : folder.toString(), fault);
    }

    static Failure at(Way folder, Name name, FileFault fault) {
        return at(folder.path(name), fault);
    }

    private static Failure at(String path, FileFault fault) {
        return switch (fault.errno()) {
            case ENOENT, EEXIST, ENOTDIR, EISDIR, ELOOP, ENOTEMPTY ->
                    new Failure.Conflict(
                                    "somebody else has changed %s meanwhile: %s"
                                            .formatted(path, fault.errno().meaning()),
                                    "restore once more when nobody else is at it; what is there"
                                            + " already is kept",
                                    Map.of("path", path))
                            .because(fault);
            default -> fault.asFailure(path);
        };
    }
}
