package dev.berth.bench.server;

import java.util.Arrays;

/// How long calls took, in nanoseconds. Safe for use by several threads.
final class Times {
    private long[] nanos = new long[1024];
    private int count;

    synchronized void add(long took) {
        if (count == nanos.length) nanos = Arrays.copyOf(nanos, count * 2);
        nanos[count++] = took;
    }

    /// In microseconds.
    synchronized double quantile(double part) {
        if (count == 0) return 0;
        var sorted = Arrays.copyOf(nanos, count);
        Arrays.sort(sorted);
        return sorted[Math.min(count - 1, (int) (count * part))] / 1e3;
    }

    synchronized int count() {
        return count;
    }
}
