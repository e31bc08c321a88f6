package dev.berth.bundle.receive;

import dev.berth.bundle.BundleProgress;
import dev.berth.bundle.BundledFile;
import dev.berth.bundle.Lanes;
import dev.berth.bundle.Line;
import dev.berth.disk.Tally;
import dev.berth.disk.Volume;
import dev.berth.durable.FileFault;
import dev.berth.failure.Failure;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/// Goes through a bundle once: looks at each entry, and has those that were looked at unpacked,
/// proven and handed to a landing by other threads meanwhile. What landed counts for nothing until
/// [#run] returns: a flaw may still be found at the very end.
final class Unpacking {
    private static final long BATCH_BYTES = 1 << 20;
    private static final int BATCH_ENTRIES = 512;
    private static final long LARGE_BYTES = 16L << 20;

    private final UnverifiedBundle bundle;
    private final Landing landing;
    private final BundleProgress progress;
    private final boolean gitToo;
    private final Reckoning reckoning;
    private List<Item> batch = new ArrayList<>();
    private long weight;

    Unpacking(UnverifiedBundle bundle, Landing landing, BundleProgress progress) {
        this.bundle = bundle;
        this.landing = landing;
        this.progress = progress;
        this.reckoning = new Reckoning(progress);
        this.gitToo = bundle.manifest().gitIncluded();
    }

    Map<Volume, Tally> run(Lanes lanes) throws Failure, FileFault {
        progress.begins(bundle.manifest().fileCount(), bundle.manifest().totalBytes());
        var entries = new Entries(bundle);
        var volumes = new Volumes(bundle.manifest());
        try (Line<List<Proof.Proven>> line = lanes.line(this::settle)) {
            while (entries.hasNext()) {
                var item = entries.next();
                volumes.add(item.file());
                landing.expect(item.file());
                if (isLarge(item.file())) {
                    flush(line);
                    var proof = new LargeProof(bundle, landing, item, reckoning);
                    line.give(BATCH_BYTES, proof::run);
                    continue;
                }
                batch.add(item);
                weight += item.member().packed() + item.member().size();
                if (weight >= BATCH_BYTES || batch.size() >= BATCH_ENTRIES) flush(line);
            }
            entries.end();
            flush(line);
            line.finish();
        }
        return volumes.tallies();
    }

    private boolean isLarge(BundledFile file) {
        return file.entry().size() > LARGE_BYTES && !landing.takesWhole();
    }

    private void flush(Line<List<Proof.Proven>> line) throws Failure, FileFault {
        if (batch.isEmpty()) return;
        var proof = new Proof(bundle, landing, List.copyOf(batch), gitToo);
        line.give(weight, proof::run);
        batch = new ArrayList<>();
        weight = 0;
    }

    private void settle(List<Proof.Proven> proven) throws Failure {
        for (var one : proven) {
            landing.settle(one.file(), one.content());
            // The bytes of a large one were counted as they came.
            reckoning.add(1, isLarge(one.file()) ? 0 : one.file().entry().size());
        }
    }
}
