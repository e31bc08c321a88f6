package dev.berth.runner.resident;

import dev.berth.durable.AtomicFile;
import dev.berth.durable.ContentHash;
import dev.berth.durable.Errno;
import dev.berth.durable.FileFault;
import dev.berth.durable.FileLayer;
import dev.berth.durable.Folder;
import dev.berth.durable.Name;
import dev.berth.failure.Failure;
import dev.berth.runner.Command;
import dev.berth.runner.Sandbox;
import dev.berth.runner.Turn;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.foreign.MemorySegment;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/// The server's side of a resident: makes what it needs, asks it for turns, finds earlier ones.
///
/// In the run's own folder, which no sandbox shows: `requests`, the pipe on which it hears us,
/// `turn`, the number of the last turn, and its files. In `shared/`, which the sandbox shows: until
/// the first turn the program itself and `ready`, then what the resident needs of the last turn;
/// see [Spool].
///
/// Nothing here needs to survive a power loss: no sandbox does.
public final class Resident {
    /// The part of the run's folder that the sandbox shows.
    public static final Name SHARED = Name.of("shared");

    /// The program, within the shared folder.
    public static final String PROGRAM = "resident.sh";

    private static final Name REQUESTS = Name.of("requests");
    private static final Name READY = Name.of("ready");
    private static final Name TURN = Name.of("turn");
    private static final String NOBODY = "No such device or address";
    private static final int READABLE = 0644;
    private static final Duration STARTS_WITHIN = Duration.ofSeconds(30);

    private final FileLayer files;
    private final Path run;
    private final Inside inside;
    private final Spool spool;
    private final Sandbox sandbox;
    private final Patience patience;

    /// `sandbox` is the one that it lives in.
    public Resident(FileLayer files, Path run, Inside inside, Sandbox sandbox, Patience patience) {
        this.files = files;
        this.run = run;
        this.inside = inside;
        this.sandbox = sandbox;
        this.patience = patience;
        spool = new Spool(files, run, inside);
    }

    /// What the system says of the sandbox; what fails to answer is no proof.
    Sandbox.Condition condition() {
        try {
            return sandbox.inspect();
        } catch (Failure unknown) {
            return Sandbox.Condition.RUNNING;
        }
    }

    /// Ends the sandbox with all that is in it.
    void stop() throws Failure {
        sandbox.stop();
    }

    /// Makes the pipe and the shared folder. Whoever starts the resident opens the pipe as its
    /// descriptor 3.
    public void prepare() throws Failure {
        try (var folder = files.open(run)) {
            Spool.prepare(folder);
            Inside.folder(folder, SHARED);
            try (var shared = folder.folder(SHARED)) {
                put(shared, Name.of(PROGRAM), program(), READABLE);
                inside.file(shared, READY, "not yet\n");
            }
            inside.shut(folder, SHARED);
        } catch (FileFault fault) {
            throw fault.asFailure(run.toString());
        }
        Program.run(List.of("mkfifo", "-m", "600", requests().toString()));
    }

    /// As [#prepare], for a sandbox that can only be given folders: the pipe lies in the shared one
    /// as well, and the resident opens it itself.
    public void prepareShared() throws Failure {
        prepare();
        try (var folder = files.open(run)) {
            inside.open(folder, SHARED);
            try (var shared = folder.folder(SHARED)) {
                folder.link(REQUESTS, shared, REQUESTS);
                if (inside.user().isPresent()) {
                    var user = inside.user().get();
                    shared.setOwner(REQUESTS, user.uid(), user.gid());
                }
            }
            inside.shut(folder, SHARED);
        } catch (FileFault fault) {
            throw fault.asFailure(run.toString());
        }
    }

    /// Where there are no walls, another session may be called alike and be in the same turn.
    private String place() {
        return ContentHash.of(run.toString().getBytes(StandardCharsets.UTF_8))
                .hex()
                .substring(0, 16);
    }

    private Path requests() {
        return run.resolve(REQUESTS.toString());
    }

