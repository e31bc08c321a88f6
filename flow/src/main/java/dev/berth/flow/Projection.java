package dev.berth.flow;

import dev.berth.durable.FileFault;
import dev.berth.durable.FileStat;
import dev.berth.failure.Failure;

import java.util.Arrays;
import java.util.Optional;

/// A look at the agent's file.
record Projection(FlowFolder folder) {
    private static final int OTHERS = 0077;

    /// Whether it says what the session says: nothing when there is none.
    boolean isCurrent(Optional<Found.Active> active) throws Failure {
        if (active.isPresent()) {
            return holds(Instructions.of(active.get().session(), active.get().source()));
        }
        return !isThere();
    }

    boolean isThere() throws Failure {
        return stat().isPresent();
    }

    boolean isFolder() throws Failure {
        return stat().filter(FileStat::isFolder).isPresent();
    }

    private Optional<FileStat> stat() throws Failure {
        try {
            return folder.flow().stat(FlowFolder.INSTRUCTIONS);
        } catch (FileFault fault) {
            throw fault.asFailure(".flow/" + FlowFolder.INSTRUCTIONS);
        }
    }

    /// Compared whole, not by the recorded hash alone: somebody may have edited it, or let others
    /// read it.
    boolean holds(byte[] wanted) throws Failure {
        try (var file = folder.flow().read(FlowFolder.INSTRUCTIONS)) {
            var stat = file.stat();
            return stat.size() == wanted.length
                    && (stat.mode() & OTHERS) == 0
                    && Arrays.equals(file.readAll(wanted.length), wanted);
        } catch (FileFault fault) {
            return switch (fault.errno()) {
                case ENOENT, EACCES, EFBIG, ENXIO, EISDIR -> false;
                default -> throw fault.asFailure(".flow/" + FlowFolder.INSTRUCTIONS);
            };
        }
    }
}
