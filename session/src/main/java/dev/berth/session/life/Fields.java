package dev.berth.session.life;

import dev.berth.session.Durations;
import dev.berth.session.Event;
import dev.berth.session.Marks;
import dev.berth.session.Session;
import dev.berth.session.catalog.Change;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// What people may change on a session; what is empty stays. An empty `modelOverride` inside takes
/// the override away, an empty `expiresIn` inside the end.
public record Fields(
        Optional<String> name,
        Optional<Boolean> pinned,
        Optional<Boolean> starred,
        Optional<Boolean> archived,
        Optional<List<String>> tags,
        Optional<Optional<String>> modelOverride,
        Optional<Boolean> claimed,
        Optional<Optional<Duration>> expiresIn) {
    public static final Fields NONE =
            new Fields(
                    Optional.empty(),
                    Optional.empty(),
                    Optional.empty(),
                    Optional.empty(),
                    Optional.empty(),
                    Optional.empty(),
                    Optional.empty(),
                    Optional.empty());

    public Fields named(String other) {
        return new Fields(
                Optional.of(other),
                pinned,
                starred,
                archived,
                tags,
                modelOverride,
                claimed,
                expiresIn);
    }

    public Fields pinned(boolean other) {
        return new Fields(
                name,
                Optional.of(other),
                starred,
                archived,
                tags,
                modelOverride,
                claimed,
                expiresIn);
    }

    public Fields claimed(boolean other) {
        return new Fields(
                name,
                pinned,
                starred,
                archived,
                tags,
                modelOverride,
                Optional.of(other),
                expiresIn);
    }

    /// Another model, or the usual one again.
    public Fields modelled(Optional<String> other) {
        return new Fields(
                name, pinned, starred, archived, tags, Optional.of(other), claimed, expiresIn);
    }

    public Fields tagged(List<String> other) {
        return new Fields(
                name,
                pinned,
                starred,
                archived,
                Optional.of(other),
                modelOverride,
                claimed,
                expiresIn);
    }

    /// The change of `now`, with an event for each field that is another one than before.
    Change of(Session now, Instant at) {
        var before = now.marks();
        var after =
                new Marks(
                        pinned.orElse(before.pinned()),
                        starred.orElse(before.starred()),
                        archived.orElse(before.archived()),
                        tags.orElse(before.tags()),
                        modelOverride.orElse(before.modelOverride()),
                        before.playbook(),
                        claimed.orElse(before.claimed()));
        var events = new ArrayList<Event.Draft>();
        note(events, "name", now.name(), name.orElse(now.name()));
        note(events, "pinned", before.pinned(), after.pinned());
        note(events, "starred", before.starred(), after.starred());
        note(events, "archived", before.archived(), after.archived());
        note(events, "tags", before.tags(), after.tags());
        note(
                events,
                "model_override",
                before.modelOverride().orElse(""),
                after.modelOverride().orElse(""));
        note(events, "claimed", before.claimed(), after.claimed());
        var times = now.times();
        if (expiresIn.isPresent()) {
            times = times.expiring(expiresIn.get(), at);
            note(
                    events,
                    "expires_in",
                    now.times().expiresIn().map(Durations::text).orElse(""),
                    expiresIn.get().map(Durations::text).orElse(""));
        }
        var next = now.named(name.orElse(now.name())).marked(after).timed(times);
        return Change.of(next, events);
    }

    private static void note(List<Event.Draft> events, String field, Object from, Object to) {
        if (from.equals(to)) return;
        events.add(Happenings.changed(field, from.toString(), to.toString()));
    }
}
