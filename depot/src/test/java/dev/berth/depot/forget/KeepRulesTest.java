package dev.berth.depot.forget;

import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.depot.checkpoint.CheckpointId;
import dev.berth.depot.forget.KeepRules.Period;

import org.junit.jupiter.api.Test;

import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

class KeepRulesTest {
    private static final SecureRandom RANDOM = new SecureRandom();
    private static final Instant START = Instant.parse("2026-01-01T00:30:00Z");

    /// One checkpoint every `step`, the oldest first.
    private static List<CheckpointId> every(Duration step, int count) {
        var ids = new ArrayList<CheckpointId>();
        for (int i = 0; i < count; i++) {
            var at = START.plus(step.multipliedBy(i));
            ids.add(CheckpointId.next(at, Optional.empty(), RANDOM));
        }
        return ids;
    }

    private static List<Integer> kept(List<CheckpointId> all, Map<Period, Integer> rules) {
        return kept(all, new KeepRules(rules, Optional.empty()));
    }

    private static List<Integer> kept(List<CheckpointId> all, KeepRules rules) {
        var kept = rules.kept(all);
        var numbers = new ArrayList<Integer>();
        for (int i = 0; i < all.size(); i++) if (kept.contains(all.get(i))) numbers.add(i);
        return numbers;
    }

    @Test
    void keepsTheLastOnes() {
        var all = every(Duration.ofMinutes(1), 5);
        assertThat(kept(all, Map.of(Period.LAST, 2))).containsExactly(3, 4);
        assertThat(kept(all, Map.of(Period.LAST, 9))).hasSize(5);
    }

    @Test
    void keepsTheLastOfEachHourAndDay() {
        var all = every(Duration.ofMinutes(20), 9);
        assertThat(kept(all, Map.of(Period.HOURLY, 2))).containsExactly(7, 8);
        var days = every(Duration.ofHours(12), 7);
        assertThat(kept(days, Map.of(Period.DAILY, 3))).containsExactly(3, 5, 6);
    }

    @Test
    void countsPeriodsThatHaveAnyAndNotEmptyOnes() {
        var all = every(Duration.ofDays(100), 4);
        assertThat(kept(all, Map.of(Period.DAILY, 3))).containsExactly(1, 2, 3);
        assertThat(kept(all, Map.of(Period.YEARLY, 5))).containsExactly(3);
    }

    @Test
    void keepsWhatAnyRuleKeeps() {
        var all = every(Duration.ofDays(10), 12);
        assertThat(kept(all, Map.of(Period.LAST, 1, Period.MONTHLY, 2, Period.WEEKLY, 3)))
                .containsExactly(8, 9, 10, 11);
    }

    @Test
    void measuresFromTheNewestAndNotByTheClock() {
        var all = every(Duration.ofDays(1), 6);
        var rules = new KeepRules(Map.of(), Optional.of(Duration.ofDays(2)));
        assertThat(kept(all, rules)).containsExactly(3, 4, 5);
    }

    @Test
    void keepsTheNewestUnderAnyRule() {
        for (var period : Period.values()) {
            var all = every(Duration.ofHours(7), 20);
            assertThat(kept(all, Map.of(period, 1))).contains(19);
        }
    }
}
