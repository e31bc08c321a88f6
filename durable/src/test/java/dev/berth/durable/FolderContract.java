package dev.berth.durable;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

import java.nio.file.Path;

/// What every file layer promises. A layer's test extends this, says which layer and which empty
/// folder in it, and adds what is special about it.
public abstract class FolderContract
        implements OpeningContract,
                NamingContract,
                RenamingContract,
                RemovingContract,
                LinkingContract,
                ListingContract,
                AttributesContract,
                ContentContract,
                ClosingContract {
    private Folder folder;

    /// The layer under test.
    protected abstract FileLayer files();

    /// An empty folder in it, a new one for each test.
    protected abstract Path root();

    @BeforeEach
    void openFolder() throws FileFault {
        folder = files().open(root());
    }

    @AfterEach
    void closeFolder() {
        folder.close();
    }

    @Override
    public FileLayer layer() {
        return files();
    }

    @Override
    public Path place() {
        return root();
    }

    @Override
    public Folder folder() {
        return folder;
    }
}
