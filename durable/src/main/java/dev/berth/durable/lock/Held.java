package dev.berth.durable.lock;

import dev.berth.durable.AtomicFile;
import dev.berth.durable.Errno;
import dev.berth.durable.FileFault;
import dev.berth.durable.Folder;
import dev.berth.durable.Name;
import dev.berth.durable.Staged;
import dev.berth.failure.Failure;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/// A lock in our hands, until it is closed or taken over. Whoever was stopped for so long that
/// another one took over is told at the next [#check] or [#publish], and can no longer harm.
///
/// Safe for use by several threads.
public final class Held implements AutoCloseable {
    private final Name lock;
    private final Grip grip;
    private final Pace pace;
    private final Turns.Turn turn;
    private final long beatNanos;
    private final Pace.Repeating beating;
    private long beatenNanos;
    private boolean closed;

    Held(Name lock, Grip grip, Rule rule, Pace pace, Turns.Turn turn) {
        this.lock = lock;
        this.grip = grip;
        this.pace = pace;
        this.turn = turn;
        this.beatNanos = rule.beat().map(Duration::toNanos).orElse(Long.MAX_VALUE);
        this.beatenNanos = pace.nanos();
        this.beating =
                rule.beat().map(beat -> pace.every(beat, this::beatQuietly)).orElse(() -> {});
    }

    /// Asks whether we still hold.
    ///
    /// @throws Failure.StaleWriter when someone took over
    public synchronized void check() throws Failure {
        if (closed) throw new IllegalStateException("released before: " + lock);
        try {
            // Fresh before anything is published: nobody's term can end within the next beats.
            if (pace.nanos() - beatenNanos >= beatNanos) beat();
            if (!grip.isOurs()) throw stale();
        } catch (FileFault fault) {
            throw fault.asFailure(lock.toString());
        }
    }

    /// Writes a file whole, in place of what has the name, if we still hold. `folder` is the one
    /// that `below` leads to from the lock's scope.
    ///
    /// On failure the old file is as it was and nothing is left of the new one, except as
    /// [Staged#publish] says. A kill leaves at most a temporary, which the next holder removes.
    ///
    /// @throws Failure.StaleWriter when someone took over
    public void write(Folder folder, Name name, byte[] bytes, int mode, Name... below)
            throws Failure {
        write(folder, name, bytes, mode, () -> {}, below);
    }

    /// As above, if `guard` agrees when all is ready to be published: for what others may change
    /// who know nothing of this lock.
    public void write(Folder folder, Name name, byte[] bytes, int mode, Guard guard, Name... below)
            throws Failure {
        publishNoted(staged(folder, name, bytes, mode, below), guard, Staged::publish);
    }

    /// As [#write], but a [Failure.Conflict] when the name is taken.
    public void create(Folder folder, Name name, byte[] bytes, int mode, Name... below)
            throws Failure {
        publishNoted(staged(folder, name, bytes, mode, below), () -> {}, Staged::publishNew);
    }

    /// Says no to a publication, by a failure, in the last moment.
    public interface Guard {
        void check() throws Failure;
    }

    /// Publishes a file that was staged by other means, as [#write] does. The next holder knows of
    /// it only from here on: what a kill before this leaves, or a fault that keeps it from being
    /// noted and removed as well, is for [AtomicFile#sweepTemporaries].
    ///
    /// @throws Failure.StaleWriter when someone took over
    public void publish(Staged staged, Name... below) throws Failure {
        try {
            note(staged.temporary(), below);
        } catch (Failure failure) {
            discard(staged, failure);
            throw failure;
        }
        publishNoted(staged, () -> {}, Staged::publish);
    }

    /// Lets go. A lock that was taken over meanwhile stays its new holder's. Where the folder could
    /// not be removed it is free all the same: this process no longer answers for it.
    @Override
    public void close() {
        synchronized (this) {
            if (closed) return;
            closed = true;
            beating.close();
            try {
                grip.letGo();
            } catch (FileFault left) {
                // Found to be nobody's by the next one: silent, or a token that we do not hold.
            } finally {
                grip.close();
            }
        }
        turn.close();
    }

    /// Noted before it is made, so that a kill leaves nothing that the next holder does not find.
    private Staged staged(Folder folder, Name name, byte[] bytes, int mode, Name... below)
            throws Failure {
        return AtomicFile.stage(folder, name, bytes, mode, temporary -> note(temporary, below));
    }

    private void publishNoted(Staged staged, Guard guard, Door door) throws Failure {
        try {
            guard.check();
            check();
        } catch (Failure failure) {
            discard(staged, failure);
            throw failure;
        }
        try {
            door.through(staged);
        } catch (Failure.NotFound gone) {
            // A taker removed it: that is how it keeps us out, after it has ended our hold.
            check();
            // Or somebody who knows no lock has removed it, or its folder.
            throw new Failure.StaleWriter(
                            lock + ": what was staged was removed before it could be published",
                            "read the current state and do it again")
                    .because(gone);
        }
    }

    private synchronized void note(Name file, Name... below) throws Failure {
        if (closed) throw new IllegalStateException("released before: " + lock);
        var path = new ArrayList<>(List.of(below));
        path.add(file);
        try {
            grip.note(new Note(path));
        } catch (FileFault fault) {
            if (fault.is(Errno.ENOENT)) throw stale();
            throw fault.asFailure(lock.toString());
        }
    }

    private synchronized void beatQuietly() {
        try {
            if (!closed) beat();
        } catch (FileFault silent) {
            // Whether others still see us is found out before anything is published.
        }
    }

    private void beat() throws FileFault {
        grip.beat();
        beatenNanos = pace.nanos();
    }

    private Failure.StaleWriter stale() {
        return new Failure.StaleWriter(
                lock + ": taken over by another writer; nothing was published",
                "read the current state and do it again");
    }

    private static void discard(Staged staged, Failure failure) {
        try {
            staged.discard();
        } catch (Failure left) {
            failure.addSuppressed(left);
        }
    }

    private interface Door {
        void through(Staged staged) throws Failure;
    }
}
