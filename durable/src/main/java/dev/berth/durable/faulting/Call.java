package dev.berth.durable.faulting;

/// One call on a file layer: what is asked, of which name, and through which handle. Handles are
/// numbered as they are opened; the layer itself is 0.
public record Call(Kind kind, String subject, long handle) {
    /// What is asked.
    public enum Kind {
        OPEN_LAYER(false),
        REAL_PATH(false),
        OPEN_FOLDER(false),
        OPEN_FILE(false),
        READ(false),
        SEEK(false),
        STAT(false),
        LIST(false),
        READ_LINK(false),
        SPACE(false),
        CREATE(true),
        WRITE(true),
        TRUNCATE(true),
        SET_ATTRIBUTES(true),
        MAKE_FOLDER(true),
        RENAME(true),
        RENAME_NEW(true),
        LINK(true),
        SYMLINK(true),
        UNLINK(true),
        REMOVE_FOLDER(true),
        SYNC_FILE(true),
        SYNC_FOLDER(true),
        SYNC_FILE_SYSTEM(true);

        private final boolean changes;

        Kind(boolean changes) {
            this.changes = changes;
        }

        /// Whether a power loss after it may end otherwise than one before it.
        public boolean changes() {
            return changes;
        }
    }

    @Override
    public String toString() {
        return kind + " " + subject;
    }
}
