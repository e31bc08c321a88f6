package dev.berth.bundle.ship;

import dev.berth.bundle.BundleLimits;
import dev.berth.bundle.BundleProgress;
import dev.berth.bundle.BundledFile;
import dev.berth.bundle.Lanes;
import dev.berth.bundle.SecretScan;
import dev.berth.bundle.ship.Packer.Packed;
import dev.berth.bundle.ship.Packer.Packing;
import dev.berth.bundle.ship.Selection.Chosen;
import dev.berth.disk.DiskFiles;
import dev.berth.disk.Tally;
import dev.berth.disk.Volume;
import dev.berth.disk.moving.Stage;
import dev.berth.durable.ContentHash;
import dev.berth.durable.FileFault;
import dev.berth.durable.FileLayer;
import dev.berth.durable.OpenFile;
import dev.berth.failure.Failure;

import java.nio.file.Path;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Makes a bundle of a disk in either form. The bundle is whole, durable and under its name, or it
/// is absent; a file of that name is never replaced. The disk is only read.
public record Ship(
        FileLayer files, DiskFiles disks, Lanes lanes, BundleLimits limits, String producer) {
    private static final int ATTEMPTS = 5;
    private static final int PUBLIC_MODE = 0644;
    private static final int PRIVATE_MODE = 0600;
    private static final ContentHash NOTHING = ContentHash.of(new byte[0]);

    /// Says what would travel and what would not, and writes nothing.
    public Departure preview(Path disk, ShipOptions options, BundleProgress progress)
            throws Failure {
        return steadily(
                disk,
                options,
                progress,
                (source, selection, chosen) -> {
                    var packer = new Packer(options.scan(), Packing.NONE);
                    var packed = List.<Packed>of();
                    if (options.scan())
                        packed = load(source, chosen, packer, Optional.empty(), progress);
                    return selection.departure(planned(chosen), Finds.of(packed, options));
                });
    }

    public Shipped ship(Path disk, Path target, ShipOptions options, BundleProgress progress)
            throws Failure {
        return steadily(
                disk,
                options,
                progress,
                (source, selection, chosen) -> {
                    try (var stage = Stage.beside(files, target)) {
                        if (stage.targetExists()) throw taken(target);
                        Shipped shipped;
                        try (var file = stage.builtFile()) {
                            shipped =
                                    build(
                                            source,
                                            selection,
                                            chosen,
                                            file,
                                            target.toString(),
                                            options,
                                            progress);
                        }
                        stage.publishNewFile(options.includePrivate() ? PRIVATE_MODE : PUBLIC_MODE);
                        return shipped;
                    }
                });
    }

    private Shipped build(
            Source source,
            Selection selection,
            Chosen chosen,
            OpenFile file,
            String named,
            ShipOptions options,
            BundleProgress progress)
            throws Failure {
        try {
            for (var packing : List.of(Packing.DEFLATED, Packing.STORED)) {
                file.truncate(0);
                // Asked for while the first entries are packed in other threads.
                var hold = new Hold(file, named, () -> expectedFront(chosen, options));
                var packer = new Packer(options.scan(), packing);
                var packed = load(source, chosen, packer, Optional.of(hold), progress);
                var finds = Finds.of(packed, options);
                Finds.refuse(finds);
                var bundled = packed.stream().map(Packed::file).toList();
                var scan = scan(options, !finds.secrets().isEmpty());
                var contents = Contents.of(bundled, options, scan, producer);
                long size = new BundleWriter(hold).finish(contents, packed, options);
                // So dense that a receiver would take it for a trap: once more, not deflated.
                if (!limits.mayUnpackTo(contents.manifest().totalBytes(), size)) continue;
                var departure = selection.departure(tallies(bundled), finds);
                return new Shipped(contents.manifest(), size, departure);
            }
        } catch (FileFault fault) {
            throw fault.asFailure(fault.subject());
        }
        throw new IllegalStateException("what is stored cannot be too dense");
    }

    private List<Packed> load(
            Source source,
            Chosen chosen,
            Packer packer,
            Optional<Hold> hold,
            BundleProgress progress)
            throws Failure {
        long bytes = chosen.entries().stream().mapToLong(one -> one.entry().size()).sum();
        progress.begins(chosen.entries().size(), bytes);
        try (var loading = new Loading(lanes, packer, hold, progress)) {
            source.give(chosen, loading);
            return loading.finish();
        }
    }

    private long expectedFront(Chosen chosen, ShipOptions options) {
        return Contents.expected(expected(chosen), options, scan(options, false), producer)
                .frontBytes();
    }

    private static SecretScan scan(ShipOptions options, boolean found) {
        if (!options.scan()) return SecretScan.SKIPPED;
        return found ? SecretScan.ALLOWED : SecretScan.CLEAN;
    }

    private static List<BundledFile> expected(Chosen chosen) {
        return chosen.entries().stream()
                .map(one -> new BundledFile(one.volume(), one.entry(), NOTHING))
                .toList();
    }

    private static Map<Volume, Tally> planned(Chosen chosen) {
        return tallies(expected(chosen));
    }

    private static Map<Volume, Tally> tallies(List<BundledFile> entries) {
        var tallies = new EnumMap<Volume, Tally>(Volume.class);
        for (var one : entries) {
            var before = tallies.getOrDefault(one.volume(), Tally.NOTHING);
            tallies.put(one.volume(), before.and(one.entry().size()));
        }
        return tallies;
    }

    /// Opens and surveys the disk, and starts over when it changes under the work.
    private <T> T steadily(Path disk, ShipOptions options, BundleProgress progress, Work<T> work)
            throws Failure {
        for (int attempt = 1; attempt <= ATTEMPTS; attempt++) {
            try (var source = open(disk)) {
                var selection = new Selection(options, limits, progress);
                source.survey(selection);
                return work.run(source, selection, selection.chosen());
            } catch (ChangedMeanwhile changed) {
                // Once more: the next survey sees what is there now.
            }
        }
        throw new Failure.Unavailable(
                disk + " keeps changing while it is read",
                "pause what writes there, or freeze it first and ship the frozen disk");
    }

    private Source open(Path disk) throws Failure {
        Optional<Source> tree = TreeSource.at(files, disk);
        return tree.isPresent() ? tree.get() : new FileSource(disks, disk);
    }

    private static Failure taken(Path target) {
        return new Failure.Conflict(
                target + " is already there", "choose another name, or remove it", Map.of());
    }

    private interface Work<T> {
        T run(Source source, Selection selection, Chosen chosen) throws Failure;
    }
}
