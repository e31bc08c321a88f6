package dev.berth.depot.watch;

import dev.berth.depot.snapshot.Outcome;
import dev.berth.failure.Failure;

import java.time.Duration;
import java.time.InstantSource;
import java.util.Optional;

/// Looks at a tree again and again, and takes a checkpoint when it has changed and has been quiet
/// for a while, at most so often. One that does not get quiet is taken as it is after ten times
/// that while, or as late as it may be taken again, whichever is longer.
///
/// Nothing has to survive between two runs but the depot itself: once the tree is quiet for the
/// first time, a checkpoint is taken unless the tree is what the session's last one holds. What is
/// busy or away for the moment is told and tried again; anything else ends the watch.
public final class Watch {
    private final Look look;
    private final Taking taking;
    private final Told told;
    private final Pace pace;
    private final InstantSource clock;

    public Watch(Look look, Taking taking, Told told, Pace pace, InstantSource clock) {
        this.look = look;
        this.taking = taking;
        this.told = told;
        this.pace = pace;
        this.clock = clock;
    }

    /// Tells what a tree looks like: equal values mean that nothing was changed in between.
    public interface Look {
        long now() throws Failure;
    }

    /// Takes a checkpoint; empty when the tree is what the last one holds.
    public interface Taking {
        Optional<Outcome> take() throws Failure;
    }

    /// Hears of every durable point and of every trouble.
    public interface Told {
        void durable(Outcome outcome);

        void trouble(Failure failure);
    }

    /// How long to wait, and who waits.
    public record Pace(Duration quiet, Duration atMostEvery, Duration interval, Sleep sleep) {
        private static final int QUIET_TIMES = 10;

        /// How long one waits for a tree that does not get quiet.
        Duration patience() {
            var longest = quiet.multipliedBy(QUIET_TIMES);
            return longest.compareTo(atMostEvery) > 0 ? longest : atMostEvery;
        }
    }

    /// Waits; false when the watch is to end.
    public interface Sleep {
        boolean sleep(Duration time);
    }

    /// Goes on until the pace says that it is over.
    public void run() throws Failure {
        var taken = new Marks();
        do {
            try {
                step(taken);
            } catch (Failure.Unavailable | Failure.Locked away) {
                told.trouble(away);
                taken.behind = true;
            }
        } while (pace.sleep().sleep(pace.interval()));
    }

    /// What was seen last, since when, and what is in the depot.
    private static final class Marks {
        boolean looked;

        /// Whether the depot may not hold what was looked at last.
        boolean behind = true;

        /// Since when the tree is not what is in the depot, while that is so.
        long waitingSinceMillis = Long.MIN_VALUE;

        long stored;
        long seen;
        long seenAtMillis;
        long takenAtMillis = Long.MIN_VALUE;
    }

    private void step(Marks marks) throws Failure {
        long now = clock.millis();
        long looks = look.now();
        if (looks != marks.seen || !marks.looked) {
            marks.looked = true;
            marks.seen = looks;
            marks.seenAtMillis = now;
        }
        boolean changed = marks.behind || looks != marks.stored;
        if (!changed) marks.waitingSinceMillis = Long.MIN_VALUE;
        else if (marks.waitingSinceMillis == Long.MIN_VALUE) marks.waitingSinceMillis = now;
        if (!changed || !isDue(marks, now)) return;
        var outcome = taking.take();
        marks.waitingSinceMillis = Long.MIN_VALUE;
        // As it looked before it was read: what changes meanwhile is seen next time.
        marks.stored = looks;
        marks.behind = false;
        marks.takenAtMillis = now;
        outcome.ifPresent(told::durable);
    }

    private boolean isDue(Marks marks, long now) {
        boolean quiet = now - marks.seenAtMillis >= pace.quiet().toMillis();
        boolean waited = now - marks.waitingSinceMillis >= pace.patience().toMillis();
        boolean rested =
                marks.takenAtMillis == Long.MIN_VALUE
                        || now - marks.takenAtMillis >= pace.atMostEvery().toMillis();
        return (quiet || waited) && rested;
    }
}
