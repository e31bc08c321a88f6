package dev.berth.durable;

import java.time.Instant;

/// What the file system says of one entry, from one look-up. `mode` holds the permission bits only
/// (0 to 07777); `blocks` counts 512-byte units that are really allocated.
public record FileStat(
        Kind kind,
        int mode,
        int uid,
        int gid,
        long size,
        long blocks,
        long inode,
        long device,
        long links,
        long modifiedSeconds,
        int modifiedNanos,
        long changedSeconds,
        int changedNanos) {

    /// What an entry is. The set is the platform's; `OTHER` is anything a newer kernel may add.
    public enum Kind {
        FILE,
        FOLDER,
        LINK,
        PIPE,
        SOCKET,
        BLOCK_DEVICE,
        CHARACTER_DEVICE,
        OTHER
    }

    /// The same facts with another size, for layers that learn the two separately.
    public FileStat withSize(long bytes) {
        return new FileStat(
                kind,
                mode,
                uid,
                gid,
                bytes,
                blocks,
                inode,
                device,
                links,
                modifiedSeconds,
                modifiedNanos,
                changedSeconds,
                changedNanos);
    }

    public Instant modified() {
        return Instant.ofEpochSecond(modifiedSeconds, modifiedNanos);
    }

    public boolean isFile() {
        return kind == Kind.FILE;
    }

    public boolean isFolder() {
        return kind == Kind.FOLDER;
    }

    public boolean isLink() {
        return kind == Kind.LINK;
    }
}
