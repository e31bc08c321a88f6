package dev.berth.bench.depot.corpus;

import dev.berth.durable.FileFault;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/// What is kept.
public enum Corpus {
    /// A project with its dependencies: about 0.8 GB in 40,000 files.
    TREE("working tree"),
    /// 100,000 files of at most 4 KiB.
    TINY("tiny files"),
    /// Two large files; a turn inserts one byte at the front of one of them.
    LARGE("large files");

    private final String title;

    Corpus(String title) {
        this.title = title;
    }

    public String title() {
        return title;
    }

    /// As it is named on the command line.
    public String label() {
        return name().toLowerCase(Locale.ROOT);
    }

    public static Optional<Corpus> of(String label) {
        return Arrays.stream(values()).filter(each -> each.label().equals(label)).findFirst();
    }

    /// Makes it in an empty folder; `scale` is the part of it that is wanted, 1 for all.
    public void fill(Tree tree, double scale) throws Exception {
        switch (this) {
            case TREE -> new WorkingTree(tree, scale).fill();
            case TINY -> TinyFiles.fill(tree, scale);
            case LARGE -> LargeFiles.fill(tree, scale);
        }
    }

    /// What happens to it between two snapshots; another thing in each round, always the same.
    public void turn(Tree tree, int round) throws FileFault {
        switch (this) {
            case TREE, TINY -> new Turn(tree, round).run();
            case LARGE -> LargeFiles.turn(tree, round);
        }
    }
}
