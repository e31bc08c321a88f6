package dev.berth.depot.snapshot;

import dev.berth.depot.ignore.Ignoring;
import dev.berth.depot.work.Way;
import dev.berth.durable.AtomicFile;
import dev.berth.durable.Folder;
import dev.berth.durable.Name;
import dev.berth.failure.Failure;

import org.jspecify.annotations.Nullable;

import java.util.List;
import java.util.Optional;

/// What is left out of a snapshot by wish, as it holds in one folder: patterns of the command line
/// and of the ignore files on the way. Immutable.
final class Leaving {
    private final List<byte[]> patterns;
    private final @Nullable Ignoring here;

    private Leaving(List<byte[]> patterns, @Nullable Ignoring here) {
        this.patterns = patterns;
        this.here = here;
    }

    /// Above the root: nothing is decided yet.
    static Leaving by(List<byte[]> patterns) {
        return new Leaving(patterns, null);
    }

    /// As it holds in `folder`, which lies at `way` and may have an ignore file of its own.
    Leaving in(Folder folder, Way way, boolean hasFile) throws Failure {
        Optional<byte[]> file =
                hasFile
                        ? AtomicFile.readIfThere(folder, Ignoring.FILE, Ignoring.LIMIT_BYTES)
                        : Optional.empty();
        var above = here;
        if (above == null) return new Leaving(patterns, Ignoring.root(patterns, file));
        return new Leaving(patterns, above.enter(way.name(), file));
    }

    boolean leavesOut(Name entry, boolean folder) {
        return here != null && here.leavesOut(entry, folder);
    }
}
