package dev.berth.flow;

import dev.berth.durable.FileLayer;
import dev.berth.durable.Name;
import dev.berth.durable.lock.Held;
import dev.berth.durable.lock.World;
import dev.berth.failure.Failure;
import dev.berth.flow.register.Agent;
import dev.berth.flow.register.OpencodePlugin;
import dev.berth.flow.register.Registering;
import dev.berth.flow.register.Registering.Outcome;

import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// The work of one project: everything that can be done with its `.flow` folder.
///
/// Each method that changes something takes the project's lock, first puts right what an
/// interrupted caller left, and returns when the change is durable. Safe for use by several
/// threads.
public final class Flow {
    private final ProjectRoot root;
    private final FileLayer files;
    private final World world;
    private final FlowLock lock;

    public Flow(ProjectRoot root, FileLayer files, LockTerms terms, World world) {
        this.root = root;
        this.files = files;
        this.world = world;
        this.lock = new FlowLock(root, files, terms, world);
    }

    /// The project's work in the real world, with the caller's clock.
    public static Flow open(
            ProjectRoot root, FileLayer files, LockTerms terms, InstantSource clock) {
        return new Flow(root, files, terms, World.of(files, clock));
    }

    /// What a session becomes, or why it cannot.
    @FunctionalInterface
    public interface Change {
        FlowSession apply(FlowSession session, Instant now) throws Failure;
    }

    /// A closed session, and the name of its archive.
    public record Closed(FlowSession session, String archive) {}

    /// Where the project stands. Looks without the lock; takes it only to put something right.
    public FlowStatus status() throws Failure {
        var looked = FlowFolder.look(root, files);
        if (looked.isEmpty()) throw noFlow();
        try (var folder = looked.get()) {
            switch (LoadSession.from(folder.flow(), FlowFolder.SESSION)) {
                case Found.Nothing _ -> {
                    return status(folder, Optional.empty(), Optional.empty());
                }
                case Found.Active active -> {
                    return status(folder, Optional.of(active), Optional.empty());
                }
                case Found.Newer(var format) -> throw newer(format);
                case Found.Closing _, Found.Unreadable _ -> {}
            }
        }
        return lock.hold(
                (folder, held) -> {
                    var settled = settle(folder, held);
                    return status(folder, settled.active(), settled.putAway());
                });
    }

    public FlowStatus start(String goal) throws Failure {
        var begun = FlowSession.begun(FlowId.next(now(), world.random()), goal, now());
        return lock.hold(
                (folder, held) -> {
                    var settled = settle(folder, held);
                    if (settled.active().isPresent()) throw active(settled.active().get());
                    new SaveSession(folder, held).save(begun);
                    return new FlowStatus(
                            root, Optional.of(begun), History.NONE, settled.putAway(), true);
                });
    }

    /// Changes the active session.
    public FlowSession change(Change change) throws Failure {
        return holdExisting(
                (folder, held) -> {
                    var found = required(settle(folder, held));
                    var after = change.apply(found.session(), now());
                    var saving = new SaveSession(folder, held);
                    if (after.equals(found.session())) saving.project(after, found.source());
                    else saving.save(after);
                    return after;
                });
    }

    /// Closes the active session, or finishes a close that was interrupted.
    public Closed close() throws Failure {
        return holdExisting(
                (folder, held) -> {
                    var archive = new ArchiveSession(folder, held);
                    var found = LoadSession.from(folder.flow(), FlowFolder.SESSION);
                    if (found instanceof Found.Closing(var session)) {
                        return new Closed(session, History.shown(archive.finish(session.id())));
                    }
                    var closed = required(settle(folder, held)).session().closed(now());
                    new SaveSession(folder, held).save(closed);
                    return new Closed(closed, History.shown(archive.finish(closed.id())));
                });
    }

    public History history() throws Failure {
        var looked = FlowFolder.look(root, files);
        if (looked.isEmpty()) throw noFlow();
        try (var folder = looked.get()) {
            return history(folder);
        }
    }

    /// A closed session: by its id the latest archive of it, else by the archive's name.
    public History.Archived archived(String name) throws Failure {
        var found = history().archive(name);
        if (found.isPresent()) return found.get();
        throw Reopening.notFound(name);
    }

    /// Makes a closed session, or one that was put away and can be read again, the active one. What
    /// lies in the history stays there.
    public FlowSession reopen(String name) throws Failure {
        var wanted = FlowId.parse(name).value();
        return holdExisting(
                (folder, held) -> {
                    var settled = settle(folder, held);
                    if (settled.active().isPresent()) throw active(settled.active().get());
                    var session = new Reopening(folder).find(wanted).reopened(now());
                    new SaveSession(folder, held).save(session);
                    return session;
                });
    }

