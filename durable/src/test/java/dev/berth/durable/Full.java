package dev.berth.durable;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.foreign.MemorySegment;
import java.nio.file.Path;

/// A small real file system, and what it runs out of.
enum Full {
    /// No room for bytes; a folder takes none.
    TMPFS_OF_BYTES,
    /// No room for another name.
    TMPFS_OF_NAMES,
    /// No room for bytes, nor for a folder.
    EXT4_OF_BYTES;

    static final Name FILLER = Name.of("filler");
    private static final int FILES = 40;

    Mount mount(Path image, Path point) throws Exception {
        return switch (this) {
            case TMPFS_OF_BYTES -> Mount.tmpfs(point, 256, 1000);
            case TMPFS_OF_NAMES -> Mount.tmpfs(point, 4096, FILES);
            case EXT4_OF_BYTES -> {
                Need.command("mkfs.ext4");
                yield Mount.ext4(image, point, 1024);
            }
        };
    }

    boolean hasRoomForFolders() {
        return this == TMPFS_OF_BYTES;
    }

    void fill(Folder folder) throws FileFault {
        switch (this) {
            case TMPFS_OF_BYTES, EXT4_OF_BYTES -> fillWithBytes(folder);
            case TMPFS_OF_NAMES -> fillWithNames(folder);
        }
    }

    /// Takes away what it was filled with.
    void free(Folder folder) throws FileFault {
        for (var entry : folder.list()) {
            if (isFiller(entry.name())) folder.unlink(entry.name());
        }
    }

    static boolean isFiller(Name name) {
        return name.toString().startsWith(FILLER.toString());
    }

    private static void fillWithNames(Folder folder) throws FileFault {
        try {
            for (int i = 0; i <= FILES; i++) folder.create(Name.of("filler-" + i), 0600).close();
            throw new AssertionError("never full");
        } catch (FileFault full) {
            assertThat(full.errno()).isEqualTo(Errno.ENOSPC);
        }
    }

    /// Byte by byte in the end, so that not even the rest of a block is left.
    static void fillWithBytes(Folder folder) throws FileFault {
        try (var filler = folder.create(FILLER, 0600)) {
            long size = 0;
            for (int piece = 65536; piece > 0; piece /= 2) {
                var bytes = MemorySegment.ofArray(new byte[piece]);
                try {
                    while (true) size += filler.write(bytes, size);
                } catch (FileFault full) {
                    assertThat(full.errno()).isEqualTo(Errno.ENOSPC);
                }
            }
            filler.sync();
        }
    }
}
