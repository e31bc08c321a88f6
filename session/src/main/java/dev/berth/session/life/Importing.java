package dev.berth.session.life;

import dev.berth.bundle.receive.Receive.Terms;
import dev.berth.depot.checkpoint.Checkpoint;
import dev.berth.depot.key.DomainName;
import dev.berth.depot.snapshot.SourceTree;
import dev.berth.disk.Layout;
import dev.berth.disk.Volume;
import dev.berth.durable.FileFault;
import dev.berth.durable.Folder;
import dev.berth.durable.Name;
import dev.berth.failure.Failure;
import dev.berth.session.Event;
import dev.berth.session.Life;
import dev.berth.session.Session;
import dev.berth.session.catalog.Change;
import dev.berth.session.catalog.CheckpointRow;
import dev.berth.session.catalog.CheckpointRow.Line;
import dev.berth.session.catalog.Cursor;
import dev.berth.session.catalog.Filter;
import dev.berth.session.events.Transcript;
import dev.berth.session.git.Cloning;
import dev.berth.session.git.GitUrl;

import java.nio.file.Path;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Makes sessions whose first files come from elsewhere: a bundle, a checkpoint, a folder, a
/// repository. They are `created`, with a first point in the depot that is durable before the row
/// is: a session that is there has all of its files, one that could not be made has left nothing
/// but bytes for the next collect. Safe for use by several threads.
public final class Importing {
    private static final int PAGE = 50;

    private final Station station;
    private final Points points;
    private final Creating creating;

    Importing(Station station, Workshop shop) {
        this.station = station;
        this.points = shop.points();
        this.creating = new Creating(station, shop.ids());
    }

    /// Receives a bundle that anybody may have made; nothing in it is believed. Whatever is wrong
    /// with it is a `Refused`.
    public Session receive(NewSession wish, Delivery bytes, Terms terms) throws Failure {
        var session = plan(wish);
        try (var scratch = Scratch.open(station)) {
            var unpacked =
                    new Unloading(station, scratch).unload(bytes, session.room().quota(), terms);
            var volumes = volumes(scratch, unpacked.tree());
            var tagged = session.marked(session.marks().tagged(unpacked.manifest().id()));
            return begin(tagged, volumes, unpacked.told());
        }
    }

    /// From a checkpoint of the same tenant, by its id or a start of it, or by its session. The
    /// conversation comes along, as files and conversation always do.
    public Session fromPoint(NewSession wish, String typed) throws Failure {
        var session = plan(wish);
        var tenant = points.tenant(session);
        var source = tenant.find(typed);
        session.room().quota().require(0, source.bytes());
        Transcript said;
        try (var browsing = tenant.browse(source)) {
            said = Transcript.parse(browsing.transcript(), source.id().value());
        }
        boolean same =
                Remembered.of(source)
                        .filter(r -> r.session().agent().equals(wish.agent()))
                        .isPresent();
        var life = session.life();
        var next =
                session.living(
                        new Life(
                                life.persistent(),
                                life.ownKey(),
                                Optional.empty(),
                                Optional.empty(),
                                0,
                                1,
                                Optional.of(source.id().value()),
                                !said.events().isEmpty() && !same,
                                turns(said)));
        var told = told("checkpoint " + source.id(), source.files(), source.bytes());
        boolean plain =
                source.layout() == Layout.DISK
                        && source.domain().equals(DomainName.COMMON)
                        && !life.ownKey();
        return plain ? branch(next, source, said, told) : copy(next, source, said, told);
    }

    /// From a bundle that this tenant received before, by its id: as it was then.
    public Session fromBundle(NewSession wish, String id) throws Failure {
        var filter = Filter.ALL.withPlaybooks().tagged(id);
        Optional<Cursor> after = Optional.empty();
        do {
            var page = station.catalog().list(wish.tenant(), filter, after, PAGE);
            for (var received : page.items()) {
                var rows = station.catalog().checkpoints(received.key());
                if (!rows.isEmpty()) return fromPoint(wish, rows.getFirst().id().value());
            }
            after = page.next();
        } while (after.isPresent());
        throw new Failure.NotFound(
                "no bundle of that id was received, or its files are gone",
                "send it with POST /v1/bundles");
    }

    /// No byte is copied.
    private Session branch(Session session, Checkpoint source, Transcript said, Event.Draft told)
            throws Failure {
        long seq = said.events().isEmpty() ? 0 : said.events().getLast().seq();
        var made = points.branch(source, session, seq);
        var row =
                new CheckpointRow(
                        made.id(), seq, Optional.of(source.id()), Line.MAIN, true, made.created());
        return enter(session, new Points.Taken(row, source.bytes(), LeftOut.NOTHING), said, told);
    }

