package dev.berth.depot.blob.folder;

import dev.berth.depot.blob.BlobName;
import dev.berth.depot.blob.BlobStore;
import dev.berth.durable.FileFault;
import dev.berth.durable.OpenFile;
import dev.berth.failure.Failure;

import java.lang.foreign.MemorySegment;
import java.util.Map;

/// An object's file, open: it stays readable when its name is gone.
record HeldFile(BlobName name, OpenFile file) implements BlobStore.Held {
    @Override
    public byte[] range(long offset, int length) throws Failure {
        var bytes = new byte[length];
        try {
            if (file.readFully(MemorySegment.ofArray(bytes), offset) == length) return bytes;
        } catch (FileFault fault) {
            throw fault.asFailure(name.value());
        }
        throw new Failure.Damaged(
                "the depot's object %s is cut short".formatted(name),
                "see `berth depot verify`",
                Map.of("object", name.value()));
    }

    @Override
    public void close() {
        file.close();
    }
}
