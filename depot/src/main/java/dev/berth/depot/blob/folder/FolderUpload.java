package dev.berth.depot.blob.folder;

import dev.berth.depot.blob.BlobStore;
import dev.berth.durable.Errno;
import dev.berth.durable.FileFault;
import dev.berth.durable.Folder;
import dev.berth.durable.Name;
import dev.berth.durable.OpenFile;
import dev.berth.failure.Failure;

import java.lang.foreign.MemorySegment;
import java.security.SecureRandom;
import java.util.HexFormat;

/// A file on its way, under the name of a temporary until it is whole.
final class FolderUpload implements BlobStore.Upload {
    private static final SecureRandom RANDOM = new SecureRandom();

    private final Folder folder;
    private final Name name;
    private final Name temporary;
    private final OpenFile file;
    private long written;
    private boolean ended;

    FolderUpload(Folder folder, Name name) throws FileFault {
        this.folder = folder;
        this.name = name;
        // The shape that durable's own temporaries have, so that one sweep knows them all.
        String random = HexFormat.of().toHexDigits(RANDOM.nextLong());
        temporary = Name.of("." + name + ".tmp-" + random);
        file = folder.create(temporary, 0600);
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
            file.sync();
            folder.renameNew(temporary, folder, name);
            ended = true;
            folder.sync();
        } catch (FileFault fault) {
            throw fault.asFailure(name.toString());
        }
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
