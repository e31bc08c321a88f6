package dev.berth.bench.depot.corpus;

import dev.berth.durable.FileFault;

/// A tree that grows: small files, a hundred in each folder, the same ones in every run.
public final class ManyFiles {
    private static final int FILES_EACH = 100;
    private static final int FOLDERS_EACH = 100;
    private static final int BYTES = 300;

    // Where no turn edits, touches or removes anything.
    private static final String EDITED = ".git/edited";

    private final Tree tree;
    private final Words words = new Words(4);
    private int count;

    public ManyFiles(Tree tree) {
        this.tree = tree;
    }

    /// Adds files until there are `total`.
    public void growTo(int total) throws FileFault {
        for (; count < total; count++) {
            tree.put(path(count), words.text(BYTES), 0644, Tree.EPOCH_SECONDS + count % FILES_EACH);
        }
    }

    /// Changes a file that no turn touches.
    public void edit(int number) throws FileFault {
        long time = Tree.EPOCH_SECONDS + 1000 + number;
        if (number == 1) tree.put(EDITED, words.text(BYTES), 0644, time);
        else tree.replace(EDITED, words.text(BYTES), time);
    }

    private static String path(int number) {
        int folder = number / FILES_EACH;
        return "g%02d/d%02d/f%02d"
                .formatted(folder / FOLDERS_EACH, folder % FOLDERS_EACH, number % FILES_EACH);
    }
}
