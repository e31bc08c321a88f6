package dev.berth.cli.vault;

import dev.berth.failure.Failure;
import dev.berth.vault.WriteResult;

import java.util.LinkedHashMap;
import java.util.Optional;

/// How a conflict is told: the three hashes, what became of the merge, where the other side is.
record WriteConflict(
        WriteResult.Conflicted conflict, Optional<Merging.Outcome> merge, Optional<TheirsOut> out) {

    Failure failure() {
        Failure plain = conflict.failure();
        var what = new StringBuilder(plain.what());
        var facts = new LinkedHashMap<>(plain.facts());
        merge.ifPresent(
                outcome -> {
                    facts.put("merge", outcome.label());
                    what.append("; ").append(told(outcome));
                });
        out.ifPresent(file -> what.append("; ").append(saved(file, facts)));
        return new Failure.Conflict(what.toString(), advice(plain), facts);
    }

    private String saved(TheirsOut file, LinkedHashMap<String, String> facts) {
        try {
            file.save(conflict.theirs());
            boolean isThere = conflict.theirs().isPresent();
            facts.put("theirs_out", isThere ? file.typed() : "absent");
            return isThere
                    ? "what is there now was saved in " + file.typed()
                    : "there is no such file now, so nothing was saved in " + file.typed();
        } catch (Failure failure) {
            facts.put("theirs_out_error", failure.what());
            return "what is there now could not be saved, --theirs-out: " + failure.what();
        }
    }

    private static String told(Merging.Outcome outcome) {
        return switch (outcome) {
            case OVERLAP -> "not merged: both changed the same lines";
            case NOT_TEXT -> "not merged: not text";
            case NOT_TRIED -> "not merged: the file is gone";
            case CLEAN, MARKED -> "merged, but the file kept changing";
        };
    }

    private String advice(Failure plain) {
        if (merge.isEmpty()) return plain.advice();
        return switch (merge.get()) {
            case OVERLAP ->
                    "merge them by hand and write with --expect; --markers writes both sides with"
                            + " markers around them";
            case NOT_TEXT, NOT_TRIED, CLEAN, MARKED -> "read it again and repeat the change";
        };
    }
}
