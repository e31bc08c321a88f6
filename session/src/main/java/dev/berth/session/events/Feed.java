package dev.berth.session.events;

import dev.berth.failure.Failure;
import dev.berth.session.Event;
import dev.berth.session.SessionKey;
import dev.berth.session.catalog.Catalog;

import org.jspecify.annotations.Nullable;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/// Events as they happen. A listener says after which number it wants to go on, and gets every
/// event after that once, in order: what it is told comes from the catalog, so nothing is shown
/// that is not durable, and a listener that comes back loses and repeats nothing. Safe for use by
/// several threads.
public final class Feed {
    /// Other servers write as well, and nobody calls us then.
    private static final Duration LOOK_AGAIN = Duration.ofMillis(250);

    private static final int PAGE = 500;

    private final Catalog catalog;
    private final Map<SessionKey, List<Semaphore>> waiting = new ConcurrentHashMap<>();

    public Feed(Catalog catalog) {
        this.catalog = catalog;
    }

    /// Tells listeners that there is something new to read.
    public void published(SessionKey key) {
        waiting.getOrDefault(key, List.of()).forEach(Semaphore::release);
    }

    /// Events after `seq`; waits for the first of them, up to `patience`, and is empty when none
    /// came.
    public List<Event> after(SessionKey key, long seq, Duration patience)
            throws Failure, InterruptedException {
        var bell = new Semaphore(0);
        waiting.merge(key, List.of(bell), Feed::both);
        try {
            long end = System.nanoTime() + patience.toNanos();
            while (true) {
                var events = catalog.events(key, seq, PAGE);
                long left = end - System.nanoTime();
                if (!events.isEmpty() || left <= 0) return events;
                var pause = Duration.ofNanos(Math.min(left, LOOK_AGAIN.toNanos()));
                if (bell.tryAcquire(pause.toNanos(), TimeUnit.NANOSECONDS)) bell.drainPermits();
            }
        } finally {
            waiting.computeIfPresent(key, (_, bells) -> without(bells, bell));
        }
    }

    private static List<Semaphore> both(List<Semaphore> some, List<Semaphore> more) {
        var all = new ArrayList<>(some);
        all.addAll(more);
        return List.copyOf(all);
    }

    private static @Nullable List<Semaphore> without(List<Semaphore> bells, Semaphore bell) {
        var rest = bells.stream().filter(each -> !each.equals(bell)).toList();
        return rest.isEmpty() ? null : rest;
    }
}
