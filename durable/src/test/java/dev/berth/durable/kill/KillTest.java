package dev.berth.durable.kill;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicLong;

/// Writers killed at varied instants: every acknowledged version is there, whole, and a temporary
/// file stays only of the write that was cut short, until the next writer comes.
///
/// `-Dberth.kills.from=N` starts at seed N, so that a campaign can be taken up where it ended.
class KillTest {
    private static final int LANES = 3;

    @Test
    void nothingAcknowledgedIsLost(@TempDir Path place) throws Exception {
        kill(place, 201);
    }

    @Test
    @Tag("campaign")
    void norInALongRun(@TempDir Path place) throws Exception {
        kill(place, 5_000);
    }

    private static void kill(Path place, int kills) throws Exception {
        long first = Long.getLong("berth.kills.from", 0);
        var next = new AtomicLong(first);
        int writes = 0;
        int swept = 0;
        try (var threads = Executors.newFixedThreadPool(LANES)) {
            var lanes = new ArrayList<Callable<Lane>>();
            for (int i = 0; i < LANES; i++) {
                var lane = new Lane(Files.createDirectory(place.resolve("lane-" + i)));
                lanes.add(() -> run(lane, next, first + kills));
            }
            for (var lane : threads.invokeAll(lanes)) {
                writes += lane.get().writes();
                swept += lane.get().swept();
            }
        }
        System.out.printf(
                "%,d kills (seeds %d to %d): %,d acknowledged writes, %d leftovers swept%n",
                kills, first, first + kills - 1, writes, swept);
        // Kills that never cut a write short would prove nothing.
        assertThat(swept).isPositive();
        assertThat(writes).isGreaterThan(kills);
    }

    private static Lane run(Lane lane, AtomicLong next, long end) {
        for (long seed; (seed = next.getAndIncrement()) < end; ) {
            if (seed % 500 == 0) System.out.println("kill " + seed);
            try {
                lane.kill(seed);
            } catch (Exception | AssertionError violation) {
                throw new AssertionError("seed " + seed + ": " + violation, violation);
            }
        }
        return lane;
    }
}