    /// What is sealed under another key, or was no disk, is brought back and taken anew.
    private Session copy(Session session, Checkpoint source, Transcript said, Event.Draft told)
            throws Failure {
        try (var scratch = Scratch.open(station)) {
            boolean disk = source.layout() == Layout.DISK;
            var tree = scratch.path().resolve(disk ? "tree" : Volume.WORKSPACE.label());
            points.materialise(source, session, tree);
            var volumes = volumes(scratch, disk ? tree : scratch.path());
            try (var taken = SourceTree.of(volumes)) {
                return enter(session, points.first(session, taken, said), said, told);
            }
        }
    }

    private static Life.Turns turns(Transcript said) {
        long asked = said.events().stream().mapToLong(e -> e.number("turn")).max().orElse(0);
        return Life.Turns.over(Math.max(0, asked));
    }

    /// From a folder below one of `roots`; the way there is followed through no link that leaves
    /// them. A disk comes with its volumes, any other folder as the workspace. It is only read.
    public Session fromFolder(NewSession wish, Path folder, List<Path> roots) throws Failure {
        var session = plan(wish);
        try (var scratch = Scratch.open(station);
                var root = new ImportRoots(station, roots).open(folder)) {
            var volumes = ImportRoots.volumes(root);
            if (!volumes.containsKey(Volume.MEMORY)) {
                volumes.put(Volume.MEMORY, scratch.make(Volume.MEMORY.label()));
            }
            return begin(
                    session,
                    volumes,
                    taken -> told("folder " + folder, taken.files(), taken.bytes()));
        }
    }

    /// From a repository, cloned with its history.
    public Session fromGit(NewSession wish, GitUrl url) throws Failure {
        var session = plan(wish);
        try (var scratch = Scratch.open(station)) {
            scratch.make("home").close();
            new Cloning(station.crew().environment(), scratch.path().resolve("home"))
                    .into(url, scratch.path().resolve(Volume.WORKSPACE.label()));
            var volumes = volumes(scratch, scratch.path());
            return begin(
                    session, volumes, taken -> told(url.toString(), taken.files(), taken.bytes()));
        }
    }

    private Session plan(NewSession wish) throws Failure {
        var session = creating.plan(wish);
        if (session.life().persistent()) return session;
        throw new Failure.Refused(
                "agent %s keeps no files, so it cannot begin with any".formatted(wish.agent()),
                "use an agent with persistent sessions, such as shell");
    }

    /// What the events say of files that came.
    interface Telling {
        Event.Draft of(Checkpoint taken) throws Failure;
    }

    private Session begin(Session session, Map<Volume, Folder> volumes, Telling telling)
            throws Failure {
        try (var source = SourceTree.of(volumes)) {
            session.room().quota().require(0, Measuring.of(volumes.values()));
            var nothing = new Transcript(List.of());
            var taken = points.first(session, source, nothing);
            var checkpoint = points.read(session, taken.row().id());
            return enter(session, taken, nothing, telling.of(checkpoint));
        }
    }

    private Session enter(Session session, Points.Taken taken, Transcript said, Event.Draft told)
            throws Failure {
        try {
            // It may have grown since it was counted.
            session.room().quota().require(0, taken.bytes());
            var row = taken.row();
            var headed = session.living(session.life().headed(row.id().value(), row.seq()));
            var events = List.of(told, Happenings.checkpoint(row, "imported"));
            return creating.enter(
                    headed.using(taken.bytes()),
                    new Change.First(Optional.empty(), said.events(), events, List.of(row)));
        } catch (Failure.OverQuota | Failure.Conflict refused) {
            points.forget(session);
            throw refused;
        }
    }

    private static Event.Draft told(String from, long files, long bytes) {
        return Happenings.imported(
                "The files came from %s: %d files, %d bytes. tmp is empty."
                        .formatted(from, files, bytes),
                from);
    }

    /// The volumes below `tree` that survive, open; one that is not there is an empty one.
    private Map<Volume, Folder> volumes(Scratch scratch, Path tree) throws Failure {
        var volumes = new EnumMap<Volume, Folder>(Volume.class);
        try (var root = station.files().open(tree)) {
            for (var volume : Volume.survivingResume()) {
                var name = Name.of(volume.label());
                boolean there = root.stat(name).isPresent();
                volumes.put(
                        volume,
                        there ? root.folder(name) : scratch.make("empty-" + volume.label()));
            }
            return volumes;
        } catch (FileFault fault) {
            volumes.values().forEach(Folder::close);
            throw fault.asFailure(tree.toString());
        }
    }
}
