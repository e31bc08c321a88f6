package dev.berth.depot;

import dev.berth.depot.checkpoint.CheckpointId;
import dev.berth.depot.checkpoint.Checkpoints;
import dev.berth.failure.Failure;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/// Finds the checkpoint that a user means.
record Naming(Checkpoints checkpoints) {
    private static final int SHORTEST = 4;
    private static final int MOST_NAMED = 5;

    Checkpoints.Entry entry(String typed) throws Failure {
        var all = checkpoints.list();
        if (typed.equals(Tenant.LATEST)) {
            if (all.isEmpty()) {
                throw new Failure.NotFound(
                        "there is no checkpoint yet", "take one with `berth depot snapshot`");
            }
            return all.getLast();
        }
        // A whole id is nobody else's name, whatever a session may be called.
        for (var entry : all) if (entry.id().value().equals(typed)) return entry;
        var ofSession =
                all.stream().filter(entry -> entry.session().value().equals(typed)).toList();
        if (!ofSession.isEmpty()) return ofSession.getLast();
        return byStart(typed, all);
    }

    private static Checkpoints.Entry byStart(String typed, List<Checkpoints.Entry> all)
            throws Failure {
        String start = typed.toLowerCase(Locale.ROOT);
        boolean whole = start.startsWith(CheckpointId.PREFIX);
        String wanted = whole ? start : CheckpointId.PREFIX + start;
        var found =
                start.length() < SHORTEST
                        ? List.<Checkpoints.Entry>of()
                        : all.stream().filter(e -> e.id().value().startsWith(wanted)).toList();
        if (found.size() == 1) return found.getFirst();
        if (found.isEmpty()) {
            throw new Failure.NotFound(
                    "no checkpoint and no session is called " + shown(typed),
                    "see `berth depot list`; an id may be shortened to %d characters"
                            .formatted(SHORTEST));
        }
        throw new Failure.Conflict(
                "%d checkpoints begin with %s: %s"
                        .formatted(found.size(), shown(typed), named(found)),
                "type more of the id",
                Map.of("first", found.getFirst().id().value()));
    }

    private static String named(List<Checkpoints.Entry> found) {
        var some = found.stream().limit(MOST_NAMED).map(e -> e.id() + " of " + e.session());
        String more = found.size() > MOST_NAMED ? ", …" : "";
        return some.collect(Collectors.joining(", ")) + more;
    }

    private static String shown(String typed) {
        return typed.length() > 80 ? typed.substring(0, 80) + "…" : typed;
    }
}
