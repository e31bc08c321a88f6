package dev.berth.session.life;

import dev.berth.depot.checkpoint.CheckpointId;
import dev.berth.disk.Volume;
import dev.berth.durable.Errno;
import dev.berth.durable.FileFault;
import dev.berth.failure.Failure;
import dev.berth.session.Placement;
import dev.berth.session.Session;
import dev.berth.session.Storage;
import dev.berth.session.Times;
import dev.berth.session.files.DepotTree;
import dev.berth.session.files.FileTree;
import dev.berth.session.files.FrozenTree;
import dev.berth.session.files.Hashes;
import dev.berth.session.files.LiveTree;
import dev.berth.session.files.NoFiles;

import java.util.Optional;

/// Where the files of a session are to be looked at, whatever state it is in. Nothing is brought
/// back and nothing starts.
record FileSources(Station station, Trees trees, Points points, Hashes hashes) {
    /// One volume, as it is now; the caller closes it.
    FileTree open(Session session, Volume volume) throws Failure {
        boolean here = session.place().node().name().equals(station.node().name());
        boolean alive = session.state().hasRunner();
        if (alive && !here) throw Placement.livesOn(session.place().node());
        if (alive) {
            var live = live(session, volume);
            if (live.isPresent()) return live.get();
        }
        return cold(session, volume, here);
    }

    private FileTree cold(Session session, Volume volume, boolean here) throws Failure {
        // An ephemeral session's files went with its runner.
        if (!volume.survivesResume() || !session.life().persistent()) return new NoFiles();
        if (session.times().over().filter(Times.Over::removed).isPresent())
            throw Looking.gone(session);
        var head = session.life().head();
        if (head.isEmpty()) return new NoFiles();
        if (here && session.place().storage() == Storage.VOLUME) {
            var lying = live(session, volume);
            if (lying.isPresent()) return lying.get();
        }
        if (here && session.place().storage() == Storage.DISK && !trees.isThere(session)) {
            var frozen = frozen(session, volume);
            if (frozen.isPresent()) return frozen.get();
        }
        return stored(session, volume, new CheckpointId(head.get()), here);
    }

    /// The folder of a volume; empty when there is no tree, or none any more.
    private Optional<FileTree> live(Session session, Volume volume) throws Failure {
        var path = trees.of(session).resolve(volume.label());
        try {
            return Optional.of(new LiveTree(trees.volume(session, volume), hashes));
        } catch (FileFault fault) {
            // An agent may take the folder of a volume away, and put something in its place.
            boolean none = fault.is(Errno.ENOENT) || fault.is(Errno.ENOTDIR);
            if (none || fault.is(Errno.ELOOP)) {
                return trees.isThere(session) ? Optional.of(new NoFiles()) : Optional.empty();
            }
            throw fault.asFailure(path.toString());
        }
    }

    private Optional<FileTree> frozen(Session session, Volume volume) throws Failure {
        try {
            var file = trees.cold(session).resolve(Trees.coldName(session).toString());
            return Optional.of(new FrozenTree(station.disks().open(file), volume));
        } catch (Failure.NotFound elsewhere) {
            // It went cold in the depot.
            return Optional.empty();
        }
    }

    private FileTree stored(Session session, Volume volume, CheckpointId head, boolean here)
            throws Failure {
        try {
            var checkpoint = points.read(session, head);
            return new DepotTree(points.tenant(session).browse(checkpoint), volume, hashes);
        } catch (Failure.NotFound notHere) {
            throw here ? notHere : Placement.livesOn(session.place().node());
        }
    }
}
