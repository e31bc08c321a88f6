package dev.berth.disk;

import java.time.Duration;

/// How much a query may take: `time` on the clock, `rows` in its answer, and bytes in one cell and
/// in all of them.
public record QueryLimits(Duration time, int rows, int cellBytes, long totalBytes) {
    public static final QueryLimits DEFAULT =
            new QueryLimits(Duration.ofSeconds(10), 1_000, 1 << 20, 16L << 20);

    public QueryLimits {
        if (time.isNegative() || rows < 1 || cellBytes < 1 || totalBytes < 1) {
            throw new IllegalArgumentException("limits must be positive");
        }
    }

    public QueryLimits withRows(int most) {
        return new QueryLimits(time, most, cellBytes, totalBytes);
    }

    public QueryLimits withTime(Duration most) {
        return new QueryLimits(most, rows, cellBytes, totalBytes);
    }
}
