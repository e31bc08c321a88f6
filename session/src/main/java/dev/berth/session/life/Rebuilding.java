package dev.berth.session.life;

import dev.berth.depot.Tenant;
import dev.berth.depot.Upkeep;
import dev.berth.depot.checkpoint.CheckpointId;
import dev.berth.depot.checkpoint.Checkpoints;
import dev.berth.disk.SessionId;
import dev.berth.failure.Failure;
import dev.berth.session.Session;
import dev.berth.session.SessionKey;
import dev.berth.session.SessionState;
import dev.berth.session.catalog.Catalog;
import dev.berth.session.catalog.Change;
import dev.berth.session.catalog.CheckpointRow;
import dev.berth.session.catalog.CheckpointRow.Line;
import dev.berth.session.events.Transcript;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Brings back from the depot every session that the catalog does not know, up to its last
/// checkpoint, and tells where the two do not agree. A session that cannot be read harms no other.
public record Rebuilding(Station station) {
    /// Who came back, and what could not.
    public record Rebuilt(List<SessionKey> sessions, List<String> problems) {
        public Rebuilt {
            sessions = List.copyOf(sessions);
            problems = List.copyOf(problems);
        }
    }

    public Rebuilt run() throws Failure {
        var sessions = new ArrayList<SessionKey>();
        var problems = new ArrayList<String>();
        for (var tenant : new Upkeep(station.depot()).tenants()) {
            var bySession = new LinkedHashMap<SessionId, List<Checkpoints.Entry>>();
            for (var entry : tenant.checkpoints().list()) {
                bySession.computeIfAbsent(entry.session(), _ -> new ArrayList<>()).add(entry);
            }
            for (var each : bySession.entrySet()) {
                var key = new SessionKey(tenant.name(), each.getKey());
                try {
                    if (station.catalog().find(key).isPresent()) continue;
                    if (bring(tenant, each.getValue(), problems)) sessions.add(key);
                } catch (Failure failure) {
                    problems.add("%s: %s".formatted(key, failure.what()));
                }
            }
        }
        return new Rebuilt(sessions, problems);
    }

    private boolean bring(Tenant tenant, List<Checkpoints.Entry> entries, List<String> problems)
            throws Failure {
        var found = new LinkedHashMap<CheckpointId, Remembered>();
        for (var entry : entries) {
            try {
                var checkpoint = tenant.checkpoints().read(entry);
                Remembered.of(checkpoint).ifPresent(each -> found.put(entry.id(), each));
            } catch (Failure.Damaged damaged) {
                problems.add("%s: %s".formatted(entry.id(), damaged.what()));
            }
        }
        var head = head(found);
        if (head.isEmpty()) return false;
        var newest =
                tenant.checkpoints()
                        .read(
                                new Checkpoints.Entry(
                                        head.get().session().id(), head.get().row().id()));
        String said;
        try (var browsing = tenant.browse(newest)) {
            said = browsing.transcript();
        }
        var past = Transcript.parse(said, newest.id().value()).events();
        var first =
                new Change.First(
                        Optional.empty(),
                        past,
                        List.of(Happenings.checkpoint(head.get().row(), "rebuilt from the depot")),
                        rows(found, head.get()));
        station.catalog().access().addTenant(tenant.name());
        station.catalog().create(cold(head.get(), newest.bytes()), first);
        return true;
    }

    /// The newest on the line; what a late writer had is not one of them.
    private static Optional<Remembered> head(Map<CheckpointId, Remembered> found) {
        return found.values().stream()
                .filter(each -> each.row().line() == Line.MAIN)
                .reduce((_, later) -> later);
    }

    /// The line is what leads to the head; all else lies beside it.
    private static List<CheckpointRow> rows(Map<CheckpointId, Remembered> found, Remembered head) {
        var line = new HashSet<CheckpointId>();
        Optional<CheckpointId> next = Optional.of(head.row().id());
        while (next.isPresent() && found.containsKey(next.get()) && line.add(next.get())) {
            next = found.get(next.get()).row().parent();
        }
        return found.values().stream()
                .map(Remembered::row)
                .map(row -> row.on(line.contains(row.id()) ? Line.MAIN : Line.ASIDE))
                .toList();
    }

    private static Session cold(Remembered head, long bytes) {
        var session = head.session();
        var life =
                session.life()
                        .headed(head.row().id().value(), head.row().seq())
                        .running(Optional.empty())
                        .turning(session.life().turns().drop());
        var state =
                session.state() == SessionState.EXPIRED
                        ? SessionState.EXPIRED
                        : SessionState.RESUMABLE;
        return session.in(state).living(life).using(bytes);
    }

    /// Where the catalog and the depot do not agree about a tenant's session: points that only one
    /// of them has.
    public List<String> orphans(SessionKey key) throws Failure {
        Catalog catalog = station.catalog();
        var inDepot = new HashMap<CheckpointId, Boolean>();
        for (var entry : station.depot().tenant(key.tenant()).checkpoints().list(key.id())) {
            inDepot.put(entry.id(), true);
        }
        var orphans = new ArrayList<String>();
        for (var row : catalog.checkpoints(key)) {
            if (inDepot.remove(row.id()) == null) {
                orphans.add("checkpoint %s is listed and not in the depot".formatted(row.id()));
            }
        }
        for (var id : inDepot.keySet()) {
            orphans.add("checkpoint %s is in the depot and not listed".formatted(id));
        }
        return orphans;
    }
}
