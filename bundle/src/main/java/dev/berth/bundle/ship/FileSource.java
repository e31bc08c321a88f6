package dev.berth.bundle.ship;

import dev.berth.disk.Disk;
import dev.berth.disk.DiskEntry;
import dev.berth.disk.DiskFiles;
import dev.berth.disk.EntryKind;
import dev.berth.disk.Tally;
import dev.berth.disk.Volume;
import dev.berth.durable.FileFault;
import dev.berth.failure.Failure;

import java.nio.file.Path;
import java.util.Iterator;
import java.util.Optional;

/// A disk in file form. Its rows are listed first and read then, all as of one instant; what was
/// committed between the two makes a new start.
record FileSource(DiskFiles disks, Path file) implements Source {
    @Override
    public void survey(Selection selection) throws Failure {
        var tallies = disks.tallies(file);
        try (var disk = disks.open(file)) {
            for (var volume : Volume.values()) {
                if (selection.passesOver(volume)) continue;
                if (!selection.volumes().contains(volume)) {
                    selection.stays(volume, tallies.getOrDefault(volume, Tally.NOTHING));
                    continue;
                }
                for (var entry : disk.list(volume)) {
                    selection.add(volume, entry, target(disk, volume, entry));
                }
            }
        }
    }

    private static Optional<String> target(Disk disk, Volume volume, DiskEntry entry)
            throws Failure {
        if (entry.kind() != EntryKind.LINK) return Optional.empty();
        String target = disk.linkTarget(entry.path(), volume);
        return target.indexOf('\ufffd') < 0 ? Optional.of(target) : Optional.empty();
    }

    @Override
    public void give(Selection.Chosen chosen, Loading loading) throws Failure {
        var expected = chosen.entries().iterator();
        var gathering = new Gathering(expected, loading);
        var volumes = chosen.volumes();
        disks.read(
                file,
                volumes,
                () ->
                        (volume, entry, content) -> {
                            // What was left out when it was surveyed is left out still.
                            if (chosen.leaves(volume, entry.path())) return;
                            gathering.take(new Planned(volume, entry), content);
                        });
        gathering.end();
    }

    @Override
    public void close() {}

    /// Fills batches, and holds each entry to what the survey saw.
    private static final class Gathering {
        private final Iterator<Planned> expected;
        private final Loading loading;
        private MemoryBatch batch = new MemoryBatch();

        Gathering(Iterator<Planned> expected, Loading loading) {
            this.expected = expected;
            this.loading = loading;
        }

        void take(Planned one, byte[] content) throws Failure {
            if (!expected.hasNext() || !expected.next().equals(one)) {
                throw new ChangedMeanwhile(one.shown());
            }
            batch.add(one, content);
            if (batch.isFull()) flush();
        }

        void end() throws Failure {
            if (expected.hasNext()) throw new ChangedMeanwhile(expected.next().shown());
            flush();
        }

        private void flush() throws Failure {
            try {
                loading.give(batch, batch.bytes());
            } catch (FileFault fault) {
                throw fault.asFailure(fault.subject());
            }
            batch = new MemoryBatch();
        }
    }
}
