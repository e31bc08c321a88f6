package dev.berth.session;

import dev.berth.durable.json.Json;
import dev.berth.durable.json.JsonReader;
import dev.berth.durable.json.JsonRefusal;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/// When a session was made, used, and will go. `expiresIn` counts from the last activity, or from
/// `expiresFrom` where somebody asked for it; `over` is when and why it ended.
public record Times(
        Instant createdAt,
        Instant lastActiveAt,
        Optional<Duration> expiresIn,
        boolean expiresFromActivity,
        Optional<Instant> expiresAt,
        Duration retention,
        Optional<Over> over) {

    /// The end of a session, whether its files are out of use since, and until when the trash has
    /// them then; without that they are gone.
    public record Over(Instant at, String reason, boolean removed, Optional<Instant> trashUntil) {
        public Over inTrash(Instant until) {
            return new Over(at, reason, true, Optional.of(until));
        }

        public Over gone() {
            return new Over(at, reason, true, Optional.empty());
        }

        /// Whether nothing of the files is left, in the trash neither.
        public boolean isGone() {
            return removed && trashUntil.isEmpty();
        }
    }

    /// An ephemeral session goes so long after its last activity.
    public static final Duration EPHEMERAL_LIFE = Duration.ofHours(24);

    public static final String TERMINATED = "terminated";
    public static final String EXPIRED = "expired";

    /// After activity: where the end is counted from that, it moves.
    public Times active(Instant now) {
        var end = expiresFromActivity ? expiresIn.map(now::plus) : expiresAt;
        return new Times(createdAt, now, expiresIn, expiresFromActivity, end, retention, over);
    }

    /// Somebody asks for an end, or for none.
    public Times expiring(Optional<Duration> in, Instant now) {
        return new Times(createdAt, lastActiveAt, in, false, in.map(now::plus), retention, over);
    }

    public Times ended(Over end) {
        return new Times(
                createdAt,
                lastActiveAt,
                expiresIn,
                expiresFromActivity,
                expiresAt,
                retention,
                Optional.of(end));
    }

    /// Back from the end: what had passed counts anew from now.
    public Times revived(Instant now) {
        return new Times(
                createdAt,
                now,
                expiresIn,
                expiresFromActivity,
                expiresIn.map(now::plus),
                retention,
                Optional.empty());
    }

    /// When and why something will go, as every listing shows it.
    public Optional<Instant> goesAt(boolean pinned) {
        if (pinned) return Optional.empty();
        if (over.isEmpty()) return expiresAt;
        return over.get().removed()
                ? over.get().trashUntil()
                : Retention.removal(over.get().at(), retention, false);
    }

    /// Since when what goes next is waited for; what is in the trash stays there for `trash`.
    public Instant goesFrom(Duration trash) {
        if (over.isEmpty()) return lastActiveAt;
        return over.get().trashUntil().map(until -> until.minus(trash)).orElse(over.get().at());
    }

    public Optional<String> goesBecause(boolean pinned) {
        if (over.isPresent()) {
            String reason = over.get().reason();
            if (!over.get().removed()) return Optional.of(reason);
            boolean trash = over.get().trashUntil().isPresent();
            return Optional.of(reason + (trash ? ", files in the trash" : ", files removed"));
        }
        if (pinned || expiresAt.isEmpty()) return Optional.empty();
        return Optional.of(
                expiresFromActivity
                        ? "expires %s after the last activity"
                                .formatted(Durations.text(expiresIn.orElse(Duration.ZERO)))
                        : "expires_in was asked for");
    }

    Json.Obj json(boolean pinned) {
        return Json.object()
                .put("created_at", createdAt)
                .put("last_active_at", lastActiveAt)
                .putText("expires_at", goesAt(pinned).map(Instant::toString))
                .putText("expires_reason", goesBecause(pinned))
                .build();
    }

    Json.Obj stored() {
        return Json.object()
                .put("created_at", createdAt)
                .put("last_active_at", lastActiveAt)
                .putText("expires_in", expiresIn.map(Duration::toString))
                .put("expires_from_activity", expiresFromActivity)
                .putText("expires_at", expiresAt.map(Instant::toString))
                .put("retention", retention.toString())
                .putText("over_at", over.map(end -> end.at().toString()))
                .putText("over_reason", over.map(Over::reason))
                .put("removed", over.filter(Over::removed).isPresent())
                .putText("trash_until", over.flatMap(Over::trashUntil).map(Instant::toString))
                .build();
    }

    static Times read(JsonReader in) throws JsonRefusal {
        var overAt = in.optionalInstant("over_at");
        var reason = in.optionalText("over_reason");
        boolean removed = in.bool("removed");
        var trash = in.optionalInstant("trash_until");
        return new Times(
                in.instant("created_at"),
                in.instant("last_active_at"),
                in.optionalText("expires_in").map(Duration::parse),
                in.bool("expires_from_activity"),
                in.optionalInstant("expires_at"),
                Duration.parse(in.text("retention")),
                overAt.map(at -> new Over(at, reason.orElse(EXPIRED), removed, trash)));
    }
}
