package dev.berth.session.life;

import dev.berth.depot.checkpoint.Checkpoint;
import dev.berth.depot.checkpoint.CheckpointId;
import dev.berth.depot.restore.Receipt;
import dev.berth.disk.Progress;
import dev.berth.disk.moving.Resume;
import dev.berth.durable.FileFault;
import dev.berth.failure.Failure;
import dev.berth.session.Event;
import dev.berth.session.Session;
import dev.berth.session.Storage;

import java.util.ArrayList;
import java.util.List;

/// Brings the files of a cold session to this node, exactly. They are whole and synced on return;
/// cut short, it is done again.
record Fetching(Station station, Trees trees, Points points) {
    /// Brings files back to this node and empties `tmp`; the receipt is an event.
    List<Event.Draft> bring(Session session) throws Failure {
        var head = session.life().head();
        boolean here = trees.isThere(session);
        if (head.isEmpty()) {
            if (!here) trees.make(session);
            trees.clear(session);
            return List.of();
        }
        trees.ground(session);
        var receipts = new ArrayList<Receipt>();
        String where = "in the place where it was";
        boolean inPlace = here && session.place().storage() == Storage.VOLUME && wasHere(session);
        if (!inPlace && !thawed(session)) {
            var checkpoint = points.read(session, new CheckpointId(head.get()));
            receipts.add(
                    here && wasHere(session) && isWhole(checkpoint, session)
                            ? Receipt.ofWhatIsThere(checkpoint)
                            : points.restore(checkpoint, session, trees.of(session)));
            where = "on node " + station.node().name();
        }
        trees.clear(session);
        return List.of(Happenings.receipt(where, receipts));
    }

    /// Whether nothing has to come back. What cannot be looked at is brought back.
    private boolean isWhole(Checkpoint checkpoint, Session session) {
        try (var tree = station.files().open(trees.of(session))) {
            if (!points.isHeldBy(checkpoint, session, trees.of(session))) return false;
            // As after a restore: what the session goes on with is durable.
            tree.syncFileSystem();
            return true;
        } catch (Failure | FileFault unknown) {
            return false;
        }
    }

    /// From cold storage, where this node froze it; false when it is not there.
    private boolean thawed(Session session) throws Failure {
        boolean frozenHere = session.place().storage() == Storage.DISK && wasHere(session);
        if (!frozenHere || trees.isThere(session)) return false;
        try {
            new Resume(station.files(), station.disks(), station.clock())
                    .toTree(trees.cold(session), session.id(), trees.of(session), Progress.NONE);
            trees.removeCold(session);
            return true;
        } catch (Failure.NotFound notFrozen) {
            // It went cold in the depot, or another node has woken it since.
            return false;
        }
    }

    /// What another node has done since is in the depot, not in a folder of ours.
    private boolean wasHere(Session session) {
        return session.place().node().name().equals(station.node().name());
    }
}
