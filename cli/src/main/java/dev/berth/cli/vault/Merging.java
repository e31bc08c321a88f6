package dev.berth.cli.vault;

import dev.berth.vault.Reconcile;
import dev.berth.vault.TextMerge;

import java.util.Optional;

/// The merge that `--merge` asks for, and what became of it.
final class Merging implements Reconcile {
    private final TextMerge merge;
    private final Optional<byte[]> base;
    private final boolean wantsMarkers;
    private Outcome outcome = Outcome.NOT_TRIED;

    /// Without a base nothing is merged.
    Merging(TextMerge merge, Optional<byte[]> base, boolean wantsMarkers) {
        this.merge = merge;
        this.base = base;
        this.wantsMarkers = wantsMarkers;
    }

    @Override
    public Optional<byte[]> reconciled(byte[] ours, byte[] theirs) {
        if (base.isEmpty()) return Optional.empty();
        var merged = merge.merged(base.get(), ours, theirs);
        if (merged.isPresent()) {
            outcome = Outcome.CLEAN;
            return merged;
        }
        var marked = merge.marked(base.get(), ours, theirs);
        if (marked.isEmpty()) {
            outcome = Outcome.NOT_TEXT;
            return Optional.empty();
        }
        outcome = wantsMarkers ? Outcome.MARKED : Outcome.OVERLAP;
        return wantsMarkers ? marked : Optional.empty();
    }

    Outcome outcome() {
        return outcome;
    }

    /// How the last try to merge went.
    enum Outcome {
        NOT_TRIED("not_tried"),
        CLEAN("clean"),
        MARKED("markers"),
        OVERLAP("overlap"),
        NOT_TEXT("not_text");

        private final String label;

        Outcome(String label) {
            this.label = label;
        }

        String label() {
            return label;
        }
    }
}
