package dev.berth.session.life;

import dev.berth.failure.Failure;
import dev.berth.session.files.FileTree;

/// A volume that is open to be looked at for a while. Used by one thread.
public final class FileView implements AutoCloseable {
    private final Grips.Look look;
    private final FileTree tree;

    FileView(Grips.Look look, FileTree tree) {
        this.look = look;
        this.tree = tree;
    }

    public FileTree tree() {
        return tree;
    }

    boolean isUnmoved() {
        return look.holds();
    }

    /// An `Unavailable` when the files were taken elsewhere since this was opened: what was seen
    /// may lack some of them.
    public void requireUnmoved() throws Failure {
        if (isUnmoved()) return;
        throw new Failure.Unavailable(
                "the session was put away while its files were read", "ask again");
    }

    @Override
    public void close() {
        tree.close();
        look.close();
    }
}
