package dev.berth.session;

import static dev.berth.session.IdlePolicy.Move.EXPIRE;
import static dev.berth.session.IdlePolicy.Move.FREEZE;
import static dev.berth.session.IdlePolicy.Move.PAUSE;
import static dev.berth.session.IdlePolicy.Move.REST;
import static dev.berth.session.IdlePolicy.Move.STAY;
import static dev.berth.session.Samples.NOON;

import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.session.IdlePolicy.Facts;
import dev.berth.session.IdlePolicy.Move;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

@DisplayName("What time does to a session")
class IdlePolicyTest {
    private static final IdlePolicy POLICY = new IdlePolicy(IdleLimits.DEFAULT);

    private static Move after(SessionState state, Duration quiet) {
        return POLICY.next(state, facts(Optional.empty(), false, false), NOON.plus(quiet));
    }

    private static Facts facts(Optional<Instant> expires, boolean pinned, boolean inTurn) {
        return new Facts(NOON, expires, pinned, inTurn);
    }

    @Test
    void createdWaitsForItsFirstMessageHoweverLong() {
        assertThat(after(SessionState.CREATED, Duration.ofDays(4000))).isEqualTo(STAY);
    }

    @Test
    void activeRestsAfterAMinuteWithoutActivity() {
        assertThat(after(SessionState.ACTIVE, Duration.ofMillis(59_999))).isEqualTo(STAY);
        assertThat(after(SessionState.ACTIVE, Duration.ofSeconds(60))).isEqualTo(REST);
    }

    @Test
    void idleIsPausedAQuarterOfAnHourAfterTheLastActivity() {
        assertThat(after(SessionState.IDLE, Duration.ofSeconds(899))).isEqualTo(STAY);
        assertThat(after(SessionState.IDLE, Duration.ofMinutes(15))).isEqualTo(PAUSE);
    }

    @Test
    void pausedIsFrozenADayAfterTheLastActivity() {
        assertThat(after(SessionState.PAUSED, Duration.ofHours(24).minusNanos(1))).isEqualTo(STAY);
        assertThat(after(SessionState.PAUSED, Duration.ofHours(24))).isEqualTo(FREEZE);
    }

    @Test
    void resumableStaysUntilSomebodyWantsIt() {
        assertThat(after(SessionState.RESUMABLE, Duration.ofDays(4000))).isEqualTo(STAY);
    }

    @Test
    void expiredIsMovedByNothing() {
        var past = facts(Optional.of(NOON.minusSeconds(1)), false, false);
        assertThat(POLICY.next(SessionState.EXPIRED, past, NOON)).isEqualTo(STAY);
    }

    @Test
    void aRunningTurnIsActivity() {
        for (var state : SessionState.values()) {
            var running = facts(Optional.empty(), false, true);
            assertThat(POLICY.next(state, running, NOON.plus(Duration.ofDays(9)))).isEqualTo(STAY);
        }
    }

    @Test
    void theEndBeatsEverythingButAPin() {
        for (var state : SessionState.values()) {
            if (state == SessionState.EXPIRED) continue;
            for (boolean inTurn : new boolean[] {false, true}) {
                var at = Optional.of(NOON.plusSeconds(5));
                assertThat(POLICY.next(state, facts(at, false, inTurn), NOON.plusSeconds(4)))
                        .isEqualTo(STAY);
                assertThat(POLICY.next(state, facts(at, false, inTurn), NOON.plusSeconds(5)))
                        .isEqualTo(EXPIRE);
                assertThat(POLICY.next(state, facts(at, true, inTurn), NOON.plusSeconds(5)))
                        .isEqualTo(STAY);
            }
        }
    }

    @Test
    void aClockSetBackMovesNothing() {
        for (var state : SessionState.values()) {
            assertThat(after(state, Duration.ofDays(-3))).isEqualTo(STAY);
        }
    }

    @Test
    void capacityAsideNothingButItsEndTakesASessionToExpired() {
        for (var state : SessionState.values()) {
            for (var quiet : quietTimes()) assertThat(after(state, quiet)).isNotEqualTo(EXPIRE);
        }
    }

    @Test
    void nothingHappensBeforeItIsDueAndSomethingDoesThen() {
        for (var state : SessionState.values()) {
            for (var expires :
                    List.of(Optional.<Instant>empty(), end(30), end(3_000), end(90_000))) {
                for (boolean pinned : new boolean[] {false, true}) {
                    var facts = facts(expires, pinned, false);
                    var due = POLICY.due(state, facts);
                    for (var quiet : quietTimes()) {
                        var now = NOON.plus(quiet);
                        boolean moves = POLICY.next(state, facts, now) != STAY;
                        boolean isDue = due.isPresent() && !now.isBefore(due.get());
                        assertThat(moves).as("%s %s %s", state, facts, now).isEqualTo(isDue);
                    }
                }
            }
        }
    }

    private static Optional<Instant> end(long seconds) {
        return Optional.of(NOON.plusSeconds(seconds));
    }

    private static List<Duration> quietTimes() {
        var times = new ArrayList<Duration>();
        for (long second : new long[] {0, 29, 30, 59, 60, 899, 900, 2_999, 3_000, 86_399, 86_400}) {
            times.add(Duration.ofSeconds(second));
        }
        times.add(Duration.ofDays(40));
        return times;
    }
}
