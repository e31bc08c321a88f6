package dev.berth.bundle.receive;

import dev.berth.bundle.BundledFile;
import dev.berth.disk.EntrySink;
import dev.berth.failure.Failure;

/// Entries become rows of a disk in file form.
record FileLanding(EntrySink sink) implements Landing {
    @Override
    public Spot spot() {
        return NONE;
    }

    @Override
    public boolean takesWhole() {
        return true;
    }

    @Override
    public void settle(BundledFile file, byte[] content) throws Failure {
        sink.take(file.volume(), file.entry(), content);
    }
}
