package dev.berth.session.life;

import dev.berth.depot.Tenant;
import dev.berth.depot.Upkeep;
import dev.berth.depot.checkpoint.Checkpoint;
import dev.berth.depot.checkpoint.CheckpointId;
import dev.berth.depot.checkpoint.Checkpoints;
import dev.berth.depot.domain.Domain;
import dev.berth.depot.key.DomainName;
import dev.berth.depot.restore.Receipt;
import dev.berth.depot.restore.RestoreCheckpoint;
import dev.berth.depot.snapshot.Outcome;
import dev.berth.depot.snapshot.Said;
import dev.berth.depot.snapshot.SourceTree;
import dev.berth.depot.snapshot.Wish;
import dev.berth.depot.statcache.CacheKey;
import dev.berth.depot.work.Progress;
import dev.berth.durable.AtomicFile;
import dev.berth.durable.FileFault;
import dev.berth.durable.Folder;
import dev.berth.durable.Name;
import dev.berth.durable.json.Json;
import dev.berth.failure.Failure;
import dev.berth.session.Session;
import dev.berth.session.SessionCodec;
import dev.berth.session.catalog.CheckpointRow;
import dev.berth.session.catalog.CheckpointRow.Line;
import dev.berth.session.events.Transcript;

import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;

/// Checkpoints of sessions in the depot: transcript, files and the session's own facts in one
/// object, which is final before any row points to it.
record Points(Station station, Observer observer) {
    /// A point that is durable in the depot, how many bytes of files it holds, and what it does
    /// not.
    record Taken(CheckpointRow row, long bytes, LeftOut leftOut) {}

    Tenant tenant(Session session) {
        return station.depot().tenant(session.tenant());
    }

    /// Which keys its points are sealed under.
    DomainName domain(Session session) throws Failure {
        var own = session.keyHolder();
        return tenant(session).domainOf(own.orElse(session.id()), own.isPresent());
    }

    /// Takes the tree of `session` as it is now.
    Taken take(Session session, Path tree, Line line, boolean consistent) throws Failure {
        long seq = Math.max(session.life().headSeq(), station.catalog().lastSeq(session.key()));
        return taking(session, seq, tree, line, consistent, false).orElseThrow();
    }

    /// Takes a tree that a server left beside the line, with what was said until then.
    Taken takeLeft(Parting.Left left, Path tree) throws Failure {
        return taking(left.session(), left.seq(), tree, Line.ASIDE, true, false).orElseThrow();
    }

    /// As [#takeLeft], unless the last point of then holds just that.
    Optional<CheckpointRow> takeIfOther(Parting.Left left, Path tree) throws Failure {
        return taking(left.session(), left.seq(), tree, Line.ASIDE, true, true).map(Taken::row);
    }

    /// Stores what can be stored of a tree while its runner goes on, so that the pause for [#take]
    /// is short. What goes wrong on the way is of no account: the point itself leaves nothing out.
    void prepare(Session session, Path tree) throws Failure {
        var domain = domainToWrite(session);
        new Doors(station.files()).open(tree);
        try (var source = SourceTree.open(station.files(), tree);
                var caches = caches()) {
            var wish = Wish.of(session.id()).remembering(caches, cacheKey(session, domain, tree));
            tenant(session).taking(domain).prepare(source, wish, Progress.NONE);
        } catch (FileFault moved) {
            assert moved.getMessage() != null;
        } catch (Failure.Damaged | Failure.Unavailable | Failure.NotFound notNow) {
            assert !notNow.what().isEmpty();
        }
    }

    private CacheKey cacheKey(Session session, Domain domain, Path tree) throws FileFault {
        return new CacheKey(
                station.depot().description().id(),
                session.tenant().value(),
                domain.name().value(),
                station.files().realPath(tree).toString());
    }

    private Optional<Taken> taking(
            Session session, long seq, Path tree, Line line, boolean consistent, boolean ifOther)
            throws Failure {
        var domain = domainToWrite(session);
        new Doors(station.files()).open(tree);
        try (var doing = observer.begin(Observer.Deed.CHECKPOINT, session.key());
                var source = SourceTree.open(station.files(), tree);
                var caches = caches()) {
            var key = cacheKey(session, domain, tree);
            var facts = facts(session, seq, session.life().head(), line, consistent);
            var wish =
                    Wish.of(session.id())
                            .saying(facts, new Telling(station, session).upTo(seq, domain.name()))
                            .remembering(caches, key);
            var snapshot = tenant(session).taking(domain);
            var made =
                    ifOther
                            ? snapshot.takeIfChanged(source, wish, Progress.NONE)
                            : Optional.of(snapshot.take(source, wish, Progress.NONE));
            doing.moved(made.map(Outcome::newBytes).orElse(0L));
            doing.ended(made.isPresent() ? "taken" : "same");
            return made.map(
                    each ->
                            new Taken(
                                    row(session, each.checkpoint(), seq, line, consistent),
                                    each.checkpoint().bytes(),
                                    LeftOut.of(each.skipped())));
        } catch (FileFault fault) {
            throw fault.asFailure(tree.toString());
        }
    }

