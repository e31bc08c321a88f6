package dev.berth.server.operations;

import dev.berth.failure.Failure;
import dev.berth.session.SessionState;
import dev.berth.session.catalog.Catalog;

import org.jspecify.annotations.Nullable;

import java.time.Duration;
import java.util.EnumMap;
import java.util.Map;

/// Counts the sessions of a node, not more often than every ten seconds. Safe for use by several
/// threads.
public final class Census {
    private static final Duration FRESH = Duration.ofSeconds(10);

    private final Catalog catalog;
    private final String node;
    private @Nullable Counted last;
    private long at;

    public Census(Catalog catalog, String node) {
        this.catalog = catalog;
        this.node = node;
    }

    /// How many sessions in which state, how many turns wait, and what the files amount to.
    public record Counted(Map<SessionState, Long> byState, long waiting, long bytes) {
        public Counted {
            byState = Map.copyOf(byState);
        }
    }

    public synchronized Counted count() throws Failure {
        long now = System.nanoTime();
        var known = last;
        if (known != null && now - at < FRESH.toNanos()) return known;
        var byState = new EnumMap<SessionState, Long>(SessionState.class);
        long waiting = 0;
        long bytes = 0;
        for (var state : SessionState.values()) byState.put(state, 0L);
        for (var standing : catalog.census(node)) {
            byState.put(standing.state(), standing.sessions());
            waiting += standing.waiting();
            bytes += standing.bytes();
        }
        var counted = new Counted(byState, waiting, bytes);
        last = counted;
        at = now;
        return counted;
    }
}
