package dev.berth.server.access;

import dev.berth.server.problem.Objection;
import dev.berth.server.problem.Problem;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.LongSupplier;

/// How often somebody may ask: so many calls at once, refilled by so many each second. Those who
/// were not seen for longest are forgotten first. Safe for use by several threads.
public final class Rates {
    private static final int MOST = 10_000;
    private static final double NANOS = 1e9;

    /// Calls in one burst, and per second after it.
    public record Limit(int burst, int perSecond) {
        public Limit {
            if (burst < 1 || perSecond < 1) throw new IllegalArgumentException("admits nothing");
        }
    }

    private record Bucket(double left, long at) {}

    private final Limit limit;
    private final String what;
    private final LongSupplier nanos;
    private final Map<String, Bucket> buckets = new LinkedHashMap<>(16, 0.75f, true);

    /// `what` is counted, in words for who is refused; `nanos` is a clock that never jumps.
    public Rates(Limit limit, String what, LongSupplier nanos) {
        this.limit = limit;
        this.what = what;
        this.nanos = nanos;
    }

    /// Counts one call of `who`; refused when there were too many.
    public void count(String who) throws Objection {
        if (isAdmitted(who)) return;
        throw new Objection(
                Problem.tooMany(
                        "more than %d %s per second".formatted(limit.perSecond(), what),
                        "wait a second, then go on slower"),
                Map.of("Retry-After", "1"));
    }

    private synchronized boolean isAdmitted(String who) {
        long now = nanos.getAsLong();
        var bucket = buckets.getOrDefault(who, new Bucket(limit.burst(), now));
        double refilled = bucket.left() + (now - bucket.at()) / NANOS * limit.perSecond();
        double left = Math.min(limit.burst(), refilled);
        boolean enough = left >= 1;
        buckets.put(who, new Bucket(enough ? left - 1 : left, now));
        if (buckets.size() > MOST) buckets.remove(buckets.keySet().iterator().next());
        return enough;
    }
}
