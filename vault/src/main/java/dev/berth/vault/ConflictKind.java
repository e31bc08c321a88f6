package dev.berth.vault;

/// How sync clients name what they could not merge.
public enum ConflictKind {
    /// `notes (Ada's conflicted copy 2026-01-02).md`: Dropbox, Nextcloud, Obsidian.
    CONFLICTED_COPY("conflicted_copy"),
    /// `notes [Conflict].md`: Drive.
    CONFLICT_MARK("conflict_mark"),
    /// `notes.sync-conflict-20260102-030405-ABCDEFG.md`: Syncthing.
    SYNC_CONFLICT("sync_conflict"),
    /// `Copy of notes.md`: Drive.
    COPY_OF("copy_of"),
    /// `notes (2).md` beside `notes.md`: Drive.
    NUMBERED("numbered"),
    /// Anything in a folder `lost_and_found`, where Drive puts what it gave up on.
    LOST_AND_FOUND("lost_and_found");

    private final String label;

    ConflictKind(String label) {
        this.label = label;
    }

    /// The name in `--json` and in tables.
    public String label() {
        return label;
    }
}
