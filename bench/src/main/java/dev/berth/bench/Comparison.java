package dev.berth.bench;

import java.util.ArrayList;
import java.util.List;

/// Several ways of doing the same, the first of which is the yardstick.
///
/// They take turns, a small batch each, beginning with another one in each round: whatever else the
/// machine does in the meantime meets all of them alike. A figure is the median of the rounds.
///
/// @param title what is done
/// @param batch how often a contender does it in its turn
/// @param goal the most that the last contender may take, as a multiple of the yardstick
/// @param contenders the yardstick, then the others, ours last
public record Comparison(String title, int batch, double goal, List<Contender> contenders) {
    public Comparison {
        contenders = List.copyOf(contenders);
        if (contenders.size() < 2) throw new IllegalArgumentException("nothing to compare");
    }

    /// Measures in so many rounds, after one in five more that do not count.
    public Result measure(int rounds) throws Exception {
        var times = new ArrayList<List<Long>>();
        for (int i = 0; i < contenders.size(); i++) times.add(new ArrayList<>());
        int warmUp = (rounds + 4) / 5;
        for (int round = 0; round < warmUp + rounds; round++) {
            for (int turn = 0; turn < contenders.size(); turn++) {
                int who = (round + turn) % contenders.size();
                long nanos = contenders.get(who).run(batch) / batch;
                if (round >= warmUp) times.get(who).add(nanos);
            }
        }
        var figures = new ArrayList<Figure>();
        long yardstick = median(times.getFirst());
        for (int i = 0; i < contenders.size(); i++) {
            long nanos = median(times.get(i));
            figures.add(new Figure(contenders.get(i).title(), nanos, nanos / (double) yardstick));
        }
        return new Result(title, rounds, batch, goal, figures);
    }

    /// One contender's median, and its multiple of the yardstick's.
    public record Figure(String title, long nanos, double ratio) {}

    /// What came out.
    public record Result(String title, int rounds, int batch, double goal, List<Figure> figures) {
        public Result {
            figures = List.copyOf(figures);
        }

        /// Whether ours, the last, reached its goal.
        public boolean met() {
            return figures.getLast().ratio() <= goal;
        }
    }

    static long median(List<Long> values) {
        var sorted = values.stream().sorted().toList();
        int middle = sorted.size() / 2;
        return sorted.size() % 2 == 1
                ? sorted.get(middle)
                : (sorted.get(middle - 1) + sorted.get(middle)) / 2;
    }
}
