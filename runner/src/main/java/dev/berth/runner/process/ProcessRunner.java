package dev.berth.runner.process;

import dev.berth.disk.SessionId;
import dev.berth.disk.Volume;
import dev.berth.durable.AtomicFile;
import dev.berth.durable.Errno;
import dev.berth.durable.FileFault;
import dev.berth.durable.FileLayer;
import dev.berth.durable.Name;
import dev.berth.failure.Failure;
import dev.berth.runner.Limits;
import dev.berth.runner.Plan;
import dev.berth.runner.Runner;
import dev.berth.runner.Sandbox;
import dev.berth.runner.resident.Claims;
import dev.berth.runner.resident.HandOver;
import dev.berth.runner.resident.Inside;
import dev.berth.runner.resident.Patience;
import dev.berth.runner.resident.Program;
import dev.berth.runner.resident.Resident;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.random.RandomGenerator;

/// Runs sessions as processes under bubblewrap.
public final class ProcessRunner implements Runner {
    private static final String BUBBLEWRAP = "bwrap";

    private final FileLayer files;
    private final Claims claims;
    private final String architecture;
    private final Layout layout;
    private final Patience patience;
    private volatile boolean checked;

    /// `home` is there and is ours alone; `architecture` is the machine's, as Java names it.
    public ProcessRunner(FileLayer files, Path home, RandomGenerator random, String architecture) {
        this(files, home, random, architecture, Layout.ROOT, Patience.USUAL);
    }

    ProcessRunner(
            FileLayer files,
            Path home,
            RandomGenerator random,
            String architecture,
            Path groups,
            Patience patience) {
        this.files = files;
        claims = new Claims(files, home, random);
        this.architecture = architecture;
        layout = new Layout(files, groups);
        this.patience = patience;
    }

    @Override
    public String name() {
        return "process";
    }

    @Override
    public void check() throws Failure {
        for (String tool : List.of(BUBBLEWRAP, "setsid", "setpriv", "mkfifo")) require(tool);
        checked = true;
    }

    /// Where the bubblewrap lies that would be used.
    public Optional<Path> bubblewrap() throws Failure {
        return where(BUBBLEWRAP);
    }

    private static Path require(String tool) throws Failure {
        var found = where(tool);
        if (found.isPresent()) return found.get();
        throw new Failure.Unavailable(
                "there is no " + tool + " on this machine",
                tool.equals(BUBBLEWRAP)
                        ? "install bubblewrap (`apt install bubblewrap`), or ask for no"
                                + " sandbox with --unsandboxed"
                        : "install util-linux and coreutils");
    }

    private static Optional<Path> where(String tool) throws Failure {
        var found = Program.attempt(List.of("sh", "-c", "command -v \"$0\"", tool));
        return found.code() == 0 ? Optional.of(Path.of(found.printed().strip())) : Optional.empty();
    }

    /// As [#check], and builds walls once, around nothing: a kernel may forbid it to this user.
    public void tryOut() throws Failure {
        check();
        // By its place: this process may have another search path than what it starts.
        String walls = require(BUBBLEWRAP).toString();
        var words = new ArrayList<>(List.of(walls, "--unshare-pid", "--unshare-ipc"));
        words.addAll(List.of("--ro-bind", "/", "/", "--proc", "/proc", "--dev", "/dev", "true"));
        var tried = Program.attempt(words);
        if (tried.code() == 0) return;
        throw new Failure.Unavailable(
                "bubblewrap cannot build a sandbox here: " + tried.printed().strip(),
                "allow user namespaces to this user, or use `runner: docker`");
    }

    /// Which limits would be kept here: groups are made for nobody and removed again.
    public Set<Limits.Kind> keptLimits() throws Failure {
        String group = "look-" + claims.mark();
        var made = layout.make(group, Limits.DEFAULT);
        Groups.of(files, layout.places(group)).remove();
        return made.kept();
    }

    @Override
    public synchronized Sandbox start(Plan plan) throws Failure {
        if (plan.sandboxed() && !checked) check();
        clearIfDead(plan.session());
        claims.claim(plan.session());
        try {
            return begin(plan);
        } catch (Failure failure) {
            abandon(plan.session(), failure);
            throw failure;
        }
    }

    @Override
    public Optional<Sandbox> find(SessionId session) throws Failure {
        var folder = claims.folder(session);
        try (var _ = files.open(folder)) {
            var sandbox = Run.read(files, folder).map(run -> sandbox(folder, run));
            if (sandbox.isEmpty() || !sandbox.get().isAlive()) return Optional.empty();
            return Optional.of(sandbox.get());
        } catch (FileFault fault) {
            if (fault.is(Errno.ENOENT)) return Optional.empty();
            throw fault.asFailure(folder.toString());
        }
    }

