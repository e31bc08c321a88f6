package dev.berth.session.life;

import dev.berth.depot.Tenant;
import dev.berth.depot.Upkeep;
import dev.berth.depot.checkpoint.CheckpointId;
import dev.berth.depot.checkpoint.Checkpoints;
import dev.berth.disk.SessionId;
import dev.berth.failure.Failure;
import dev.berth.session.Event;
import dev.berth.session.Session;
import dev.berth.session.SessionKey;
import dev.berth.session.SessionState;
import dev.berth.session.catalog.Change;
import dev.berth.session.catalog.CheckpointRow;
import dev.berth.session.catalog.CheckpointRow.Line;
import dev.berth.session.events.Transcript;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/// Brings back from the depot every session that the catalog does not know or cannot read, up to
/// its last checkpoint. A session that cannot be brought back harms no other. It can be cut short
/// and run again: each session comes back whole or not at all.
///
/// Nobody else works on this node meanwhile: the caller holds its data folder.
public record Rebuilding(Station station) {
    private static final int PAGE = 1_000;

    /// Who came back; what could not, and why; and what was only partly so.
    public record Rebuilt(List<SessionKey> sessions, List<String> problems, List<String> notes) {
        public Rebuilt {
            sessions = List.copyOf(sessions);
            problems = List.copyOf(problems);
            notes = List.copyOf(notes);
        }
    }

    public Rebuilt run() throws Failure {
        var sessions = new ArrayList<SessionKey>();
        var problems = new ArrayList<String>();
        var notes = new ArrayList<String>();
        var unreadable = unreadable();
        for (var tenant : new Upkeep(station.depot()).tenants()) {
            var bySession = new LinkedHashMap<SessionId, List<Checkpoints.Entry>>();
            for (var entry : tenant.checkpoints().list()) {
                bySession.computeIfAbsent(entry.session(), _ -> new ArrayList<>()).add(entry);
            }
            for (var each : bySession.entrySet()) {
                var key = new SessionKey(tenant.name(), each.getKey());
                boolean damaged = unreadable.contains(key);
                try {
                    if (!damaged && station.catalog().find(key).isPresent()) continue;
                    if (!bring(tenant, each.getValue(), damaged, problems, notes)) continue;
                    sessions.add(key);
                    unreadable.remove(key);
                } catch (Failure failure) {
                    problems.add("%s: %s".formatted(key, failure.what()));
                }
            }
        }
        for (var key : unreadable) {
            problems.add("%s: its row cannot be read, and no checkpoint can be".formatted(key));
        }
        return new Rebuilt(sessions, problems, notes);
    }

    /// Rows that are there and are of no use.
    private Set<SessionKey> unreadable() throws Failure {
        var found = new TreeSet<>(Comparator.comparing(SessionKey::toString));
        Optional<SessionKey> last = Optional.empty();
        while (true) {
            var page = station.catalog().entered(last, PAGE);
            if (page.isEmpty()) return found;
            for (var each : page) if (each.session().isEmpty()) found.add(each.key());
            last = Optional.of(page.getLast().key());
        }
    }

    private boolean bring(
            Tenant tenant,
            List<Checkpoints.Entry> entries,
            boolean damaged,
            List<String> problems,
            List<String> notes)
            throws Failure {
        var found = new LinkedHashMap<CheckpointId, Remembered>();
        for (var entry : entries) {
            try {
                var checkpoint = tenant.checkpoints().read(entry);
                Remembered.of(checkpoint).ifPresent(each -> found.put(entry.id(), each));
            } catch (Failure.Damaged | Failure.WrongKey unreadable) {
                problems.add(
                        "%s: checkpoint %s: %s"
                                .formatted(entry.session(), entry.id(), unreadable.what()));
            }
        }
        var head = head(found);
        if (head.isEmpty()) return false;
        var entry = new Checkpoints.Entry(head.get().session().id(), head.get().row().id());
        var newest = tenant.checkpoints().read(entry);
        String said;
        try (var browsing = tenant.browse(newest)) {
            said = browsing.transcript();
        }
        var past = Transcript.parse(said, newest.id().value()).events();
        var session = cold(head.get(), newest.bytes());
        var remembered = found.values().stream().map(Remembered::row).toList();
        var rows = new ArrayList<>(lined(remembered, head.get().row().id()));
        var events = new ArrayList<Event.Draft>();
        events.add(Happenings.checkpoint(head.get().row(), "rebuilt from the depot"));
        var kept = keepTree(session);
        if (kept.isPresent()) {
            rows.add(kept.get());
            events.add(Happenings.checkpoint(kept.get(), "files that no checkpoint had"));
            notes.add(
                    "%s: files on this node were not those of its last checkpoint; they are kept as %s"
                            .formatted(session.id(), kept.get().id()));
        }
        if (damaged) station.catalog().setAside(session.key());
        station.catalog().access().addTenant(tenant.name());
        station.catalog().create(session, new Change.First(Optional.empty(), past, events, rows));
        if (tenant.checkpoints().isThere(entry)) return true;
        // Another node has deleted it meanwhile.
        station.catalog().setAside(session.key());
        return false;
    }

    /// What a server had on this node when it ended is not in the line: it is kept beside it before
    /// the tree becomes what the line says.
    private Optional<CheckpointRow> keepTree(Session session) throws Failure {
        var trees = new Trees(station);
        var sandbox = station.crew().sandbox(session);
        if (sandbox.isPresent()) sandbox.get().stop();
        if (!session.life().persistent() || !trees.isThere(session)) return Optional.empty();
        var left = new Parting.Left(session, session.life().headSeq());
        return new Points(station, Observer.NONE).takeIfOther(left, trees.of(session));
    }

    /// The newest on the line; what a late writer had is not one of them.
    private static Optional<Remembered> head(Map<CheckpointId, Remembered> found) {
        return found.values().stream()
                .filter(each -> each.row().line() == Line.MAIN)
                .reduce((_, later) -> later);
    }

    /// The line is what leads to the head; all else lies beside it.
    static List<CheckpointRow> lined(List<CheckpointRow> rows, CheckpointId head) {
        var parents = new HashMap<CheckpointId, Optional<CheckpointId>>();
        for (var row : rows) parents.put(row.id(), row.parent());
        var line = new HashSet<CheckpointId>();
        var next = Optional.of(head);
        while (next.isPresent() && parents.containsKey(next.get()) && line.add(next.get())) {
            next = parents.get(next.get());
        }
        return rows.stream()
                .map(row -> row.on(line.contains(row.id()) ? Line.MAIN : Line.ASIDE))
                .toList();
    }

    /// One that keeps no files rests as it always does, and is told its conversation anew.
    private static Session cold(Remembered head, long bytes) {
        var session = head.session();
        boolean persistent = session.life().persistent();
        var life =
                session.life()
                        .headed(head.row().id().value(), head.row().seq())
                        .running(Optional.empty())
                        .turning(session.life().turns().drop())
                        .replaying(session.life().replay() || !persistent);
        var cold = persistent ? SessionState.RESUMABLE : SessionState.CREATED;
        var state = session.state() == SessionState.EXPIRED ? SessionState.EXPIRED : cold;
        return session.in(state).living(life).using(persistent ? bytes : 0);
    }
}
