package dev.berth.cli.serve;

import dev.berth.cli.Shown;
import dev.berth.server.Recovery.Recovered;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// What the server before left behind, in one sentence.
final class RecoveredWords {
    private static final int NAMED = 5;

    private RecoveredWords() {}

    static Optional<String> of(Recovered recovered) {
        if (recovered.isNothing()) return Optional.empty();
        var parts = new ArrayList<String>();
        add(parts, recovered.adopted(), "goes on", "go on");
        add(parts, recovered.rested(), "was put away", "were put away");
        add(parts, recovered.left(), "is in other hands", "are in other hands");
        add(parts, recovered.stopped(), "needed no runner any more", "needed no runner any more");
        return Optional.of(String.join("; ", parts));
    }

    private static void add(List<String> parts, List<String> sessions, String one, String more) {
        int count = sessions.size();
        if (count == 0) return;
        String names = String.join(", ", sessions.subList(0, Math.min(count, NAMED)));
        parts.add(
                "%s %s (%s%s)"
                        .formatted(
                                Shown.count(count, "session"),
                                count == 1 ? one : more,
                                names,
                                count > NAMED ? ", …" : ""));
    }
}
