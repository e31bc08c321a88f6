package dev.berth.session;

import dev.berth.disk.SessionId;

import java.time.Instant;
import java.util.Comparator;
import java.util.List;

/// Which frozen runners have to go when a node has more of them than it may.
public final class Capacity {
    private Capacity() {}

    /// A frozen runner, and when its session was last used.
    public record Frozen(SessionId tenant, SessionId session, Instant lastActive) {}

    /// Those that go, least recently used first, so that `most` are left.
    public static List<Frozen> excess(List<Frozen> frozen, int most) {
        return frozen.stream()
                .sorted(
                        Comparator.comparing(Frozen::lastActive)
                                .thenComparing(each -> each.tenant().value())
                                .thenComparing(each -> each.session().value()))
                .limit(Math.max(0, frozen.size() - most))
                .toList();
    }
}
