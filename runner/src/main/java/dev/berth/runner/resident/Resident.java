package dev.berth.runner.resident;

import dev.berth.durable.AtomicFile;
import dev.berth.durable.ContentHash;
import dev.berth.durable.FileFault;
import dev.berth.durable.FileLayer;
import dev.berth.durable.Folder;
import dev.berth.durable.Name;
import dev.berth.failure.Failure;
import dev.berth.runner.Command;
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
/// In the run's own folder, which no sandbox shows: `requests`, the pipe on which it hears us, and
/// `turn`, the number of the last turn. In `shared/`, which the sandbox shows: the program itself,
/// `ready`, and a folder per turn. Every file in there is made by us beforehand and only written in
/// place by the resident, so that a full disk keeps no turn from ending, and where the inside is
/// another user it can neither add a name nor replace one.
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
    private static final int FOLDER = 0755;
    private static final Duration STARTS_WITHIN = Duration.ofSeconds(30);

    private final FileLayer files;
    private final Path run;
    private final Inside inside;
    private final Until.Question alive;

    /// `alive` asks the system whether the sandbox lives; what fails to answer is no proof.
    public Resident(FileLayer files, Path run, Inside inside, Until.Question alive) {
        this.files = files;
        this.run = run;
        this.inside = inside;
        this.alive = alive;
    }

    boolean isAlive() {
        try {
            return alive.holds();
        } catch (Failure unknown) {
            return true;
        }
    }

    /// Makes the pipe and the shared folder. Whoever starts the resident opens the pipe as its
    /// descriptor 3.
    public void prepare() throws Failure {
        try (var folder = files.open(run)) {
            folder.makeFolder(SHARED, FOLDER);
            try (var shared = folder.folder(SHARED)) {
                put(shared, Name.of(PROGRAM), program(), READABLE);
                inside.file(shared, READY, "not yet\n");
            }
        } catch (FileFault fault) {
            throw fault.asFailure(run.toString());
        }
        Program.run(List.of("mkfifo", "-m", "600", requests().toString()));
    }

    /// As [#prepare], for a sandbox that can only be given folders: the pipe lies in the shared one
    /// as well, and the resident opens it itself.
    public void prepareShared() throws Failure {
        prepare();
        try (var folder = files.open(run);
                var shared = folder.folder(SHARED)) {
            folder.link(REQUESTS, shared, REQUESTS);
            if (inside.user().isPresent()) {
                var user = inside.user().get();
                shared.setOwner(REQUESTS, user.uid(), user.gid());
            }
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
                    ready[0] = firstLine(SHARED, READY).equals("ready");
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
        int number = lastNumber() + 1;
        String mark = inside.session() + "." + number + "." + place();
        var always = new LinkedHashMap<>(environment);
        always.put("BERTH_TURN", mark);
        try (var folder = files.open(run);
                var shared = folder.folder(SHARED)) {
            var name = Name.of(Integer.toString(number));
            shared.makeFolder(name, FOLDER);
            try (var turn = shared.folder(name)) {
                inside.file(turn, ResidentTurn.SCRIPT, Script.of(command, always));
                inside.file(turn, ResidentTurn.OUT, "");
                inside.file(turn, ResidentTurn.END, ResidentTurn.RUNS + " ".repeat(12) + "\n");
                inside.file(turn, ResidentTurn.KILLED, "not yet\n");
                inside.file(turn, ResidentTurn.IN, "");
                try (var in = turn.write(ResidentTurn.IN)) {
                    command.input().writeTo(in);
                }
            }
            AtomicFile.write(
                    folder, TURN, Integer.toString(number).getBytes(StandardCharsets.UTF_8));
        } catch (FileFault fault) {
            throw fault.asFailure(run.toString());
        }
        request("begin " + number + " " + mark);
        return new ResidentTurn(this, files, run, number);
    }

    public Optional<Turn> lastTurn() throws Failure {
        int number = lastNumber();
        return number == 0
                ? Optional.empty()
                : Optional.of(new ResidentTurn(this, files, run, number));
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

    String firstLine(Name... path) throws Failure {
        try (var folder = files.open(run)) {
            return firstLine(folder, path, 0);
        } catch (FileFault fault) {
            throw fault.asFailure(run.resolve(path[0].toString()).toString());
        }
    }

    private static String firstLine(Folder in, Name[] path, int at) throws FileFault {
        if (at < path.length - 1) {
            try (var below = in.folder(path[at])) {
                return firstLine(below, path, at + 1);
            }
        }
        var bytes = new byte[64];
        try (var file = in.read(path[at])) {
            int length = (int) file.readFully(MemorySegment.ofArray(bytes), 0);
            var text = new String(bytes, 0, length, StandardCharsets.UTF_8);
            int end = text.indexOf('\n');
            // A line is whole when its end is there.
            return end < 0 ? "" : text.substring(0, end);
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
