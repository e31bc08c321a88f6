package dev.berth.depot.forget;

import dev.berth.depot.checkpoint.CheckpointId;

import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.temporal.IsoFields;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// Which checkpoints of a session are kept: the last few, the last of each of so many hours, days,
/// weeks, months or years that have any, and all that are not older than some time before the
/// newest. What any rule keeps is kept. Periods are those of UTC.
public record KeepRules(Map<Period, Integer> counts, Optional<Duration> within) {
    public KeepRules {
        counts = Map.copyOf(counts);
    }

    /// What is counted.
    public enum Period {
        LAST,
        HOURLY,
        DAILY,
        WEEKLY,
        MONTHLY,
        YEARLY;

        /// Equal for moments in the same period; each moment is a period of its own for `LAST`.
        String of(CheckpointId id) {
            var at = ZonedDateTime.ofInstant(id.time(), ZoneOffset.UTC);
            return switch (this) {
                case LAST -> id.value();
                case HOURLY -> at.toLocalDate() + "T" + at.getHour();
                case DAILY -> at.toLocalDate().toString();
                case WEEKLY ->
                        at.get(IsoFields.WEEK_BASED_YEAR)
                                + "W"
                                + at.get(IsoFields.WEEK_OF_WEEK_BASED_YEAR);
                case MONTHLY -> at.getYear() + "-" + at.getMonthValue();
                case YEARLY -> Integer.toString(at.getYear());
            };
        }
    }

    public boolean isEmpty() {
        return counts.isEmpty() && within.isEmpty();
    }

    /// Those of one session's checkpoints that are kept.
    public Set<CheckpointId> kept(List<CheckpointId> all) {
        var newestFirst = new ArrayList<>(all);
        newestFirst.sort(Comparator.reverseOrder());
        var kept = new HashSet<CheckpointId>();
        for (var rule : counts.entrySet()) {
            var met = new HashSet<String>();
            for (var id : newestFirst) {
                if (met.size() == rule.getValue()) break;
                if (met.add(rule.getKey().of(id))) kept.add(id);
            }
        }
        if (within.isPresent() && !newestFirst.isEmpty()) {
            // By the newest one, not by the clock: a clock that is wrong must not forget anything.
            Instant oldest = newestFirst.getFirst().time().minus(within.get());
            newestFirst.stream().filter(id -> !id.time().isBefore(oldest)).forEach(kept::add);
        }
        return kept;
    }
}
