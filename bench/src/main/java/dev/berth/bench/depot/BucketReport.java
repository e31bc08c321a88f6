package dev.berth.bench.depot;

import dev.berth.durable.json.Json;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;

/// What a run of [BucketBench] found, for people and for programs: how many times as fast as the
/// best of the others Berth is.
///
/// @param near with the server as near as it is
/// @param far with a delay for each request
public record BucketReport(
        int rounds, Duration delay, List<String> leftOut, Standing near, Standing far) {
    private static final double TIMES = 1.5;
    private static final double TIMES_UNCHANGED_FAR = 3;
    private static final List<String> OTHERS = List.of(Peers.RESTIC, BucketPeers.RCLONE);

    public BucketReport {
        leftOut = List.copyOf(leftOut);
    }

    public String table() {
        var text = new StringBuilder();
        text.append(
                "medians of %d rounds, page cache warm: %,d files, %,d bytes%n"
                        .formatted(rounds, near.source().files(), near.source().bytes()));
        for (String each : leftOut) text.append("left out: ").append(each).append('\n');
        table(text, "\nno delay\n", near, false);
        table(text, "\n%d ms for each request\n".formatted(delay.toMillis()), far, true);
        return text.toString();
    }

    private static void table(StringBuilder text, String title, Standing standing, boolean far) {
        text.append(title);
        for (var step : Step.values()) {
            text.append(
                    "%-22s %8s %8s %8s %12s %8s %s%n"
                            .formatted(
                                    step.title(),
                                    "wall s",
                                    "cpu s",
                                    "MiB",
                                    "grown",
                                    "objects",
                                    "differences"));
            for (String keeper : standing.keepers(step)) {
                text.append(
                        String.format(
                                Locale.ROOT,
                                "  %-20s %8.3f %8.2f %8d %12d %8d %d%n",
                                keeper,
                                standing.wall(keeper, step) / 1e9,
                                standing.median(keeper, step, s -> s.cost().cpuNanos()) / 1e9,
                                standing.median(keeper, step, s -> s.cost().peakBytes()) >> 20,
                                standing.median(keeper, step, Sample::grownBytes),
                                standing.median(keeper, step, s -> s.store().files()),
                                standing.median(keeper, step, Sample::differences)));
            }
            var times = times(standing, step);
            if (times.isEmpty()) continue;
            double goal = goal(step, far);
            text.append(
                    String.format(
                            Locale.ROOT,
                            "  %.2f times the best of the others, of %.1f: %s%n",
                            times.getAsDouble(),
                            goal,
                            times.getAsDouble() >= goal ? "met" : "missed"));
        }
    }

    /// How many times as fast as the fastest of the others.
    static OptionalDouble times(Standing standing, Step step) {
        long best = 0;
        for (String other : OTHERS) {
            long wall = standing.wall(other, step);
            if (wall > 0 && (best == 0 || wall < best)) best = wall;
        }
        long own = standing.wall(Peers.COMMAND, step);
        return best == 0 || own == 0
                ? OptionalDouble.empty()
                : OptionalDouble.of(best / (double) own);
    }

    private static double goal(Step step, boolean far) {
        return far && step == Step.UNCHANGED ? TIMES_UNCHANGED_FAR : TIMES;
    }

    public String json() {
        return Json.object()
                .put("format", "berth-bench-bucket/1")
                .put("rounds", rounds)
                .put("delay_ms", delay.toMillis())
                .putTexts("left_out", leftOut)
                .put("near", figures(near, false))
                .put("far", figures(far, true))
                .build()
                .compact();
    }

    private static Json figures(Standing standing, boolean far) {
        var figures = new ArrayList<Json>();
        for (var step : Step.values()) {
            for (String keeper : standing.keepers(step)) {
                var walls = standing.all(keeper, step, sample -> sample.cost().wallNanos());
                figures.add(
                        Json.object()
                                .put("step", step.label())
                                .put("keeper", keeper)
                                .put("walls_ns", walls.stream().map(Json::number).toList())
                                .build());
            }
            var times = times(standing, step);
            if (times.isPresent()) {
                figures.add(
                        Json.object()
                                .put("step", step.label())
                                .put("times", times.getAsDouble())
                                .put("least", goal(step, far))
                                .build());
            }
        }
        return Json.array(figures);
    }
}
