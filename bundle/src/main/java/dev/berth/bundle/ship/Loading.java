package dev.berth.bundle.ship;

import dev.berth.bundle.BundleProgress;
import dev.berth.bundle.Lanes;
import dev.berth.bundle.Line;
import dev.berth.bundle.ship.Packer.Packed;
import dev.berth.bundle.ship.Packer.PackedBatch;
import dev.berth.durable.FileFault;
import dev.berth.durable.OpenFile;
import dev.berth.failure.Failure;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.LongConsumer;

/// Takes entries from a source, has them packed ahead in several threads, and lays them down in
/// their order; without a hold they are only looked at.
final class Loading implements AutoCloseable {
    private final Packer packer;
    private final Optional<Hold> hold;
    private final BundleProgress progress;
    private final Line<PackedBatch> line;
    private final List<Packed> loaded = new ArrayList<>();
    private long bytes;

    Loading(Lanes lanes, Packer packer, Optional<Hold> hold, BundleProgress progress) {
        this.packer = packer;
        this.hold = hold;
        this.progress = progress;
        this.line = lanes.line(this::lay);
    }

    void give(Batch batch, long size) throws Failure, FileFault {
        line.give(size, () -> packer.pack(batch));
    }

    /// An entry that does not fit into memory: in this thread, after all others before it.
    void giveLarge(Planned one, OpenFile file) throws Failure, FileFault {
        line.finish();
        LongConsumer piece = so -> progress.reached(loaded.size(), bytes + so);
        var large = new LargeFile(packer, one, file, piece);
        note(hold.isEmpty() ? large.lookOnly() : large.pack(hold.get()));
    }

    List<Packed> finish() throws Failure {
        try {
            line.finish();
        } catch (FileFault fault) {
            throw fault.asFailure(fault.subject());
        }
        return loaded;
    }

    private void lay(PackedBatch batch) throws FileFault {
        long start = 0;
        if (hold.isPresent()) {
            start = hold.get().position();
            hold.get().append(batch.bytes().bytes(), batch.bytes().length());
        }
        for (var one : batch.entries()) {
            note(one.at(start + one.member().offset()));
        }
        packer.reuse(batch);
    }

    private void note(Packed one) {
        loaded.add(one);
        bytes += one.file().entry().size();
        progress.reached(loaded.size(), bytes);
    }

    @Override
    public void close() {
        line.close();
    }
}
