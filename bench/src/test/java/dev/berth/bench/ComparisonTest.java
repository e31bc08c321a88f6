package dev.berth.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.berth.durable.json.StrictJson;

import org.junit.jupiter.api.Test;

import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;

class ComparisonTest {
    /// Answers with prepared times and notes when its turn came.
    private record Scripted(String title, Deque<Long> nanos, List<String> turns)
            implements Contender {
        @Override
        public long run(int times) {
            turns.add(title);
            return nanos.removeFirst() * times;
        }
    }

    private final List<String> turns = new ArrayList<>();

    @Test
    void takesTurnsAndGivesTheMedianOfTheRoundsThatCount() throws Exception {
        var comparison =
                new Comparison(
                        "a thing",
                        10,
                        1.15,
                        List.of(
                                scripted("bare", 9999, 100, 300, 200),
                                scripted("ours", 9999, 220, 230, 210)));
        var result = comparison.measure(3);
        assertThat(turns)
                .containsExactly("bare", "ours", "ours", "bare", "bare", "ours", "ours", "bare");
        assertThat(result.figures())
                .extracting(Comparison.Figure::nanos)
                .containsExactly(200L, 220L);
        assertThat(result.figures().getLast().ratio()).isCloseTo(1.1, within(1e-9));
        assertThat(result.met()).isTrue();
    }

    @Test
    void saysWhenTheGoalWasMissed() throws Exception {
        var comparison =
                new Comparison(
                        "a thing",
                        1,
                        1.15,
                        List.of(scripted("bare", 1, 100, 100), scripted("ours", 1, 120, 120)));
        var results = List.of(comparison.measure(2));
        assertThat(Report.table(results)).contains("missed").contains("1.200");
        var json = StrictJson.open(Report.json(results).getBytes(StandardCharsets.UTF_8));
        var first = json.objects("results").getFirst();
        assertThat(first.bool("met")).isFalse();
        assertThat(first.objects("figures")).hasSize(2);
    }

    @Test
    void takesTheMiddleOrBetweenTheTwoInTheMiddle() {
        assertThat(Comparison.median(List.of(5L, 1L, 3L))).isEqualTo(3);
        assertThat(Comparison.median(List.of(4L, 1L, 3L, 9L))).isEqualTo(3);
    }

    private Scripted scripted(String title, long... nanos) {
        var times = new ArrayDeque<Long>();
        Arrays.stream(nanos).forEach(times::add);
        return new Scripted(title, times, turns);
    }
}
