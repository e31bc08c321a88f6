package dev.berth.depot.watch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.berth.depot.snapshot.Outcome;
import dev.berth.depot.world.MemoryBlobs;
import dev.berth.depot.world.Workbench;
import dev.berth.failure.Failure;

import org.junit.jupiter.api.Test;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.LongUnaryOperator;

/// A watch whose time passes only while it sleeps: half a second at a time, for two minutes.
class WatchTest {
    private static final long INTERVAL = 500;
    private static final long END = 120_000;

    private final List<Long> taken = new ArrayList<>();
    private final List<Long> durable = new ArrayList<>();
    private final List<String> troubles = new ArrayList<>();
    private final Outcome outcome = outcome();
    private long now;

    WatchTest() throws Failure {}

    private static Outcome outcome() throws Failure {
        var bench = Workbench.create(new MemoryBlobs(), false);
        var checkpoint = bench.snapshot("s1", Map.of("a", new byte[1]));
        return new Outcome(checkpoint, 0, 0, 0, 0, List.of(), List.of());
    }

    private Watch watch(
            LongUnaryOperator looks, Watch.Taking taking, int quietSeconds, int everySeconds) {
        var told =
                new Watch.Told() {
                    @Override
                    public void durable(Outcome point) {
                        durable.add(now);
                    }

                    @Override
                    public void trouble(Failure failure) {
                        troubles.add(failure.what());
                    }
                };
        Watch.Sleep sleep =
                time -> {
                    now += time.toMillis();
                    return now < END;
                };
        var pace =
                new Watch.Pace(
                        Duration.ofSeconds(quietSeconds),
                        Duration.ofSeconds(everySeconds),
                        Duration.ofMillis(INTERVAL),
                        sleep);
        InstantSource clock = () -> Instant.ofEpochMilli(1_700_000_000_000L + now);
        return new Watch(() -> looks.applyAsLong(now), taking, told, pace, clock);
    }

    private Optional<Outcome> take() {
        taken.add(now);
        return Optional.of(outcome);
    }

    @Test
    void waitsUntilTheTreeIsQuiet() throws Failure {
        watch(now -> Math.min(now, 10_000), this::take, 2, 0).run();
        assertThat(durable).containsExactly(12_000L);
    }

    @Test
    void takesATreeThatIsNeverQuietAfterTenTimesTheWait() throws Failure {
        watch(now -> now, this::take, 2, 0).run();
        assertThat(taken).hasSize(5).startsWith(20_000L);
        assertGaps(20_000);
    }

    @Test
    void orWhenItMayBeTakenAgain() throws Failure {
        watch(now -> now, this::take, 2, 30).run();
        assertThat(taken).hasSize(3).startsWith(30_000L);
        assertGaps(30_000);
    }

    private void assertGaps(long least) {
        for (int i = 1; i < taken.size(); i++) {
            assertThat(taken.get(i) - taken.get(i - 1)).isBetween(least, least + 2 * INTERVAL);
        }
    }

    @Test
    void takesEveryPauseThatIsLongEnough() throws Failure {
        // Busy in the first half of every ten seconds.
        watch(now -> now / 10_000 * 10_000 + Math.min(now % 10_000, 5_000), this::take, 3, 0).run();
        assertThat(taken).hasSize(12).allMatch(at -> at % 10_000 == 8_000);
    }

    @Test
    void takesAtMostOneInSoManySecondsAndTheLastChangeInTheEnd() throws Failure {
        watch(now -> Math.min(now, 60_000) / 2_000, this::take, 1, 25).run();
        assertThat(taken).startsWith(1_000L).hasSizeBetween(3, 5);
        for (int i = 1; i < taken.size(); i++) {
            assertThat(taken.get(i) - taken.get(i - 1)).isGreaterThanOrEqualTo(25_000);
        }
        assertThat(taken.getLast()).isGreaterThanOrEqualTo(60_000);
    }

    @Test
    void saysNothingWhenTheDepotHoldsTheTreeAlready() throws Failure {
        watch(
                        _ -> 7,
                        () -> {
                            taken.add(now);
                            return Optional.empty();
                        },
                        1,
                        0)
                .run();
        assertThat(taken).hasSize(1);
        assertThat(durable).isEmpty();
    }

    @Test
    void seesNextTimeWhatChangesWhileItTakes() throws Failure {
        var changes = new long[1];
        watch(
                        _ -> changes[0],
                        () -> {
                            if (taken.isEmpty()) changes[0]++;
                            return take();
                        },
                        1,
                        0)
                .run();
        assertThat(taken).hasSize(2);
    }

    @Test
    void triesAgainWhatIsAwayOnlyForTheMoment() throws Failure {
        watch(
                        _ -> 7,
                        () -> {
                            if (now < 20_000) throw new Failure.Unavailable("away", "wait");
                            return take();
                        },
                        2,
                        0)
                .run();
        assertThat(troubles).isNotEmpty().containsOnly("away");
        assertThat(durable).containsExactly(20_000L);
    }

    @Test
    void endsByAnythingElse() {
        var watch =
                watch(
                        _ -> 7,
                        () -> {
                            throw new Failure.Damaged("broken", "mend it");
                        },
                        2,
                        0);
        assertThatThrownBy(watch::run).isInstanceOf(Failure.Damaged.class);
    }
}
