package dev.berth.durable.modelled;

import java.util.ArrayList;
import java.util.List;

/// Runs through all choices, one whole set of them after the other.
///
/// Like the wheels of a counter: each pick of a run is a wheel, and [#next] turns the last one that
/// has room; the wheels after it are made anew, since later picks may depend on earlier ones.
final class EveryChoice implements Choices {
    private final List<Wheel> wheels = new ArrayList<>();
    private int depth;

    @Override
    public int pick(int options) {
        if (options < 1) throw new IllegalArgumentException("nothing to pick from");
        if (options == 1) return 0;
        if (depth == wheels.size()) wheels.add(new Wheel(0, options));
        return wheels.get(depth++).at;
    }

    /// Starts the next run; false when there is none.
    boolean next() {
        depth = 0;
        while (!wheels.isEmpty()) {
            Wheel last = wheels.removeLast();
            if (last.at + 1 < last.options) {
                wheels.add(new Wheel(last.at + 1, last.options));
                return true;
            }
        }
        return false;
    }

    private record Wheel(int at, int options) {}
}
