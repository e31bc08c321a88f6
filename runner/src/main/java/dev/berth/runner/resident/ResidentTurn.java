package dev.berth.runner.resident;

import dev.berth.durable.FileFault;
import dev.berth.durable.FileLayer;
import dev.berth.durable.Name;
import dev.berth.failure.Failure;
import dev.berth.runner.Ending;
import dev.berth.runner.Turn;

import java.lang.foreign.MemorySegment;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.regex.Pattern;

/// A turn that a resident executes, known by its files.
public final class ResidentTurn implements Turn {
    static final Name SCRIPT = Name.of("script");
    static final Name IN = Name.of("in");
    static final Name OUT = Name.of("out");
    static final Name END = Name.of("end");
    static final Name KILLED = Name.of("killed");

    /// What the end says before the turn's own shell is there.
    static final String RUNS = "runs";

    private static final Pattern EXITED = Pattern.compile("exit ([0-9]{1,3})");
    private static final Duration ASKED_FOR = Duration.ofSeconds(2);
    private static final Duration KILLED_WITHIN = Duration.ofSeconds(20);
    private static final long LOOK_EVERY_NANOS = Duration.ofSeconds(2).toNanos();

    private final Resident resident;
    private final FileLayer files;
    private final Path run;
    private final int number;
    private long lookedAt = System.nanoTime();
    private volatile boolean cancelling;
    private volatile boolean begun;

    ResidentTurn(Resident resident, FileLayer files, Path run, int number) {
        this.resident = resident;
        this.files = files;
        this.run = run;
        this.number = number;
    }

    @Override
    public int number() {
        return number;
    }

    @Override
    public int read(MemorySegment into, long position) throws Failure {
        try (var folder = files.open(run);
                var shared = folder.folder(Resident.SHARED);
                var turn = shared.folder(folderName());
                var out = turn.read(OUT)) {
            return out.read(into, position);
        } catch (FileFault fault) {
            throw fault.asFailure("the output of turn " + number);
        }
    }

    @Override
    public Optional<Ending> ending() throws Failure {
        // Its shell may go before the rest of it does: that is no loss, but the cancelling at work.
        return seen().filter(ending -> !(cancelling && ending instanceof Ending.Lost));
    }

    private Optional<Ending> seen() throws Failure {
        var said = said();
        // What was said before it died counts; it may have been said since.
        if (said.isEmpty() && !looksAlive()) said = said().or(() -> Optional.of(unsaid()));
        return said;
    }

    private Ending unsaid() {
        return begun ? new Ending.Lost() : new Ending.Unbegun();
    }

    private Optional<Ending> said() throws Failure {
        if (answer(KILLED).equals("killed")) return Optional.of(new Ending.Cancelled());
        String line = answer(END);
        var exited = EXITED.matcher(line);
        if (exited.matches()) {
            return Optional.of(new Ending.Exited(Integer.parseInt(exited.group(1))));
        }
        begun = !line.equals(RUNS);
        return switch (line) {
            case "lost" -> Optional.of(new Ending.Lost());
            case "unbegun" -> Optional.of(new Ending.Unbegun());
            default -> Optional.empty();
        };
    }

    @Override
    public void cancel() throws Failure {
        if (ending().isPresent()) return;
        cancelling = true;
        try {
            resident.request("ask " + number);
            Until.within(ASKED_FOR, () -> seen().isPresent());
            // Also when its command went as it was asked to: what it started may have not.
            resident.request("kill " + number);
            if (!Until.within(KILLED_WITHIN, this::isKilled)) {
                throw new Failure.Unavailable(
                        "turn " + number + " cannot be ended", "stop the session's runner");
            }
        } finally {
            cancelling = false;
        }
    }

    private boolean isKilled() throws Failure {
        return answer(KILLED).equals("killed") || !looksAlive();
    }

    /// At times: the turn's own shell may have been killed, which only the resident can tell, and
    /// the resident with it, which only the system can.
    private synchronized boolean looksAlive() throws Failure {
        long now = System.nanoTime();
        if (now - lookedAt < LOOK_EVERY_NANOS) return true;
        lookedAt = now;
        return resident.isAlive() && resident.hears("look " + number);
    }

    private String answer(Name file) throws Failure {
        return resident.firstLine(Resident.SHARED, folderName(), file);
    }

    private Name folderName() {
        return Name.of(Integer.toString(number));
    }
}