    /// Waits until turns can begin; false when that does not come to pass while `alive`.
    public boolean ready(Until.Question alive) throws Failure {
        var ready = new boolean[1];
        Until.within(
                STARTS_WITHIN,
                () -> {
                    ready[0] = saysReady();
                    return ready[0] || !alive.holds();
                });
        return ready[0];
    }

    /// Starts a turn; a [Failure.Conflict] while one runs. The caller knows that the resident
    /// lives.
    public Turn begin(Command command, Map<String, String> environment) throws Failure {
        var last = lastTurn();
        if (last.isPresent() && last.get().ending().isEmpty()) {
            String turn = Integer.toString(last.get().number());
            throw new Failure.Conflict(
                    "turn " + turn + " of " + inside.session() + " still runs",
                    "wait for it or cancel it",
                    Map.of("turn", turn));
        }
        // One whose server was killed in the middle of its start may still need what the first turn
        // sweeps away.
        if (last.isEmpty()) ready(() -> condition() != Sandbox.Condition.GONE);
        int number = lastNumber() + 1;
        String mark = inside.session() + "." + number + "." + place();
        var always = new LinkedHashMap<>(environment);
        always.put("BERTH_TURN", mark);
        try (var folder = files.open(run)) {
            spool.make(number, Script.of(command, always), command.input());
            AtomicFile.write(
                    folder, TURN, Integer.toString(number).getBytes(StandardCharsets.UTF_8));
        } catch (FileFault fault) {
            throw fault.asFailure(run.toString());
        }
        request("begin " + number + " " + mark);
        return new ResidentTurn(this, spool, patience, number);
    }

    public Optional<Turn> lastTurn() throws Failure {
        int number = lastNumber();
        return number == 0
                ? Optional.empty()
                : Optional.of(new ResidentTurn(this, spool, patience, number));
    }

    /// Says one line to the resident. The pipe is opened for both ways, which waits for nobody.
    void request(String line) throws Failure {
        Program.run(
                List.of(
                        "sh",
                        "-c",
                        "printf '%s\\n' \"$1\" 1<>\"$0\"",
                        requests().toString(),
                        line));
    }

    /// As [#request]; false when nobody is there to read it, since the resident was killed.
    boolean hears(String line) throws Failure {
        var said =
                Program.attempt(
                        List.of(
                                "sh",
                                "-c",
                                "printf '%s\\n' \"$1\" | dd of=\"$0\" oflag=nonblock conv=notrunc"
                                        + " status=none",
                                requests().toString(),
                                line));
        // Anything else, such as a pipe that is full since the sandbox is frozen, proves nothing.
        return said.code() == 0 || !said.printed().contains(NOBODY);
    }

    private boolean saysReady() throws Failure {
        try (var folder = files.open(run);
                var shared = folder.folder(SHARED);
                var file = shared.read(READY)) {
            byte[] bytes = new byte[8];
            int length = (int) file.readFully(MemorySegment.ofArray(bytes), 0);
            return new String(bytes, 0, length, StandardCharsets.UTF_8).startsWith("ready\n");
        } catch (FileFault fault) {
            // Swept away by a turn: no turn begins before it is ready.
            if (fault.is(Errno.ENOENT)) return true;
            throw fault.asFailure(run.toString());
        }
    }

    private int lastNumber() throws Failure {
        try (var folder = files.open(run)) {
            var bytes = AtomicFile.readIfThere(folder, TURN, 16);
            return bytes.isEmpty()
                    ? 0
                    : Integer.parseInt(new String(bytes.get(), StandardCharsets.UTF_8));
        } catch (FileFault fault) {
            throw fault.asFailure(run.toString());
        }
    }

    private static void put(Folder folder, Name name, byte[] bytes, int mode) throws FileFault {
        try (var file = folder.create(name, mode)) {
            file.writeFully(MemorySegment.ofArray(bytes), 0);
        }
    }

    private static byte[] program() {
        try (var stream =
                Objects.requireNonNull(Resident.class.getResourceAsStream(PROGRAM), PROGRAM)) {
            return stream.readAllBytes();
        } catch (IOException broken) {
            throw new UncheckedIOException(broken);
        }
    }
}
