package dev.berth.depot.blob.folder;

import dev.berth.depot.blob.BlobStore;
import dev.berth.durable.Errno;
import dev.berth.durable.FileFault;
import dev.berth.durable.Folder;
import dev.berth.durable.Name;
import dev.berth.durable.OpenFile;
import dev.berth.durable.SystemRandom;
import dev.berth.failure.Failure;

import java.lang.foreign.MemorySegment;
import java.security.SecureRandom;
import java.util.HexFormat;

/// A file on its way, under the name of a temporary until it is whole. Should somebody take that
/// away, since it looked like a killed writer's, the bytes are still in the open file: they are put
/// under another name.
final class FolderUpload implements BlobStore.Upload {
    private static final SecureRandom RANDOM = SystemRandom.here();
    private static final int ATTEMPTS = 5;
    private static final int COPIED_AT_ONCE = 1 << 20;

    private final Folder folder;
    private final Name name;
    private Name temporary;
    private OpenFile file;
    private long written;
    private boolean ended;

    FolderUpload(Folder folder, Name name) throws FileFault {
        this.folder = folder;
        this.name = name;
        temporary = temporary(name);
        file = folder.create(temporary, 0600);
    }

    /// The shape that durable's own temporaries have, so that one sweep knows them all.
    private static Name temporary(Name name) {
        String random = HexFormat.of().toHexDigits(RANDOM.nextLong());
        return Name.of("." + name + ".tmp-" + random);
    }

    @Override
    public void write(byte[] bytes, int offset, int length) throws Failure {
        try {
            file.writeFully(MemorySegment.ofArray(bytes).asSlice(offset, length), written);
        } catch (FileFault fault) {
            throw fault.asFailure(name.toString());
        }
        written += length;
    }

    @Override
    public long written() {
        return written;
    }

    @Override
    public void commit() throws Failure {
        try {
            for (int attempt = 1; !publish(); attempt++) {
                if (attempt == ATTEMPTS) throw discarded();
                again();
            }
            ended = true;
            folder.sync();
        } catch (FileFault fault) {
            // There is no folder to make a file in: the depot itself was removed.
            if (fault.is(Errno.ENOENT)) throw discarded().because(fault);
            throw fault.asFailure(name.toString());
        }
    }

    /// False when the temporary is gone.
    private boolean publish() throws FileFault {
        file.sync();
        try {
            folder.renameNew(temporary, folder, name);
            return true;
        } catch (FileFault fault) {
            if (!fault.is(Errno.ENOENT)) throw fault;
            return false;
        }
    }

    private void again() throws FileFault {
        var next = temporary(name);
        var copy = folder.create(next, 0600);
        var before = file;
        file = copy;
        temporary = next;
        try (before) {
            var buffer = MemorySegment.ofArray(new byte[COPIED_AT_ONCE]);
            for (long at = 0; at < written; at += COPIED_AT_ONCE) {
                var part = buffer.asSlice(0, Math.min(COPIED_AT_ONCE, written - at));
                if (before.readFully(part, at) < part.byteSize()) {
                    throw new FileFault(Errno.EIO, "read", name.toString());
                }
                copy.writeFully(part, at);
            }
        }
    }

    private Failure discarded() {
        return new Failure.Unavailable(
                name + " was taken away again and again while it was written",
                "do it once more when the depot is there and nobody collects");
    }

    @Override
    public void close() {
        file.close();
        if (ended) return;
        ended = true;
        try {
            folder.unlink(temporary);
        } catch (FileFault left) {
            // It stays as a leftover, which the next collect removes.
            assert !left.is(Errno.EINVAL);
        }
    }
}
