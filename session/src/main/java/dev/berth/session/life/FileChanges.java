package dev.berth.session.life;

import static java.util.Objects.requireNonNull;

import dev.berth.disk.Volume;
import dev.berth.durable.ContentHash;
import dev.berth.durable.FileFault;
import dev.berth.failure.Failure;
import dev.berth.session.Event;
import dev.berth.session.EventType;
import dev.berth.session.Placement;
import dev.berth.session.Session;
import dev.berth.session.SessionState;
import dev.berth.session.Verb;
import dev.berth.session.catalog.Change;
import dev.berth.session.catalog.CheckpointRow.Line;
import dev.berth.session.catalog.Lease;
import dev.berth.session.files.Expected;
import dev.berth.session.files.FileEntry;
import dev.berth.session.files.FilePath;
import dev.berth.session.files.FileTree;
import dev.berth.session.files.Incoming;
import dev.berth.session.files.Placing;
import dev.berth.session.files.Placing.Placed;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;

/// Changes files of sessions on behalf of somebody outside. Whoever calls has the session's files
/// in hand, alone, and its lease.
///
/// A live session's tree is changed where it is, and the event follows: both are durable on return.
/// A cold one's files are brought here, changed and made a checkpoint; only the commit that makes
/// that the head makes it true. Cut short before, the old head is what the session comes back to.
record FileChanges(
        Station station,
        Trees trees,
        Points points,
        Sleeping sleeping,
        FileSources sources,
        Gauge gauge) {
    /// Others may have said something meanwhile, a turn's output for one.
    private static final int MOST_SINCE = 1_000;

    /// What is to be done.
    sealed interface Wish {
        Volume volume();
    }

    /// Several files only if nothing is expected of what lies there.
    record Writing(Volume volume, List<Placed> files, Expected expected) implements Wish {
        long bytes() {
            return files.stream().mapToLong(each -> each.file().size()).sum();
        }
    }

    /// An entry, a folder with something in it only `whole`.
    record Removal(Volume volume, FilePath path, boolean whole, Expected expected)
            implements Wish {}

    /// What was there before: whether all of it is new, and how many bytes give way.
    private record Before(boolean isNew, long bytes) {}

    /// Refused where nothing would keep what is written.
    void requirePlace(Session session, Volume volume) throws Failure {
        if (session.state().hasRunner()) return;
        if (!session.life().persistent()) {
            throw new Failure.Conflict(
                    "session %s keeps no files without a runner, and has none"
                            .formatted(session.id()),
                    "send it a message first",
                    session.facts());
        }
        if (!volume.survivesResume()) {
            throw new Failure.Conflict(
                    "%s is empty until session %s is awake".formatted(volume.label(), session.id()),
                    session.state() == SessionState.CREATED
                            ? "send it a message first, or write to another volume"
                            : "wake it with `berth sessions resume`, or write to another volume",
                    session.facts());
        }
    }

    /// The node that has the runner of a session, when it is another one.
    Optional<Failure> elsewhere(Session session) {
        var home = session.place().node();
        boolean away = session.state().hasRunner() && !home.name().equals(station.node().name());
        return away ? Optional.of(Placement.livesOn(home)) : Optional.empty();
    }

    SessionFiles.Done apply(Lease lease, Session session, Wish wish, Incoming incoming)
            throws Failure {
        Verb.WRITE.begin(session);
        requirePlace(session, wish.volume());
        var away = elsewhere(session);
        if (away.isPresent()) throw away.get();
        Before before;
        try (var tree = sources.open(session, wish.volume())) {
            before = look(tree, wish);
        }
        boolean alive = session.state().hasRunner();
        long more = more(session, wish, before);
        session.room().quota().require(inUse(session, more), more);
        return alive
                ? live(lease, session, wish, before, incoming)
                : cold(lease, session, wish, before, incoming);
    }

    /// How many bytes a session uses before `more` are added: a live one's are counted.
    long inUse(Session session, long more) throws Failure {
        boolean counted = session.state().hasRunner() && more > 0 && trees.isThere(session);
        return counted
                ? gauge.before(session, trees.of(session), more)
                : session.room().usedBytes();
    }

    /// How many bytes of the quota the wish takes.
    private static long more(Session session, Wish wish, Before before) {
        boolean counts = session.life().persistent() && wish.volume().survivesResume();
        return counts && wish instanceof Writing writing ? writing.bytes() - before.bytes() : 0;
    }

    /// Compares with what the caller expects, before anything is touched.
    private static Before look(FileTree tree, Wish wish) throws Failure {
        return switch (wish) {
            case Removal(_, var path, _, var expected) -> {
                var there = compared(tree, path, expected);
                if (there.isEmpty()) throw absent(path);
                yield new Before(false, 0);
            }
            case Writing(_, var files, var expected) -> {
                boolean isNew = false;
                long bytes = 0;
                for (var each : files) {
                    var there = compared(tree, each.path(), expected);
                    isNew |= there.isEmpty();
                    bytes += there.filter(FileEntry::isFile).map(FileEntry::size).orElse(0L);
                }
                yield new Before(isNew, bytes);
            }
        };
    }

    private static Failure absent(FilePath path) {
        return new Failure.NotFound("there is no " + path, "list the folder first");
    }

    private static Optional<FileEntry> compared(FileTree tree, FilePath path, Expected expected)
            throws Failure {
        var there = tree.stat(path);
        Optional<ContentHash> hash = Optional.empty();
        if (expected.asksForContent() && there.filter(FileEntry::isFile).isPresent()) {
            try (var content = tree.open(path)) {
                hash = Optional.of(content.hash());
            }
        }
        expected.require(path, there.isPresent(), hash);
        return there;
    }

    private SessionFiles.Done live(
            Lease lease, Session session, Wish wish, Before before, Incoming incoming)
            throws Failure {
        long seq = station.catalog().lastSeq(session.key());
        var commit =
                Placing.unmarked(
                        () -> {
                            try {
                                tell(lease, session, wish, before);
                            } catch (Failure failure) {
                                gauge.forget(session.key());
                                if (!isTold(session, wish, seq, incoming)) throw failure;
                            }
                        });
        change(session, wish, incoming, commit);
        return new SessionFiles.Done(before.isNew(), Optional.empty());
    }

    /// Whether an event that could not be confirmed is there. Where nobody can say, the files stay
    /// as they are.
    private boolean isTold(Session session, Wish wish, long seq, Incoming incoming) {
        try {
            var said = event(wish).data();
            return station.catalog().events(session.key(), seq, MOST_SINCE).stream()
                    .anyMatch(event -> event.type() == EventType.FILE && event.data().equals(said));
        } catch (Failure unknown) {
            incoming.leaveUndecided();
            return false;
        }
    }

    private void tell(Lease lease, Session session, Wish wish, Before before) throws Failure {
        long bytes = used(session, wish, before);
        var said = event(wish);
        station.catalog()
                .commit(
                        lease,
                        (now, _) ->
                                Change.of(
                                        now.using(now.life().persistent() ? bytes : 0)
                                                .timed(now.times().active(now())),
                                        said));
    }

    /// The bytes that a live session uses after a change.
    private long used(Session session, Wish wish, Before before) throws Failure {
        switch (wish) {
            case Writing _ -> gauge.add(session.key(), more(session, wish, before));
            case Removal _ -> gauge.forget(session.key());
        }
        return gauge.before(session, trees.of(session), 0);
    }

    private Instant now() {
        return station.clock().instant();
    }

    private SessionFiles.Done cold(
            Lease lease, Session session, Wish wish, Before before, Incoming incoming)
            throws Failure {
        new Fetching(station, trees, points).bring(session);
        var done = new AtomicReference<Session>();
        change(session, wish, incoming, () -> done.set(enter(lease, session, wish, incoming)));
        var after = requireNonNull(done.get());
        sleeping.putAway(lease, after);
        return new SessionFiles.Done(before.isNew(), after.life().head());
    }

    /// Takes a point of what is in place, and makes it the head. Where the answer to that is lost
    /// it is looked up; where even that fails the files stay, and the next server looks.
    private Session enter(Lease lease, Session session, Wish wish, Incoming incoming)
            throws Failure {
        var taken = points.take(session, trees.of(session), Line.MAIN, true);
        var row = taken.row();
        incoming.mark(row.id().value());
        try {
            return station.catalog()
                    .commit(
                            lease,
                            (now, _) ->
                                    new Change(
                                            now.using(taken.bytes())
                                                    .at(station.node())
                                                    .timed(now.times().active(now()))
                                                    .living(
                                                            now.life()
                                                                    .headed(
                                                                            row.id().value(),
                                                                            row.seq())),
                                            List.of(
                                                    event(wish),
                                                    Happenings.checkpoint(
                                                            row, taken.leftOut(), "files")),
                                            Optional.of(row)))
                    .session();
        } catch (Failure failure) {
            var now = looked(session, incoming, failure);
            if (now.life().head().filter(row.id().value()::equals).isPresent()) return now;
            throw failure;
        }
    }

    private Session looked(Session session, Incoming incoming, Failure failure) throws Failure {
        try {
            return station.catalog().find(session.key()).orElse(session);
        } catch (Failure unknown) {
            incoming.leaveUndecided();
            failure.addSuppressed(unknown);
            throw failure;
        }
    }

    private void change(Session session, Wish wish, Incoming incoming, Placing.Commit commit)
            throws Failure {
        try (var tree = station.files().open(trees.of(session))) {
            var placing = new Placing(incoming, tree, Trees.address(session));
            switch (wish) {
                case Writing(var volume, var files, _) -> placing.place(volume, files, commit);
                case Removal(var volume, var path, var whole, _) ->
                        placing.remove(volume, path, whole, commit);
            }
        } catch (FileFault fault) {
            throw fault.asFailure(trees.of(session).toString());
        }
    }

    private static Event.Draft event(Wish wish) {
        return switch (wish) {
            case Writing writing ->
                    Happenings.files(
                            "write",
                            writing.volume(),
                            writing.files().stream().map(each -> each.path().text()).toList(),
                            writing.bytes());
            case Removal(var volume, var path, _, _) ->
                    Happenings.files("remove", volume, List.of(path.text()), 0);
        };
    }
}
