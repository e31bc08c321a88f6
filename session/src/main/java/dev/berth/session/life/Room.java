package dev.berth.session.life;

import dev.berth.failure.Failure;
import dev.berth.session.Session;
import dev.berth.session.catalog.Change;
import dev.berth.session.catalog.Lease;

/// Whether a session has room for another turn.
record Room(Station station, Trees trees) {
    /// Refuses where the quota is used up. What its last checkpoint counted may have been removed
    /// since: a live tree is counted again before anybody is refused.
    void require(Lease lease) throws Failure {
        var session = station.catalog().find(lease.key()).orElseThrow();
        if (!session.life().persistent() || !session.room().isFull()) return;
        boolean live = session.state().hasRunner() && trees.isThere(session);
        if (!live) throw full(session);
        long bytes = Measuring.of(station.files(), trees.of(session));
        var now = station.catalog().commit(lease, (row, _) -> Change.of(row.using(bytes)));
        if (now.session().room().isFull()) throw full(session);
    }

    static Failure noDisk() {
        return new Failure.OverQuota(
                "the disk of the data folder is full",
                "remove files first, by a turn or from outside; the next turn may begin");
    }

    static Failure full(Session session) {
        return new Failure.OverQuota(
                "session %s has used its quota of %d MB"
                        .formatted(session.id(), session.room().quota().megabytes()),
                "remove files first; the next turn waits for space");
    }
}
