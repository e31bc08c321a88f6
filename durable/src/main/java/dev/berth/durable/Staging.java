package dev.berth.durable;

import dev.berth.durable.AtomicFile.Announced;
import dev.berth.durable.AtomicFile.Content;
import dev.berth.failure.Failure;

/// One file on its way to being [Staged]: created, filled, synced, or removed again.
record Staging(Folder folder, Name name, Announced announced) {
    // Two taken names of 64 random bits each are no coincidence.
    private static final int ATTEMPTS = 2;

    Staged run(int mode, Content content) throws FileFault, Failure {
        var created = create(mode);
        try (var file = created.file()) {
            content.writeTo(file);
            file.sync();
        } catch (Throwable failure) {
            unlinkAfter(failure, folder, created.temporary());
            throw failure;
        }
        return new Staged(folder, name, created.temporary());
    }

    /// Filled and put into its place without a sync, for a [CacheFile].
    void replace(int mode, Content content) throws FileFault, Failure {
        var created = create(mode);
        try {
            try (var file = created.file()) {
                content.writeTo(file);
            }
            folder.rename(created.temporary(), folder, name);
        } catch (Throwable failure) {
            unlinkAfter(failure, folder, created.temporary());
            throw failure;
        }
    }

    /// Removes a temporary because of `failure`, which stays the one that the caller hears of.
    static void unlinkAfter(Throwable failure, Folder folder, Name temporary) {
        try {
            folder.unlink(temporary);
        } catch (FileFault fault) {
            if (!fault.is(Errno.ENOENT)) failure.addSuppressed(fault);
        }
    }

    private Created create(int mode) throws FileFault, Failure {
        for (int attempt = 1; ; attempt++) {
            Name temporary = TemporaryName.next(name);
            announced.as(temporary);
            try {
                return new Created(temporary, folder.create(temporary, mode));
            } catch (FileFault fault) {
                if (!fault.is(Errno.EEXIST) || attempt == ATTEMPTS) throw fault;
            }
        }
    }

    private record Created(Name temporary, OpenFile file) {}
}
