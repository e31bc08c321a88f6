package dev.berth.flow;

import dev.berth.durable.FileFault;
import dev.berth.durable.FileLayer;
import dev.berth.durable.Folder;
import dev.berth.durable.lock.Held;
import dev.berth.durable.lock.World;
import dev.berth.failure.Failure;
import dev.berth.flow.register.Agent;
import dev.berth.flow.register.Registering.Outcome;
import dev.berth.flow.register.Registration;

import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
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

    /// Where a project's active session lies in it, for those who look at it from afar.
    public static final String SESSION_FILE =
            "%s/%s".formatted(FlowFolder.FLOW, FlowFolder.SESSION);

    /// More of such a file is not read.
    public static final int LONGEST_SESSION_BYTES = SessionCodec.LONGEST_FILE_BYTES;

    /// What is active in a project that is somebody else's: only looked at. No lock is taken and
    /// nothing is put right; empty when there is nothing that can be read.
    public static Optional<FlowSession> glance(Folder project) throws Failure {
        try (var folder = project.folder(FlowFolder.FLOW)) {
            return active(LoadSession.from(folder, FlowFolder.SESSION));
        } catch (FileFault none) {
            return Optional.empty();
        }
    }

    /// As [#glance], from the bytes of [#SESSION_FILE].
    public static Optional<FlowSession> glance(byte[] file) {
        return active(LoadSession.of(file));
    }

    private static Optional<FlowSession> active(Found found) {
        return found instanceof Found.Active active
                ? Optional.of(active.session())
                : Optional.empty();
    }

    /// What a session becomes, or why it cannot.
    @FunctionalInterface
    public interface Change {
        FlowSession apply(FlowSession session, Instant now) throws Failure;
    }

    /// A closed session, and the name of its archive.
    public record Closed(FlowSession session, String archive) {}

    /// A session that is active again, and what was put away to make room for it.
    public record Reopened(FlowSession session, Optional<String> putAway) {}

    /// Whether the agent's file changed, and what was found unreadable and put away.
    public record Refreshed(boolean changed, Optional<String> putAway) {}

    /// Where the project stands. Looks without the lock; takes it only to put something right.
    public FlowStatus status() throws Failure {
        try (var folder = look()) {
            var found = LoadSession.from(folder.flow(), FlowFolder.SESSION);
            if (!GitIgnore.isKept(folder)) keepOutOfGit();
            switch (found) {
                case Found.Nothing _ -> {
                    return status(folder, Optional.empty(), Optional.empty());
                }
                case Found.Active active -> {
                    return status(folder, Optional.of(active), Optional.empty());
                }
                case Found.Newer(var format) ->
                        throw LoadSession.newer(".flow/session.json", format);
                case Found.Closing _, Found.Unreadable _ -> {}
            }
        }
        return hold(
                (folder, held) -> {
                    var settled = settle(folder, held);
                    return status(folder, settled.active(), settled.putAway());
                });
    }

    public FlowStatus start(String goal) throws Failure {
        var begun = FlowSession.begun(FlowId.next(now(), world.random()), goal, now());
        return hold(
                (folder, held) -> {
                    var settled = settle(folder, held);
                    settled.requireNone();
                    var history = history(folder);
                    new SaveSession(folder, held).save(begun);
                    return new FlowStatus(
                            root, Optional.of(begun), history, settled.putAway(), true);
                });
    }

    /// Changes the active session.
    public FlowSession change(Change change) throws Failure {
        return holdExisting(
                (folder, held) -> {
                    var found = settle(folder, held).required();
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
                    var active = settle(folder, held).required();
                    archive.check();
                    var closed = active.session().closed(now());
                    new SaveSession(folder, held).save(closed);
                    return new Closed(closed, History.shown(archive.finish(closed.id())));
                });
    }

    /// What is kept of the past; finishes a close that was interrupted.
    public History history() throws Failure {
        try (var folder = look()) {
            var found = LoadSession.from(folder.flow(), FlowFolder.SESSION);
            if (!(found instanceof Found.Closing)) return history(folder);
        }
        return hold(
                (folder, held) -> {
                    settle(folder, held);
                    return history(folder);
                });
    }

    /// A session of the past: by its id the latest archive of it, else by its file's name.
    public History.Archived archived(String name) throws Failure {
        String wanted = Reopening.checked(name);
        var found = history().archive(wanted);
        if (found.isPresent()) return found.get();
        try (var folder = look()) {
            var kept = new Reopening(folder).find(wanted);
            return new History.Archived(kept.name(), kept.session());
        }
    }

    /// Makes a closed session, or one that was put away and can be read again, the active one. An
    /// archive stays as it is; what was put away is named `recovered-…` then.
    public Reopened reopen(String name) throws Failure {
        String wanted = Reopening.checked(name);
        return holdExisting(
                (folder, held) -> {
                    var settled = settle(folder, held);
                    settled.requireNone();
                    var reopening = new Reopening(folder);
                    try {
                        var kept = reopening.find(wanted);
                        var session = kept.session().reopened(now());
                        new SaveSession(folder, held).save(session);
                        held.check();
                        reopening.recovered(kept);
                        return new Reopened(session, settled.putAway());
                    } catch (Failure failure) {
                        throw settled.besides(failure);
                    }
                });
    }

    /// Brings the agent's file up to date.
    public Refreshed refresh() throws Failure {
        return holdExisting(
                (folder, held) -> {
                    boolean before = new Projection(folder).isThere();
                    var settled = settle(folder, held);
                    var saving = new SaveSession(folder, held);
                    if (settled.active().isEmpty()) {
                        saving.clearProjection();
                        return new Refreshed(before, settled.putAway());
                    }
                    var active = settled.active().get();
                    return new Refreshed(
                            saving.project(active.session(), active.source()), settled.putAway());
                });
    }

    /// Tells an agent's program where to read; with `plugin`, opencode also refreshes it by itself.
    public List<Outcome> register(Agent agent, boolean plugin) throws Failure {
        return holdExisting((folder, _) -> new Registration(folder.project()).add(agent, plugin));
    }

    /// Takes out what [#register] put in, and nothing else.
    public List<Outcome> unregister(Agent agent) throws Failure {
        return holdExisting((folder, _) -> new Registration(folder.project()).remove(agent));
    }

    /// Everything that is worth a look; repairs what every other call would repair.
    public Checkup examine() throws Failure {
        return new Examine(this, root, files, lock).run();
    }

    /// Only a start makes the folder: a mistaken path must not leave one behind.
    private <T> T holdExisting(FlowLock.Work<T> work) throws Failure {
        look().close();
        return hold(work);
    }

    private <T> T hold(FlowLock.Work<T> work) throws Failure {
        try {
            return lock.hold(work);
        } catch (Failure.Refused | Failure.Unavailable | Failure.OverQuota failure) {
            throw new Unsettled(root, files).besides(failure);
        }
    }

    private FlowFolder look() throws Failure {
        return FlowFolder.look(root, files).orElseThrow(this::noFlow);
    }

    private Settle.Settled settle(FlowFolder folder, Held held) throws Failure {
        return new Settle(folder, held, world).run();
    }

    /// Whoever cannot, or would have to wait, leaves it to the next change.
    private void keepOutOfGit() {
        try {
            lock.atOnce().hold((_, _) -> true);
        } catch (Failure left) {
            // The doctor says so.
        }
    }

    private FlowStatus status(
            FlowFolder folder, Optional<Found.Active> active, Optional<String> putAway)
            throws Failure {
        boolean current = new Projection(folder).isCurrent(active);
        return new FlowStatus(
                root, active.map(Found.Active::session), history(folder), putAway, current);
    }

    static History history(FlowFolder folder) throws Failure {
        var there = folder.historyIfThere();
        if (there.isEmpty()) return History.NONE;
        try (var history = there.get()) {
            return History.read(history);
        }
    }

    private Failure noFlow() {
        return new Failure.NotFound(
                "no .flow folder in " + root,
                "start a session with `berth flow start --goal TEXT`");
    }

    private Instant now() {
        return world.clock().instant();
    }
}