    @Override
    public synchronized List<Sandbox> list() throws Failure {
        var alive = new ArrayList<Sandbox>();
        for (var session : claims.known(this::endWhatIsLeft)) {
            clearIfDead(session);
            find(session).ifPresent(alive::add);
        }
        return alive;
    }

    private ProcessSandbox begin(Plan plan) throws Failure {
        var folder = claims.folder(plan.session());
        var user = plan.sandboxed() ? unprivileged() : Optional.<Inside.User>empty();
        String mark = claims.mark();
        String group = plan.session() + "-" + mark;
        var run = Run.of(plan, mark, user, layout.places(group));
        var filter = SyscallFilter.forMachine(architecture);
        var sandbox = sandbox(folder, run);
        try (var open = files.open(folder)) {
            AtomicFile.write(open, Run.FILE, run.encode());
            AtomicFile.write(open, Name.of("born-" + mark), new byte[0]);
            AtomicFile.write(open, Name.of("filter"), filter.orElse(new byte[0]));
        } catch (FileFault fault) {
            throw fault.asFailure(folder.toString());
        }
        var made = layout.make(group, plan.limits());
        if (user.isPresent()) new HandOver(files, user.get()).disk(plan);
        sandbox.resident().prepare();
        Program.start(words(plan, run, made.trees(), filter.isPresent()));
        if (!sandbox.resident().ready(() -> notEndedYet(sandbox, run, folder))) {
            throw new Failure.Unavailable(
                    "the sandbox of " + plan.session() + " did not start: " + log(folder),
                    "see `berth doctor`");
        }
        return sandbox;
    }

    /// One that has not said its number yet may still be coming.
    private boolean notEndedYet(ProcessSandbox sandbox, Run run, Path folder) throws Failure {
        return run.pid(files, folder).isEmpty() || sandbox.isAlive();
    }

    private List<String> words(Plan plan, Run run, List<Path> joined, boolean filter) {
        var folder = claims.folder(plan.session());
        var words = new ArrayList<>(List.of("setsid", "sh", "-c", beginning(), "berth"));
        words.add(folder.toString());
        words.add(run.mark());
        joined.forEach(group -> words.add(group.toString()));
        words.add("--");
        var shared = folder.resolve(Resident.SHARED.toString());
        if (plan.sandboxed()) {
            words.addAll(Walls.around(plan, shared, run.inside(), run.mark(), filter));
        } else {
            words.addAll(List.of("env", "BERTH_RUN=" + run.mark(), "sh"));
            words.add(shared.resolve(Resident.PROGRAM).toString());
            words.add(shared.toString());
            words.add(plan.folder(Volume.WORKSPACE).toString());
            words.addAll(List.of("among-others", run.mark()));
        }
        return words;
    }

    /// The user inside, when ours could do anything on this machine.
    private Optional<Inside.User> unprivileged() throws Failure {
        try (var self = files.open(Path.of("/proc/self"))) {
            return self.stat().uid() == 0 ? Optional.of(Inside.NOBODY) : Optional.empty();
        } catch (FileFault fault) {
            throw fault.asFailure("/proc/self");
        }
    }

    private void clearIfDead(SessionId session) throws Failure {
        if (!claims.isClaimed(session)) return;
        var run = Run.read(files, claims.folder(session));
        if (run.isPresent() && sandbox(claims.folder(session), run.get()).isAlive()) return;
        clear(session);
    }

    /// A starter that comes late finds no place to say its number, and one that has just said it is
    /// ended here.
    private void clear(SessionId session) throws Failure {
        claims.clear(session, this::endWhatIsLeft);
    }

    private void endWhatIsLeft(Path folder) throws Failure {
        var run = Run.read(files, folder);
        if (run.isEmpty()) return;
        var late = sandbox(folder, run.get());
        if (!run.get().sandboxed() || late.isAlive()) late.end();
        Groups.of(files, run.get().groups()).remove();
    }

    private void abandon(SessionId session, Failure why) {
        try {
            var run = Run.read(files, claims.folder(session));
            if (run.isPresent()) sandbox(claims.folder(session), run.get()).stop();
            else clear(session);
        } catch (Failure second) {
            why.addSuppressed(second);
        }
    }

    private ProcessSandbox sandbox(Path folder, Run run) {
        return new ProcessSandbox(files, folder, run, patience, this::clear);
    }

    private String log(Path folder) {
        try (var open = files.open(folder)) {
            return AtomicFile.readIfThere(open, Name.of("log"), 1 << 16)
                    .map(bytes -> new String(bytes, StandardCharsets.UTF_8).strip())
                    .filter(text -> !text.isEmpty())
                    .orElse("it said nothing");
        } catch (FileFault | Failure unreadable) {
            return "its log cannot be read";
        }
    }

    private static String beginning() {
        try (var stream =
                Objects.requireNonNull(ProcessRunner.class.getResourceAsStream("begin.sh"))) {
            return new String(stream.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException broken) {
            throw new UncheckedIOException(broken);
        }
    }
}