    /// Takes files from anywhere as the first point of a session that is not entered yet, after
    /// what was said in another life of it. Durable on return; forgotten again by [#forget].
    Taken first(Session session, SourceTree source, Transcript said) throws Failure {
        long seq = last(said);
        var parent = session.life().parent();
        var wish =
                Wish.of(session.id())
                        .saying(
                                facts(session, seq, parent, Line.MAIN, true),
                                Said.everything(said.lines()));
        var outcome =
                tenant(session).taking(domainToWrite(session)).take(source, wish, Progress.NONE);
        var made = outcome.checkpoint();
        return new Taken(
                row(session, made, seq, Line.MAIN, true),
                made.bytes(),
                LeftOut.of(outcome.skipped()));
    }

    /// Gives up all points that the depot has of a session.
    void forget(Session session) throws Failure {
        var tenant = tenant(session);
        var entries = tenant.checkpoints().list(session.id());
        if (!entries.isEmpty()) new Upkeep(station.depot()).forgetting(tenant).forget(entries);
    }

    private Domain domainToWrite(Session session) throws Failure {
        return tenant(session).domainToWrite(domain(session));
    }

    private static long last(Transcript said) {
        return said.events().isEmpty() ? 0 : said.events().getLast().seq();
    }

    private Folder caches() throws FileFault, Failure {
        try (var home = station.files().open(station.home())) {
            return AtomicFile.folders(home, 0700, Name.of("cache"), Name.of("depot"));
        }
    }

    private static CheckpointRow row(
            Session session, Checkpoint made, long seq, Line line, boolean consistent) {
        var parent = session.life().head().map(CheckpointId::new);
        return new CheckpointRow(made.id(), seq, parent, line, consistent, made.created());
    }

    /// What a catalog can be rebuilt from.
    private static Json.Obj facts(
            Session session, long seq, Optional<String> parent, Line line, boolean consistent) {
        return Json.object()
                .put("seq", seq)
                .putText("parent", parent)
                .put("line", line.label())
                .put("consistent", consistent)
                .put("session", SessionCodec.encode(session))
                .build();
    }

    /// The same files and words under another name or for another session; no byte is copied.
    Checkpoint branch(Checkpoint source, Session session, long seq) throws Failure {
        var parent = Optional.of(source.id().value());
        return tenant(session)
                .branching(source)
                .branch(source, session.id(), facts(session, seq, parent, Line.MAIN, true));
    }

    Checkpoint read(Session session, CheckpointId id) throws Failure {
        return tenant(session).checkpoints().read(new Checkpoints.Entry(session.id(), id));
    }

    /// The point of a session that a user means: an id, a start of one, or `latest`.
    CheckpointRow find(Session session, String typed) throws Failure {
        var rows = station.catalog().checkpoints(session.key());
        if (typed.equals(Tenant.LATEST) && session.life().head().isPresent()) {
            return find(session, session.life().head().get());
        }
        var found = rows.stream().filter(row -> matches(row, typed)).toList();
        if (found.size() == 1) return found.getFirst();
        throw found.isEmpty()
                ? new Failure.NotFound(
                        "session %s has no such checkpoint".formatted(session.id()),
                        "see `berth sessions checkpoints`")
                : new Failure.Conflict(
                        "%d checkpoints begin like that".formatted(found.size()),
                        "type more of the id",
                        Map.of());
    }

    private static boolean matches(CheckpointRow row, String typed) {
        String start = typed.startsWith(CheckpointId.PREFIX) ? typed : CheckpointId.PREFIX + typed;
        return start.length() > CheckpointId.PREFIX.length() && row.id().value().startsWith(start);
    }

    /// Brings a point into a new `tree` for a short time: every byte verified, nothing synced.
    void materialise(Checkpoint checkpoint, Session session, Path tree) throws Failure {
        tenant(session)
                .restoring(checkpoint)
                .restore(checkpoint, tree, RestoreCheckpoint.Wish.ALL, Progress.NONE);
    }

    /// Whether a tree is what a point holds, as far as this node remembers what it kept of it: a
    /// file whose facts are those of the last point is not read again.
    boolean isHeldBy(Checkpoint checkpoint, Session session, Path tree) throws Failure {
        var domain = tenant(session).domainToWrite(checkpoint.domain());
        try (var source = SourceTree.open(station.files(), tree);
                var caches = caches()) {
            var wish = Wish.of(session.id()).remembering(caches, cacheKey(session, domain, tree));
            return tenant(session).taking(domain).isHeldBy(checkpoint, source, wish, Progress.NONE);
        } catch (FileFault fault) {
            throw fault.asFailure(tree.toString());
        }
    }

    /// Brings a point back into `tree`, exactly, synced and verified; what has not changed there is
    /// not written.
    Receipt restore(Checkpoint checkpoint, Session session, Path tree) throws Failure {
        var wish = new RestoreCheckpoint.Wish(Map.of(), true, true, Optional.empty());
        return tenant(session).restoring(checkpoint).restore(checkpoint, tree, wish, Progress.NONE);
    }
}
