package dev.berth.session.life;

import dev.berth.failure.Failure;
import dev.berth.session.Session;
import dev.berth.session.Times;
import dev.berth.session.catalog.Change;
import dev.berth.session.catalog.Lease;

import java.util.Optional;

/// Takes the files of a session away that is over: first into the trash, then for good. Row and
/// conversation stay. Each step can be cut short and done again.
record Retiring(Station station, Trees trees, Points points) {
    /// The retention is over: what this node has goes to the trash. Until that is emptied, which
    /// listings tell, a resume brings all of it back from the depot.
    void retire(Lease lease, Session session) throws Failure {
        try (var _ = trees.grips().writing(session.key())) {
            trash(lease, session);
        }
    }

    private void trash(Lease lease, Session session) throws Failure {
        var now = station.clock().instant();
        new Trash(station, trees).take(session, now);
        var until = now.plus(station.rules().trash());
        station.catalog()
                .commit(
                        lease,
                        (row, _) ->
                                Change.of(
                                        over(row, row.times().over().orElseThrow().inTrash(until)),
                                        Happenings.state(
                                                row.state(),
                                                row.state(),
                                                "the retention is over: files are in the trash"
                                                        + " until "
                                                        + until)));
    }

    /// The trash is emptied. The row lets go of the points first, then the depot does.
    void empty(Lease lease, Session session) throws Failure {
        station.catalog()
                .commit(
                        lease,
                        (row, _) -> Change.forgetting(row.living(row.life().headless()).using(0)));
        points.forget(session);
        new Trash(station, trees).empty(session.key());
        station.catalog()
                .commit(
                        lease,
                        (row, _) ->
                                Change.of(
                                        over(row, row.times().over().orElseThrow().gone()),
                                        Happenings.state(
                                                row.state(),
                                                row.state(),
                                                "the trash was emptied: files are gone")));
    }

    private static Session over(Session row, Times.Over end) {
        return row.timed(row.times().ended(end));
    }

    /// Everything at once and for good. A key of its own goes first, unless forks still need it:
    /// whatever else is cut short, nobody reads the rest. The row goes last, so that it can be
    /// asked for again.
    void delete(Lease lease, Session session) throws Failure {
        try (var _ = trees.grips().writing(session.key())) {
            deleteAll(lease, session);
        }
    }

    private void deleteAll(Lease lease, Session session) throws Failure {
        station.catalog()
                .commit(
                        lease,
                        (row, _) -> {
                            var end =
                                    new Times.Over(
                                            station.clock().instant(),
                                            "deleted",
                                            true,
                                            Optional.empty());
                            var ended = over(row, end).living(row.life().headless());
                            return Change.forgetting(ended);
                        });
        if (isLastHolder(session)) destroyKey(session);
        points.forget(session);
        trees.removeAll(session);
        trees.removeCold(session);
        new Trash(station, trees).empty(session.key());
        station.catalog().delete(lease);
    }

    /// Lets go of the key before asking who else has it: of two who go at once, one is the last.
    private boolean isLastHolder(Session session) throws Failure {
        var key = session.keyHolder();
        if (key.isEmpty()) return false;
        var holders = station.catalog().keyHolders();
        holders.leave(session.key(), key.get());
        return !holders.any(session.tenant(), key.get());
    }

    private void destroyKey(Session session) throws Failure {
        var tenant = points.tenant(session);
        var own = points.domain(session);
        if (tenant.ring().has(own)) tenant.ring().destroy(own, station.clock().instant());
        tenant.rereadKeys();
    }
}
