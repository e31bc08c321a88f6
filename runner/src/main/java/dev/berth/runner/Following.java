package dev.berth.runner;

import dev.berth.failure.Failure;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.time.Duration;
import java.util.Optional;

/// Listens to a turn until it ends: hands its output on as it comes, stops it at its limit.
///
/// One buffer, however much the turn says.
public final class Following {
    private static final int BUFFER_BYTES = 64 * 1024;
    private static final Duration SHORTEST = Duration.ofMillis(2);
    private static final Duration LONGEST = Duration.ofMillis(50);

    private final Turn turn;
    private final Sink sink;
    private long position;

    private Following(Turn turn, Sink sink, long position) {
        this.turn = turn;
        this.sink = sink;
        this.position = position;
    }

    /// Hands on everything from `position` on; returns when the turn has ended and all is said.
    public static Ending of(Turn turn, long position, Optional<Duration> limit, Sink sink)
            throws Failure, InterruptedException {
        var following = new Following(turn, sink, position);
        try (var arena = Arena.ofConfined()) {
            return following.run(limit, arena.allocate(BUFFER_BYTES));
        }
    }

    private Ending run(Optional<Duration> limit, MemorySegment buffer)
            throws Failure, InterruptedException {
        long began = System.nanoTime();
        Duration pause = SHORTEST;
        while (true) {
            // The ending is asked for first: all that was said before it is then in the file.
            var ending = turn.ending();
            boolean more = drain(buffer);
            if (ending.isPresent()) return ending.get();
            var ran = Duration.ofNanos(System.nanoTime() - began);
            if (limit.isPresent() && ran.compareTo(limit.get()) >= 0) return outOfTime(buffer);
            pause = more ? SHORTEST : shorter(pause.multipliedBy(2), LONGEST);
            Thread.sleep(pause);
        }
    }

    private Ending outOfTime(MemorySegment buffer) throws Failure, InterruptedException {
        turn.cancel();
        drain(buffer);
        return switch (turn.ending().orElseGet(Ending.Lost::new)) {
            case Ending.Exited exited -> exited;
            case Ending.Cancelled _, Ending.OutOfTime _, Ending.Lost _, Ending.Unbegun _ ->
                    new Ending.OutOfTime();
        };
    }

    private boolean drain(MemorySegment buffer) throws Failure, InterruptedException {
        boolean any = false;
        while (true) {
            int count = turn.read(buffer, position);
            if (count == 0) return any;
            sink.take(buffer.asSlice(0, count));
            position += count;
            any = true;
        }
    }

    private static Duration shorter(Duration a, Duration b) {
        return a.compareTo(b) < 0 ? a : b;
    }

    /// Who hears the output. The bytes are lent: they change when this returns.
    public interface Sink {
        void take(MemorySegment bytes) throws Failure, InterruptedException;
    }
}
