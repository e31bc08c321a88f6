package dev.berth.server.operations;

import java.util.List;
import java.util.concurrent.atomic.LongAdder;
import java.util.stream.Stream;

/// How long things took, counted in steps. Safe for use by several threads.
final class Histogram {
    private static final double[] SECONDS = {
        0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300, 1800
    };

    private final List<LongAdder> steps =
            Stream.generate(LongAdder::new).limit(SECONDS.length).toList();
    private final LongAdder count = new LongAdder();
    private final LongAdder nanos = new LongAdder();

    void add(long took) {
        count.increment();
        nanos.add(took);
        for (int i = 0; i < SECONDS.length; i++) {
            if (took <= SECONDS[i] * 1e9) {
                steps.get(i).increment();
                return;
            }
        }
    }

    void show(Exposition out, String name, String help) {
        out.head(name, "histogram", help);
        long all = 0;
        for (int i = 0; i < SECONDS.length; i++) {
            all += steps.get(i).sum();
            out.line("%s_bucket{le=\"%s\"}".formatted(name, SECONDS[i]), all);
        }
        long total = count.sum();
        out.line(name + "_bucket{le=\"+Inf\"}", total);
        out.line(name + "_sum", nanos.sum() / 1e9);
        out.line(name + "_count", total);
    }
}
