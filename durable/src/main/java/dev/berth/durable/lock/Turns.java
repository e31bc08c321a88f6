package dev.berth.durable.lock;

import dev.berth.durable.Name;

import org.jspecify.annotations.Nullable;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/// Who of this process may try next: first come, first served, before anybody touches the folder.
final class Turns {
    private static final ConcurrentHashMap<Place, Line> LINES = new ConcurrentHashMap<>();

    private Turns() {}

    /// Empty when `timeout` passed first.
    static Optional<Turn> wait(Place place, Duration timeout) throws InterruptedException {
        var line = LINES.compute(place, (_, known) -> (known == null ? new Line() : known).join());
        boolean mine = false;
        try {
            mine = line.gate.tryAcquire(timeout.toNanos(), TimeUnit.NANOSECONDS);
            return mine ? Optional.of(new Turn(place, line)) : Optional.empty();
        } finally {
            if (!mine) leave(place);
        }
    }

    private static void leave(Place place) {
        LINES.computeIfPresent(place, (_, line) -> line.part());
    }

    /// A lock by what its folder is, not by the path that led to it.
    record Place(long device, long inode, Name lock) {}

    private static final class Line {
        private final Semaphore gate = new Semaphore(1, true);
        private int members;

        // Both within the map's compute, so that no line is dropped while someone joins it.
        Line join() {
            members++;
            return this;
        }

        @Nullable Line part() {
            members--;
            return members == 0 ? null : this;
        }
    }

    /// The right to try, until it is closed.
    static final class Turn implements AutoCloseable {
        private final Place place;
        private final Line line;

        private Turn(Place place, Line line) {
            this.place = place;
            this.line = line;
        }

        @Override
        public void close() {
            line.gate.release();
            leave(place);
        }
    }
}
