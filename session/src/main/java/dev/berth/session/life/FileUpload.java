package dev.berth.session.life;

import dev.berth.disk.Volume;
import dev.berth.failure.Failure;
import dev.berth.session.Quota;
import dev.berth.session.Session;
import dev.berth.session.files.Expected;
import dev.berth.session.files.FilePath;
import dev.berth.session.files.Incoming;
import dev.berth.session.files.Placing.Placed;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// Files on their way into a session: they wait beside it until all are there. Used by one thread.
public final class FileUpload implements AutoCloseable {
    /// More than anybody should send at once.
    public static final int MOST_FILES = 20_000;

    private final SessionFiles files;
    private final Session session;
    private final Volume volume;
    private final Incoming incoming;
    private final Quota quota;
    private final Map<FilePath, Incoming.Waiting> waiting = new LinkedHashMap<>();
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
    public Incoming.Waiting add(FilePath path, long length, Incoming.Source source) throws Failure {
        if (path.isTop()) throw new Failure.Refused("a file needs a name", "give it one");
        if (waiting.size() == MOST_FILES) {
            throw new Failure.Refused(
                    "more than %d files at once".formatted(MOST_FILES), "send them in parts");
        }
        for (var other : waiting.keySet()) {
            boolean clash = other.equals(path) || path.isBelow(other) || other.isBelow(path);
            if (clash) {
                throw new Failure.Refused(
                        "%s and %s are sent together".formatted(other, path),
                        "send each name once, and no file under the name of a folder");
            }
        }
        quota.require(bytes, length);
        var taken = incoming.take(source, quota.bytes() - bytes);
        bytes += taken.size();
        waiting.put(path, taken);
        return taken;
    }

    /// Puts all that came into the session, durably: every file of it or none.
    public SessionFiles.Done finish(Expected expected) throws Failure {
        if (waiting.isEmpty()) {
            throw new Failure.Refused("nothing was sent", "send at least one file");
        }
        List<Placed> placed = new ArrayList<>();
        waiting.forEach((path, file) -> placed.add(new Placed(path, file)));
        return files.place(
                session.key(), new FileChanges.Writing(volume, placed, expected), incoming);
    }

    @Override
    public void close() {
        incoming.close();
    }
}
