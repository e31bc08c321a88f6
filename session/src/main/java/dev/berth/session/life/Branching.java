package dev.berth.session.life;

import dev.berth.disk.SessionId;
import dev.berth.failure.Failure;
import dev.berth.session.Event;
import dev.berth.session.Life;
import dev.berth.session.Marks;
import dev.berth.session.Session;
import dev.berth.session.SessionIds;
import dev.berth.session.SessionState;
import dev.berth.session.Times;
import dev.berth.session.catalog.Change;
import dev.berth.session.catalog.CheckpointRow;
import dev.berth.session.catalog.CheckpointRow.Line;
import dev.berth.session.catalog.Lease;
import dev.berth.session.events.Transcript;

import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Goes on from a point: as a new session, or as the same one.
record Branching(Station station, Points points, SessionIds ids) {
    Session fork(Session source, CheckpointRow row, String name) throws Failure {
        var key = source.keyHolder();
        // From here on the key has two holders, so that it outlives either of them.
        if (key.isPresent()) station.catalog().keyHolders().hold(source.key(), key.get());
        var now = station.clock().instant().truncatedTo(ChronoUnit.MICROS);
        var times = source.times();
        var fork =
                new Session(
                        source.tenant(),
                        ids.next(),
                        name.isBlank() ? source.name() + " (fork)" : name,
                        source.agent(),
                        source.life().persistent() ? SessionState.RESUMABLE : SessionState.CREATED,
                        new Session.Place(
                                source.place().storage(),
                                source.place().mobility(),
                                station.node()),
                        source.room(),
                        Marks.NONE,
                        new Times(
                                now,
                                now,
                                times.expiresIn(),
                                times.expiresFromActivity(),
                                times.expiresIn().map(now::plus),
                                times.retention(),
                                Optional.empty()),
                        new Life(
                                source.life().persistent(),
                                key.isPresent(),
                                Optional.empty(),
                                Optional.empty(),
                                row.seq(),
                                1,
                                Optional.of(row.id().value()),
                                !source.life().persistent(),
                                turns(source, row),
                                key.map(SessionId::value)),
                        station.crew().warnings(source, withoutFiles(source)));
        var checkpoint = points.read(source, row.id());
        var own = points.branch(checkpoint, fork, row.seq());
        var ownRow =
                new CheckpointRow(
                        own.id(),
                        row.seq(),
                        Optional.of(row.id()),
                        Line.MAIN,
                        row.consistent(),
                        own.created());
        var headed = fork.living(fork.life().headed(own.id().value(), row.seq()));
        var said = Transcript.of(station.catalog(), source.key(), row.seq()).events();
        var first =
                new Change.First(
                        Optional.empty(),
                        said,
                        told(source, Happenings.checkpoint(ownRow, "forked from " + source.id())),
                        List.of(ownRow));
        return station.catalog().create(headed, first).session();
    }

    /// Turns that were asked for up to a point count as over.
    private Life.Turns turns(Session source, CheckpointRow row) throws Failure {
        long asked = 0;
        for (var event : Transcript.of(station.catalog(), source.key(), row.seq()).events()) {
            asked = Math.max(asked, event.number("turn"));
        }
        return Life.Turns.over(asked);
    }

    /// The point becomes the newest one of the line, files follow when the session wakes. Every
    /// point between is beside the line from now on.
    Session rewind(Lease lease, Session session, CheckpointRow row, Trees trees) throws Failure {
        try (var _ = trees.grips().writing(session.key())) {
            return rewound(lease, session, row, trees);
        }
    }

    private Session rewound(Lease lease, Session session, CheckpointRow row, Trees trees)
            throws Failure {
        var checkpoint = points.read(session, row.id());
        var branched = points.branch(checkpoint, session, row.seq());
        // Cold files that are not those of the point must not be taken for it.
        trees.removeCold(session);
        trees.remove(session);
        var head =
                new CheckpointRow(
                        branched.id(),
                        row.seq(),
                        Optional.of(row.id()),
                        Line.MAIN,
                        row.consistent(),
                        branched.created());
        var points = new ArrayList<>(abandoned(session, row));
        points.add(head);
        return station.catalog()
                .commit(
                        lease,
                        (now, _) -> {
                            var events = new ArrayList<>(Happenings.dropped(now.life().turns()));
                            events.addAll(told(now, Happenings.rewound(head, row.id())));
                            var next = rewound(now, head, checkpoint.bytes());
                            return new Change(next, events, points, false);
                        })
                .session();
    }

    /// The points that change sides: the line is what leads to the new head, as a rebuild sees it.
    private List<CheckpointRow> abandoned(Session session, CheckpointRow row) throws Failure {
        var rows = station.catalog().checkpoints(session.key());
        var lined = Rebuilding.lined(rows, row.id());
        return lined.stream().filter(each -> !rows.contains(each)).toList();
    }

    /// One that keeps no files rests as it always does, and is told its conversation anew.
    private Session rewound(Session now, CheckpointRow head, long bytes) {
        boolean persistent = now.life().persistent();
        boolean fresh = now.state() == SessionState.CREATED && persistent;
        var life =
                now.life()
                        .headed(head.id().value(), head.seq())
                        .turning(now.life().turns().drop())
                        .replaying(now.life().replay() || !persistent);
        var rewound = now.in(fresh ? SessionState.RESUMABLE : now.state()).living(life);
        return persistent
                ? rewound.using(bytes)
                : rewound.warning(station.crew().warnings(now, withoutFiles(now)));
    }

    /// What does not come along, where something does not.
    private static List<String> withoutFiles(Session session) {
        return session.life().persistent()
                ? List.of()
                : List.of(
                        "only the conversation is as it was then: sessions of agent %s keep no files"
                                .formatted(session.agent()));
    }

    private static List<Event.Draft> told(Session session, Event.Draft event) {
        var events = new ArrayList<>(List.of(event));
        withoutFiles(session).stream().map(Happenings::warning).forEach(events::add);
        return events;
    }
}
