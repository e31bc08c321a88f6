package dev.berth.runner.resident;

import dev.berth.durable.Errno;
import dev.berth.durable.FileFault;
import dev.berth.durable.Name;
import dev.berth.failure.Failure;
import dev.berth.runner.Ending;
import dev.berth.runner.Sandbox.Condition;
import dev.berth.runner.Turn;

import java.lang.foreign.MemorySegment;
import java.time.Duration;
import java.util.Optional;
import java.util.regex.Pattern;

/// A turn that a resident executes, known by its files.
public final class ResidentTurn implements Turn {
    private static final Pattern EXITED = Pattern.compile("exit ([0-9]{1,3})");
    private static final String KILLED = "killed\n";
    private static final Duration ASKED_FOR = Duration.ofSeconds(2);
    private static final Duration ASK_EVERY = Duration.ofMillis(100);
    private static final Duration LOOK_EVERY = Duration.ofSeconds(2);

    private final Resident resident;
    private final Spool spool;
    private final Patience patience;
    private final int number;
    private long askedAt = System.nanoTime();
    private long lookedAt = System.nanoTime();
    private int looks;
    private volatile boolean cancelling;

    ResidentTurn(Resident resident, Spool spool, Patience patience, int number) {
        this.resident = resident;
        this.spool = spool;
        this.patience = patience;
        this.number = number;
    }

    @Override
    public int number() {
        return number;
    }

    @Override
    public int read(MemorySegment into, long position) throws Failure {
        try {
            return spool.read(number, into, position);
        } catch (FileFault fault) {
            if (fault.is(Errno.ENOENT)) return 0;
            throw fault.asFailure("the output of turn " + number);
        }
    }

    @Override
    public Optional<Ending> ending() throws Failure {
        // Its shell may go before the rest of it does: that is no end, but the cancelling at work.
        return seen().filter(ending -> !cancelling || ending instanceof Ending.Cancelled);
    }

    private Optional<Ending> seen() throws Failure {
        var said = said();
        if (said.isPresent() || !isTimeToLook()) return said;
        // What was said before it died counts; it may have been said since.
        if (!looksAlive()) {
            said = said();
            return said.isPresent() ? said : Optional.of(unsaid());
        }
        return isOverdue() ? revoked() : said;
    }

    /// Its end, as the first line that tells one; a shell that died before it began has executed
    /// nothing.
    private Optional<Ending> said() throws Failure {
        if (told(Spool.KILLED).startsWith(KILLED)) return Optional.of(new Ending.Cancelled());
        String text = told(Spool.END);
        for (int at = 0, end = text.indexOf('\n'); end >= 0; end = text.indexOf('\n', at)) {
            String line = text.substring(at, end);
            at = end + 1;
            var exited = EXITED.matcher(line);
            if (exited.matches()) {
                return Optional.of(new Ending.Exited(Integer.parseInt(exited.group(1))));
            }
            if (line.equals("unbegun")) return Optional.of(new Ending.Unbegun());
            if (line.equals("lost")) return Optional.of(unsaid());
        }
        return Optional.empty();
    }

    private Ending unsaid() throws Failure {
        return hasBegun() ? new Ending.Lost() : new Ending.Unbegun();
    }

    private boolean hasBegun() throws Failure {
        return told(Spool.END).startsWith("begun\n");
    }

    @Override
    public void cancel() throws Failure {
        if (ending().isPresent()) return;
        cancelling = true;
        try {
            resident.request("ask " + number);
            // Its own shell goes at once; what it started may have something to tidy up.
            if (Until.within(ASKED_FOR, this::isAtRest)) return;
            resident.request("kill " + number);
            // A resident that somebody stopped ends nothing: then all of it goes.
            if (!Until.within(patience.kills(), this::isKilled)) resident.stop();
        } finally {
            cancelling = false;
        }
    }

    /// Asks now and then whether nothing of the turn is left.
    private boolean isAtRest() throws Failure {
        if (isKilled()) return true;
        if (isTimeToAsk()) resident.request("rest " + number);
        return false;
    }

    private synchronized boolean isTimeToAsk() {
        long now = System.nanoTime();
        if (now - askedAt < ASK_EVERY.toNanos()) return false;
        askedAt = now;
        return true;
    }

    private boolean isKilled() throws Failure {
        return told(Spool.KILLED).startsWith(KILLED) || (isTimeToLook() && !looksAlive());
    }

    private synchronized boolean isTimeToLook() {
        long now = System.nanoTime();
        if (now - lookedAt < LOOK_EVERY.toNanos()) return false;
        lookedAt = now;
        return true;
    }

    /// The turn's own shell may have been killed, which only the resident can tell, and the
    /// resident with it, which only the system can.
    private boolean looksAlive() throws Failure {
        var condition = resident.condition();
        if (condition == Condition.RUNNING) count();
        return condition != Condition.GONE && resident.hears("look " + number);
    }

    private synchronized void count() {
        looks++;
    }

    private synchronized boolean isOverdue() throws Failure {
        return LOOK_EVERY.multipliedBy(looks).compareTo(patience.begins()) >= 0 && !hasBegun();
    }

    /// The resident does not hear, though it lives: somebody stopped it, or hears in its place.
    private Optional<Ending> revoked() throws Failure {
        spool.revoke(number);
        return hasBegun() ? said() : Optional.of(new Ending.Unbegun());
    }

    private String told(Name file) throws Failure {
        try {
            return spool.told(number, file);
        } catch (FileFault fault) {
            // Another turn has begun since.
            if (fault.is(Errno.ENOENT)) return "begun\nlost\n";
            throw fault.asFailure("what is told of turn " + number);
        }
    }
}
