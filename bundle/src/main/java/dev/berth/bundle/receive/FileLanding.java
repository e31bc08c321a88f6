package dev.berth.bundle.receive;

import dev.berth.bundle.BundledFile;
import dev.berth.disk.EntrySink;
import dev.berth.disk.Limits;
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
    public void expect(BundledFile file) throws Failure {
        var entry = file.entry();
        if (entry.size() > Limits.MAX_FILE_BYTES) {
            throw Limits.tooLarge(file.volume(), entry.path(), entry.size());
        }
    }

    @Override
    public void settle(BundledFile file, byte[] content) throws Failure {
        sink.take(file.volume(), file.entry(), content);
    }
}