    /// Brings the agent's file up to date; true when that changed something.
    public boolean refresh() throws Failure {
        return holdExisting(
                (folder, held) -> {
                    var settled = settle(folder, held);
                    var saving = new SaveSession(folder, held);
                    if (settled.active().isEmpty()) return saving.clearProjection();
                    var active = settled.active().get();
                    return saving.project(active.session(), active.source());
                });
    }

    /// Tells an agent's program where to read; with `plugin`, opencode also refreshes it by itself.
    public List<Outcome> register(Agent agent, boolean plugin) throws Failure {
        return lock.hold(
                (folder, _) -> {
                    var outcomes = new ArrayList<Outcome>();
                    outcomes.add(new Registering(folder.project()).add(agent));
                    if (plugin) outcomes.add(new OpencodePlugin(folder.project()).add());
                    return List.copyOf(outcomes);
                });
    }

    /// Takes out what [#register] put in, and nothing else.
    public List<Outcome> unregister(Agent agent) throws Failure {
        return lock.hold(
                (folder, _) -> {
                    var outcomes = new ArrayList<Outcome>();
                    outcomes.add(new Registering(folder.project()).remove(agent));
                    if (agent == Agent.OPENCODE) {
                        outcomes.add(new OpencodePlugin(folder.project()).remove());
                    }
                    return List.copyOf(outcomes);
                });
    }

    /// Everything that is worth a look; repairs what every other call would repair.
    public Checkup examine() throws Failure {
        return new Examine(this, root, files, lock).run();
    }

    /// Only a start makes the folder: a mistaken path must not leave one behind.
    private <T> T holdExisting(FlowLock.Work<T> work) throws Failure {
        var there = FlowFolder.look(root, files);
        if (there.isEmpty()) throw noFlow();
        there.get().close();
        return lock.hold(work);
    }

    /// Finishes an interrupted close and puts away what cannot be read.
    private Settled settle(FlowFolder folder, Held held) throws Failure {
        return switch (LoadSession.from(folder.flow(), FlowFolder.SESSION)) {
            case Found.Nothing _ -> new Settled(Optional.empty(), Optional.empty());
            case Found.Active active -> new Settled(Optional.of(active), Optional.empty());
            case Found.Closing(var session) -> {
                new ArchiveSession(folder, held).finish(session.id());
                yield new Settled(Optional.empty(), Optional.empty());
            }
            case Found.Newer(var format) -> throw newer(format);
            case Found.Unreadable(var reason) -> {
                Name name = new QuarantineSession(folder, held).putAway(now(), world.random());
                yield new Settled(
                        Optional.empty(),
                        Optional.of(
                                ".flow/session.json could not be read (%s); it is now .flow/history/%s"
                                        .formatted(reason, name)));
            }
        };
    }

    private record Settled(Optional<Found.Active> active, Optional<String> putAway) {}

    private FlowStatus status(
            FlowFolder folder, Optional<Found.Active> active, Optional<String> putAway)
            throws Failure {
        boolean current = new Projection(folder).isCurrent(active);
        return new FlowStatus(
                root, active.map(Found.Active::session), history(folder), putAway, current);
    }

    private static History history(FlowFolder folder) throws Failure {
        var there = folder.historyIfThere();
        if (there.isEmpty()) return History.NONE;
        try (var history = there.get()) {
            return History.read(history);
        }
    }

    private static Found.Active required(Settled settled) throws Failure {
        if (settled.active().isPresent()) return settled.active().get();
        if (settled.putAway().isPresent()) {
            throw new Failure.Damaged(
                    settled.putAway().get(), "`berth flow doctor` says how to recover it");
        }
        throw new Failure.NotFound(
                "no session is active",
                "start one with `berth flow start --goal TEXT`, or see `berth flow history list`");
    }

    private Failure noFlow() {
        return new Failure.NotFound(
                "no .flow folder in " + root,
                "start a session with `berth flow start --goal TEXT`");
    }

    private static Failure active(Found.Active active) {
        var id = active.session().id().value();
        return new Failure.Conflict(
                "session %s is active".formatted(id),
                "close it first: `berth flow close`",
                Map.of("id", id));
    }

    private static Failure newer(String format) {
        return LoadSession.newer(".flow/session.json", format);
    }

    private Instant now() {
        return world.clock().instant();
    }
}
