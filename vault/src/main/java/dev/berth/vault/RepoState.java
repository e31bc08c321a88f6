package dev.berth.vault;

import dev.berth.durable.AtomicFile;
import dev.berth.durable.Folder;
import dev.berth.durable.Name;
import dev.berth.failure.Failure;

import java.util.Optional;

/// State that belongs to one checkout and is never synced, such as `.harness/` in a repository. It
/// is partitioned by where it lies, so it takes the atomic writer and no lock. That there is no
/// lock is this type's whole point: what is shared goes through [Vault].
public final class RepoState {
    private static final int MAXIMAL_BYTES = 64 * 1024 * 1024;

    private final Folder folder;

    /// `folder` belongs to the caller and stays open as long as this is used.
    public RepoState(Folder folder) {
        this.folder = folder;
    }

    /// Replaces a file; durable on return.
    public void write(Name name, byte[] bytes) throws Failure {
        AtomicFile.write(folder, name, bytes);
    }

    public Optional<byte[]> read(Name name) throws Failure {
        return AtomicFile.readIfThere(folder, name, MAXIMAL_BYTES);
    }
}
