package dev.berth.session;

import dev.berth.failure.Failure;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/// How long files are kept after a session is over: what is usual, and the bounds of what may be
/// asked for.
public record Retention(Duration usual, Duration min, Duration max) {
    public static final Retention DEFAULT =
            new Retention(Duration.ofDays(7), Duration.ofDays(1), Duration.ofDays(30));

    public Retention {
        if (min.isNegative() || min.compareTo(max) > 0) {
            throw new IllegalArgumentException("from %s to %s".formatted(min, max));
        }
        if (usual.compareTo(min) < 0 || usual.compareTo(max) > 0) {
            throw new IllegalArgumentException(
                    "%s is not between %s and %s".formatted(usual, min, max));
        }
    }

    /// Bounds from a configuration, refused when they contradict each other.
    public static Retention of(Duration usual, Duration min, Duration max) throws Failure {
        boolean fits =
                !min.isNegative()
                        && min.compareTo(max) <= 0
                        && usual.compareTo(min) >= 0
                        && usual.compareTo(max) <= 0;
        if (fits) return new Retention(usual, min, max);
        throw new Failure.Refused(
                "retention of %s is not between %s and %s"
                        .formatted(Durations.text(usual), Durations.text(min), Durations.text(max)),
                "set storage.workspace.retention so that min <= default <= max");
    }

    /// What a session gets that asks for `wanted`; refused outside the bounds.
    public Duration granted(Optional<Duration> wanted) throws Failure {
        var retention = wanted.orElse(usual);
        if (retention.compareTo(min) >= 0 && retention.compareTo(max) <= 0) return retention;
        throw new Failure.Refused(
                "a retention of %s is outside %s to %s"
                        .formatted(
                                Durations.text(retention),
                                Durations.text(min),
                                Durations.text(max)),
                "ask for one in between, or leave it out");
    }

    /// When files go that were kept since `over`; never while pinned.
    public static Optional<Instant> removal(Instant over, Duration retention, boolean pinned) {
        return pinned ? Optional.empty() : Optional.of(over.plus(retention));
    }
}
