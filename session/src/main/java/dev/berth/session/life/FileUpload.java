package dev.berth.session.life;

import dev.berth.disk.Volume;
import dev.berth.failure.Failure;
import dev.berth.session.Quota;
import dev.berth.session.Session;
import dev.berth.session.files.Expected;
import dev.berth.session.files.FilePath;
import dev.berth.session.files.Incoming;
import dev.berth.session.files.Placing.Placed;

import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// Files on their way into a session: they wait beside it until all are there. Used by one thread.
public final class FileUpload implements AutoCloseable {
    /// More than anybody should send at once.
    public static final int MOST_FILES = 20_000;

    private final SessionFiles files;
    private final Session session;
    private final Volume volume;
    private final Incoming incoming;
    private final Quota quota;
    private final Map<FilePath, Placed> waiting = new LinkedHashMap<>();
    private final Set<FilePath> folders = new HashSet<>();
    private long bytes;

    FileUpload(SessionFiles files, Session session, Volume volume, Incoming incoming) {
        this.files = files;
        this.session = session;
        this.volume = volume;
        this.incoming = incoming;
        boolean counts = session.life().persistent() && volume.survivesResume();
        quota = counts ? session.room().quota() : Quota.NONE;
    }

    /// Takes the bytes of a file until they end. `length` is how many its sender says there are, -1
    /// when it does not say: what could never fit is refused before it is read.
    public Incoming.Waiting add(
            FilePath path, boolean executable, long length, Incoming.Source source) throws Failure {
        if (path.isTop()) throw new Failure.Refused("a file needs a name", "give it one");
        if (waiting.size() == MOST_FILES) {
            throw new Failure.Refused(
                    "more than %d files at once".formatted(MOST_FILES), "send them in parts");
        }
        requireRoomFor(path);
        if (!quota.fits(bytes, length)) {
            quota.require(inUse(), bytes + Math.min(length, Long.MAX_VALUE - bytes));
        }
        var taken = incoming.take(into -> read(source, into));
        waiting.put(path, new Placed(path, taken, executable));
        return taken;
    }

    /// What is more than the whole quota is refused, whatever it is to replace.
    private int read(Incoming.Source source, byte[] into) throws Failure {
        int got = source.read(into);
        if (got > 0) bytes += got;
        if (!quota.fits(0, bytes)) quota.require(inUse(), bytes);
        return got;
    }

    private long inUse() throws Failure {
        return files.inUse(session.key());
    }

    /// Refuses a name that came before, and a file under the name of a folder.
    private void requireRoomFor(FilePath path) throws Failure {
        if (waiting.containsKey(path) || folders.contains(path)) throw twice(path);
        for (int count = 1; count < path.names().size(); count++) {
            var above = path.first(count);
            if (waiting.containsKey(above)) throw twice(above);
            folders.add(above);
        }
    }

    private static Failure twice(FilePath path) {
        return new Failure.Refused(
                "%s is sent twice, or as a file and as a folder".formatted(path),
                "send each name once, and no file under the name of a folder");
    }

    /// Puts all that came into the session, durably: every file of it or none.
    public SessionFiles.Done finish(Expected expected) throws Failure {
        if (waiting.isEmpty()) {
            throw new Failure.Refused("nothing was sent", "send at least one file");
        }
        var placed = List.copyOf(waiting.values());
        return files.place(
                session.key(), new FileChanges.Writing(volume, placed, expected), incoming);
    }

    @Override
    public void close() {
        incoming.close();
    }
}
