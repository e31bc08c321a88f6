package dev.berth.vault;

import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/// One way of marking a name. In each pattern the mark is what stands outside the two groups, which
/// together are the name without it.
enum Mark {
    CONFLICTED_COPY(
            ConflictKind.CONFLICTED_COPY,
            "(.*?) ?\\(" + Mark.INNER + "conflicted copy" + Mark.INNER + "\\)(.*)",
            Pattern.CASE_INSENSITIVE),
    CONFLICT(
            ConflictKind.CONFLICT_MARK,
            "(.*?) ?\\[conflict(?:[ _-][^\\[\\]]*)?\\](.*)",
            Pattern.CASE_INSENSITIVE),
    SYNC_CONFLICT(
            ConflictKind.SYNC_CONFLICT,
            "(.*?)\\.sync-conflict-[0-9]{8}-[0-9]{6}(?:-[A-Z2-7]{7})?(|\\..*)",
            0),
    COPY_OF(ConflictKind.COPY_OF, "()Copy of (.+)", 0),
    NUMBER(ConflictKind.NUMBERED, "(.+) \\([0-9]+\\)(|\\..*)", 0);

    // What stands in brackets may hold brackets of its own: (Ada (work)'s conflicted copy).
    private static final String INNER = "(?:[^()]|\\([^()]*\\))*";

    /// Those that say something without a base beside them.
    static final List<Mark> PLAIN = List.of(CONFLICTED_COPY, CONFLICT, SYNC_CONFLICT, COPY_OF);

    private final ConflictKind kind;
    private final Pattern pattern;

    Mark(ConflictKind kind, String pattern, int flags) {
        this.kind = kind;
        this.pattern = Pattern.compile(pattern, flags | Pattern.DOTALL);
    }

    ConflictKind kind() {
        return kind;
    }

    /// The text without the mark; empty when it has none, or is nothing else.
    Optional<String> takenOff(String text) {
        var matcher = pattern.matcher(text);
        if (!matcher.matches()) return Optional.empty();
        String before = matcher.group(1);
        String after = matcher.group(2);
        // In front, it is set off from what follows: [Conflict] notes.md.
        if (before.isEmpty() && (this == CONFLICTED_COPY || this == CONFLICT)) {
            if (after.startsWith(".")) return Optional.empty();
            after = after.replaceFirst("^ ", "");
        }
        return Optional.of(before + after).filter(rest -> !rest.isEmpty());
    }
}
