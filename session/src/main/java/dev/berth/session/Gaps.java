package dev.berth.session;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/// Stretches of the wall's time that nobody lived through: the clock was set, the machine slept, or
/// no server was there. They do not count when something is due. Immutable.
public record Gaps(List<Gap> all) {
    public static final Gaps NONE = new Gaps(List.of());

    /// More than these are merged: what is forgotten must rather count too little than too much.
    private static final int MOST = 400;

    /// From one instant of the wall's clock to the next one that was seen.
    public record Gap(Instant from, Instant to) {
        public Gap {
            if (to.isBefore(from)) throw new IllegalArgumentException(from + " to " + to);
        }
    }

    public Gaps {
        all = List.copyOf(all);
    }

    public Gaps and(Gap more) {
        var list = new ArrayList<>(all);
        list.add(more);
        if (list.size() > MOST) {
            var first = list.removeFirst();
            list.set(0, new Gap(first.from(), list.getFirst().to()));
        }
        return new Gaps(list);
    }

    /// The clock was set back: what it had jumped over lies ahead again.
    public Gaps before(Instant now) {
        return new Gaps(
                all.stream()
                        .filter(gap -> gap.from().isBefore(now))
                        .map(gap -> gap.to().isAfter(now) ? new Gap(gap.from(), now) : gap)
                        .toList());
    }

    /// `now` as far as it was lived through since an instant.
    public Instant confirmed(Instant since, Instant now) {
        var missed = Duration.ZERO;
        for (var gap : all) {
            var from = gap.from().isBefore(since) ? since : gap.from();
            if (gap.to().isAfter(from)) missed = missed.plus(Duration.between(from, gap.to()));
        }
        return now.minus(missed);
    }
}
