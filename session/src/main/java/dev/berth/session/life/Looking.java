package dev.berth.session.life;

import dev.berth.depot.checkpoint.CheckpointId;
import dev.berth.failure.Failure;
import dev.berth.session.Elsewhere;
import dev.berth.session.Session;
import dev.berth.session.SessionKey;
import dev.berth.session.Storage;
import dev.berth.session.Times;

/// Finds the files of a session in whatever state it is, for those who only read.
record Looking(Station station, Trees trees, Points points) {
    private static final int ATTEMPTS = 3;

    /// Reads a session's files where they are seen.
    interface Reading<T> {
        T in(Session session, Sight sight) throws Failure;
    }

    /// Reads, and looks again when the session moved meanwhile: its files may have gone cold, or
    /// come back.
    <T> T at(SessionKey key, Finder finder, Reading<T> reading) throws Failure {
        for (int attempt = 1; ; attempt++) {
            var session = finder.find(key);
            try {
                return reading.in(session, sight(session));
            } catch (Failure failure) {
                var now = finder.find(key);
                boolean same =
                        now.state() == session.state()
                                && now.life().head().equals(session.life().head())
                                && now.life().folder() == session.life().folder();
                if (same || attempt == ATTEMPTS) throw failure;
            }
        }
    }

    /// Finds a session's row.
    interface Finder {
        Session find(SessionKey key) throws Failure;
    }

    private Sight sight(Session session) throws Failure {
        // An ephemeral session's files went with its runner.
        if (!session.life().persistent() && !session.state().hasRunner())
            return new Sight.Nothing();
        if (session.times().over().filter(Times.Over::removed).isPresent()) throw gone(session);
        boolean ours = session.place().node().name().equals(station.node().name());
        if (session.state().hasRunner()) {
            if (!ours) throw elsewhere(session);
            return new Sight.Live(trees.of(session));
        }
        boolean stays =
                session.place().storage() == Storage.VOLUME && session.life().head().isPresent();
        if (stays && !ours) throw elsewhere(session);
        if (stays && trees.isThere(session)) return new Sight.Asleep(trees.of(session));
        var head = session.life().head();
        if (head.isEmpty()) return new Sight.Nothing();
        try {
            return new Sight.Cold(points.read(session, new CheckpointId(head.get())));
        } catch (Failure.NotFound notHere) {
            // Nodes need not share a depot.
            throw ours ? notHere : elsewhere(session);
        }
    }

    private static Failure elsewhere(Session session) {
        var home = session.place().node();
        return new Elsewhere(home)
                .failure("its files are on node " + home.name(), "ask node " + home.name());
    }

    static Failure gone(Session session) {
        var trash = session.times().over().flatMap(Times.Over::trashUntil);
        if (trash.isPresent()) {
            return new Failure.NotFound(
                    "the files of session %s are in the trash until %s"
                            .formatted(session.id(), trash.get()),
                    "bring them back with `berth sessions resume`");
        }
        return new Failure.NotFound(
                "the files of session %s were removed after its retention".formatted(session.id()),
                "the conversation is left: see `berth sessions events`");
    }
}
