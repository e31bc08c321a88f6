package dev.berth.runner.process;

import dev.berth.disk.SessionId;
import dev.berth.disk.Volume;
import dev.berth.durable.AtomicFile;
import dev.berth.durable.Errno;
import dev.berth.durable.FileFault;
import dev.berth.durable.FileLayer;
import dev.berth.durable.Name;
import dev.berth.failure.Failure;
import dev.berth.runner.Command;
import dev.berth.runner.Sandbox;
import dev.berth.runner.Turn;
import dev.berth.runner.resident.Patience;
import dev.berth.runner.resident.Required;
import dev.berth.runner.resident.Resident;
import dev.berth.runner.resident.Surroundings;
import dev.berth.runner.resident.Until;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// A sandbox of processes, known by its folder.
final class ProcessSandbox implements Sandbox {
    private static final Name PAUSED = Name.of("paused");
    private static final Duration BOUND = Duration.ofSeconds(30);

    private final FileLayer files;
    private final Path folder;
    private final Run run;
    private final Groups groups;
    private final Processes processes;
    private final Resident resident;
    private final Cleared cleared;

    ProcessSandbox(FileLayer files, Path folder, Run run, Patience patience, Cleared cleared) {
        this.files = files;
        this.folder = folder;
        this.run = run;
        this.cleared = cleared;
        groups = Groups.of(files, run.groups());
        processes = new Processes(files);
        resident = new Resident(files, folder, run.inside(), this, patience);
    }

    @Override
    public SessionId session() {
        return run.session();
    }

    Resident resident() {
        return resident;
    }

    @Override
    public List<String> warnings() {
        return run.sandboxed() ? List.of() : List.of(NO_WALLS);
    }

    @Override
    public Condition inspect() throws Failure {
        try (var open = files.open(folder)) {
            if (!isAlive()) return Condition.GONE;
            return open.stat(PAUSED).isPresent() ? Condition.PAUSED : Condition.RUNNING;
        } catch (FileFault fault) {
            if (fault.is(Errno.ENOENT)) return Condition.GONE;
            throw fault.asFailure(folder.toString());
        }
    }

    /// Whether any of the sandbox's own processes lives. Either of its first two is enough: while
    /// the one within the walls lives, so may others.
    boolean isAlive() throws Failure {
        var pid = run.pid(files, folder);
        if (pid.isPresent() && processes.isMarked(pid.getAsLong(), run.mark())) return true;
        var status = run.status(files, folder);
        return status.isPresent() && isFirst(status.get());
    }

    @Override
    public synchronized Turn exec(Command command) throws Failure {
        require(Condition.RUNNING);
        return resident.begin(
                command,
                Surroundings.of(
                        session(), run.sandboxed() ? Walls.HOME : place(Volume.TMP), this::place));
    }

    @Override
    public Optional<Turn> lastTurn() throws Failure {
        return resident.lastTurn();
    }

    @Override
    public synchronized void pause() throws Failure {
        if (inspect() == Condition.PAUSED) return;
        require(Condition.RUNNING);
        // Said first: one that was paused halfway is unpaused as a whole.
        try (var open = files.open(folder)) {
            AtomicFile.write(open, PAUSED, new byte[0]);
        } catch (FileFault fault) {
            throw fault.asFailure(folder.toString());
        }
        if (groups.canFreeze()) groups.freeze();
        else processes.stop(this::members);
    }

    @Override
    public synchronized void unpause() throws Failure {
        if (inspect() == Condition.RUNNING) return;
        require(Condition.PAUSED);
        if (groups.canFreeze()) groups.thaw();
        else Processes.signal("CONT", members());
        try (var open = files.open(folder)) {
            AtomicFile.remove(open, PAUSED);
        } catch (FileFault fault) {
            throw fault.asFailure(folder.toString());
        }
    }

    @Override
    public synchronized void stop() throws Failure {
        // Without walls the others live on when the first one is gone.
        if (!run.sandboxed() || inspect() != Condition.GONE) end();
        groups.remove();
        cleared.clear(run.session());
    }

    /// Ends every process of the sandbox.
    void end() throws Failure {
        // A frozen process dies only when it thaws, where the kernel is an old one.
        if (groups.canFreeze()) groups.thaw();
        if (!run.sandboxed()) processes.stop(this::members);
        boolean gone =
                Until.within(
                        BOUND,
                        () -> {
                            var left = members();
                            Processes.signal("KILL", left);
                            return left.isEmpty() && inspect() == Condition.GONE;
                        });
        if (!gone) {
            throw new Failure.Unavailable(
                    "the sandbox of " + session() + " does not end",
                    "see what keeps its processes with `ps`");
        }
    }

    /// Everything that belongs to the sandbox, its outer processes included.
    private List<Long> members() throws Failure {
        if (!run.sandboxed()) {
            var marked = groups.members();
            marked.addAll(processes.marked("BERTH_RUN=" + run.mark()));
            return List.copyOf(marked);
        }
        var all = new ArrayList<Long>();
        var status = run.status(files, folder);
        if (status.isPresent() && isFirst(status.get())) {
            all.addAll(processes.inNamespace(status.get().namespace()));
        }
        var pid = run.pid(files, folder);
        if (pid.isPresent() && processes.isMarked(pid.getAsLong(), run.mark())) {
            all.add(pid.getAsLong());
        }
        return all;
    }

    /// Numbers are used again; a namespace's number together with our mark is not.
    private boolean isFirst(Run.Status status) throws Failure {
        return processes.isMarked(status.pid(), run.mark())
                && processes.namespace(status.pid()).equals("pid:[" + status.namespace() + "]");
    }

    private void require(Condition needed) throws Failure {
        Required.condition(needed, inspect(), session());
    }

    private String place(Volume volume) {
        return run.sandboxed()
                ? "/" + volume.label()
                : run.disk().resolve(volume.label()).toString();
    }

    /// Removes what is left of a session's dead sandbox.
    interface Cleared {
        void clear(SessionId session) throws Failure;
    }
}
