package dev.berth.session.life;

import dev.berth.depot.Upkeep;
import dev.berth.depot.checkpoint.CheckpointId;
import dev.berth.depot.checkpoint.Checkpoints;
import dev.berth.disk.SessionId;
import dev.berth.failure.Failure;
import dev.berth.session.Session;
import dev.berth.session.SessionKey;
import dev.berth.session.SessionState;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// Finds where catalog, depot and this node's folders do not agree. Only looks.
public record Orphans(Station station) {
    private static final int PAGE = 1_000;
    private static final String REBUILD = "; `berth doctor --rebuild-catalog` brings it back";

    /// All of them. Reads every row, and the names of all checkpoints.
    public List<String> everywhere() throws Failure {
        var found = new ArrayList<String>();
        var depot = new LinkedHashMap<SessionKey, Set<CheckpointId>>();
        for (var tenant : new Upkeep(station.depot()).tenants()) {
            for (var entry : tenant.checkpoints().list()) {
                var key = new SessionKey(tenant.name(), entry.session());
                depot.computeIfAbsent(key, _ -> new HashSet<>()).add(entry.id());
            }
        }
        Optional<SessionKey> last = Optional.empty();
        while (true) {
            var page = station.catalog().entered(last, PAGE);
            if (page.isEmpty()) break;
            for (var each : page) {
                var stored = Optional.ofNullable(depot.remove(each.key()));
                if (each.session().isEmpty()) {
                    found.add("session %s: its row cannot be read".formatted(each.key()) + REBUILD);
                } else {
                    found.addAll(points(each.session().get(), stored.orElse(Set.of())));
                }
            }
            last = Optional.of(page.getLast().key());
        }
        for (var each : depot.entrySet()) {
            unlisted(each.getKey(), each.getValue()).ifPresent(found::add);
        }
        found.addAll(new Leavings(station).found());
        return found;
    }

    /// Those that an end in the middle of something may have left, and that cost little to find: of
    /// sessions that were awake here, and in this node's folders. And whether the whole catalog is
    /// another one than the depot knows.
    public List<String> here(SessionId tenant) throws Failure {
        var found = new ArrayList<String>();
        for (var state : SessionState.values()) {
            if (!state.hasRunner()) continue;
            for (var session : station.catalog().on(station.node().name(), state, PAGE)) {
                found.addAll(of(session.key()));
            }
        }
        if (station.catalog().entered(Optional.empty(), 1).isEmpty()) {
            var entries = station.depot().tenant(tenant).checkpoints().list();
            var sessions = new HashSet<SessionId>();
            entries.forEach(entry -> sessions.add(entry.session()));
            if (!sessions.isEmpty()) {
                found.add(
                        "the catalog is empty, and the depot has checkpoints of %d sessions"
                                        .formatted(sessions.size())
                                + "; `berth doctor --rebuild-catalog` brings them back");
            }
        }
        found.addAll(new Leavings(station).found());
        return found;
    }

    /// Of one session: points that only one of catalog and depot has.
    public List<String> of(SessionKey key) throws Failure {
        var session = station.catalog().find(key);
        var stored = new HashSet<CheckpointId>();
        station.depot()
                .tenant(key.tenant())
                .checkpoints()
                .list(key.id())
                .forEach(entry -> stored.add(entry.id()));
        return session.isPresent() ? points(session.get(), stored) : List.of();
    }

    private List<String> points(Session session, Set<CheckpointId> stored) throws Failure {
        var found = new ArrayList<String>();
        var left = new HashSet<>(stored);
        for (var row : station.catalog().checkpoints(session.key())) {
            if (left.remove(row.id())) continue;
            boolean head = session.life().head().equals(Optional.of(row.id().value()));
            found.add(
                    "session %s: checkpoint %s is listed and not in the depot%s"
                            .formatted(
                                    session.key(),
                                    row.id(),
                                    head ? "; it is the last one: rewind to another" : ""));
        }
        for (var id : left) {
            found.add(
                    "session %s: checkpoint %s is in the depot and not listed; nothing needs it"
                            .formatted(session.key(), id));
        }
        return found;
    }

    /// Points of a session that has no row; plain snapshots of a tree never had one.
    private Optional<String> unlisted(SessionKey key, Set<CheckpointId> points) {
        String what =
                "session %s: %d checkpoints are in the depot, and it has no row"
                        .formatted(key, points.size());
        var newest = new Checkpoints.Entry(key.id(), Collections.max(points));
        try {
            var read = station.depot().tenant(key.tenant()).checkpoints().read(newest);
            return Remembered.of(read).map(_ -> what + REBUILD);
        } catch (Failure unreadable) {
            return Optional.of(what + "; " + unreadable.what());
        }
    }
}
