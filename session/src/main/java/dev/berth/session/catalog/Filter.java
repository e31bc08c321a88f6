package dev.berth.session.catalog;

import dev.berth.session.Session;
import dev.berth.session.SessionState;

import java.util.Locale;
import java.util.Optional;

/// Which sessions a listing shows; what is empty does not count. Those of playbooks show when they
/// are claimed, or when they are asked for.
public record Filter(
        Optional<SessionState> status,
        Optional<String> text,
        Optional<Boolean> pinned,
        Optional<Boolean> starred,
        Optional<Boolean> archived,
        Optional<String> tag,
        boolean playbooks) {
    public static final Filter ALL =
            new Filter(
                    Optional.empty(),
                    Optional.empty(),
                    Optional.empty(),
                    Optional.empty(),
                    Optional.empty(),
                    Optional.empty(),
                    false);

    public boolean shows(Session session) {
        var marks = session.marks();
        return (playbooks || !session.isHidden())
                && status.map(state -> state == session.state()).orElse(true)
                && pinned.map(wanted -> wanted == marks.pinned()).orElse(true)
                && starred.map(wanted -> wanted == marks.starred()).orElse(true)
                && archived.map(wanted -> wanted == marks.archived()).orElse(true)
                && tag.map(marks.tags()::contains).orElse(true)
                && text.map(part -> folded(session.name()).contains(folded(part))).orElse(true);
    }

    public Filter in(SessionState state) {
        return new Filter(Optional.of(state), text, pinned, starred, archived, tag, playbooks);
    }

    public Filter tagged(String other) {
        return new Filter(status, text, pinned, starred, archived, Optional.of(other), playbooks);
    }

    public Filter saying(String other) {
        return new Filter(status, Optional.of(other), pinned, starred, archived, tag, playbooks);
    }

    public Filter pinned(boolean wanted) {
        return new Filter(status, text, Optional.of(wanted), starred, archived, tag, playbooks);
    }

    public Filter starred(boolean wanted) {
        return new Filter(status, text, pinned, Optional.of(wanted), archived, tag, playbooks);
    }

    public Filter archived(boolean wanted) {
        return new Filter(status, text, pinned, starred, Optional.of(wanted), tag, playbooks);
    }

    public Filter withPlaybooks() {
        return new Filter(status, text, pinned, starred, archived, tag, true);
    }

    private static String folded(String text) {
        return text.toLowerCase(Locale.ROOT);
    }
}
