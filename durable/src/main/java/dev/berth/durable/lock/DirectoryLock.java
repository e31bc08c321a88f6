package dev.berth.durable.lock;

import dev.berth.durable.FileFault;
import dev.berth.durable.Folder;
import dev.berth.durable.Name;
import dev.berth.durable.lock.Holder.Liveness;
import dev.berth.failure.Failure;

import org.jspecify.annotations.Nullable;

import java.time.Duration;
import java.util.Optional;

/// A lock that is a folder: whoever makes it holds it, across threads, processes, and programs that
/// follow the same rule.
///
/// A holder that dies is found out by one of two rules: under the [OwnerRule] by its process, at
/// once; under the [HeartbeatRule] by its silence. A holder that only seemed dead is kept from
/// publishing. Safe for use by several threads; not to be taken twice by one. The folders belong to
/// the caller and stay open as long as this is used.
public final class DirectoryLock implements AutoCloseable {
    private final Folder parent;
    private final Name lock;
    private final Folder scope;
    private final World world;
    private final Rule rule;
    private final Sweep sweep;
    private volatile Turns.@Nullable Place line;

    private DirectoryLock(Folder parent, Name lock, Folder scope, World world, Rule rule) {
        this.parent = parent;
        this.lock = lock;
        this.scope = scope;
        this.world = world;
        this.rule = rule;
        this.sweep = new Sweep(parent, lock, world);
    }

    /// The folder `lock` in `parent`, with `owner.json` inside. What is published under it lies in
    /// `parent` or below.
    public static DirectoryLock owner(Folder parent, Name lock, OwnerRule rule, World world) {
        return new DirectoryLock(parent, lock, parent, world, new Rule.ByOwner(rule));
    }

    /// The empty folder `lock` in `parent`, where other programs may meet us; who of us holds it is
    /// written beside it. What is published under it lies in `scope` or below.
    public static DirectoryLock heartbeat(
            Folder parent, Name lock, Folder scope, HeartbeatRule rule, World world) {
        return new DirectoryLock(
                parent, lock, scope, world, new Rule.ByHeartbeat(rule, Optional.empty()));
    }

    /// As [#heartbeat], for who takes it many times: keeps its folder at hand between two holds,
    /// and must be closed when it is not used any more.
    public static DirectoryLock keepingHeartbeat(
            Folder parent, Name lock, Folder scope, HeartbeatRule rule, World world) {
        var spare = new Spare(parent, lock, world, rule);
        return new DirectoryLock(
                parent, lock, scope, world, new Rule.ByHeartbeat(rule, Optional.of(spare)));
    }

    /// Waits for our turn in this process, then for the folder, at most `timeout` in all; only the
    /// watching of a holder that has fallen silent is brought to its end first.
    ///
    /// @throws Failure.Locked naming the holder, when someone else kept it all the time
    public Held acquire(Duration timeout) throws Failure {
        var wait = new Wait(world, timeout);
        try {
            var turn = Turns.wait(line(), timeout);
            if (turn.isEmpty()) throw locked(Holder.ofThisProcess(world), true);
            return take(turn.get(), wait);
        } catch (Taking.Stuck stuck) {
            var holder = inspect();
            if (holder.isEmpty()) throw letGo();
            throw locked(holder.get(), timeout.isPositive());
        } catch (FileFault fault) {
            throw fault.asFailure(lock.toString());
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new Failure.Unavailable(lock + ": interrupted while waiting", "try again")
                    .because(interrupted);
        }
    }

    /// Who holds it now, by one look; nobody when it is free.
    public Optional<Holder> inspect() throws Failure {
        return new Inspection(parent, lock, world, rule).run();
    }

    /// As [#inspect], but watched for until it can be told whether the holder lives: not at all
    /// under the owner rule, up to its term under the heartbeat rule.
    public Optional<Holder> watch() throws Failure {
        return new Inspection(parent, lock, world, rule).watch();
    }

    /// Removes what was kept at hand; a lock that is held stays so.
    @Override
    public void close() {
        switch (rule) {
            case Rule.ByOwner _ -> {}
            case Rule.ByHeartbeat(_, var spare) -> spare.ifPresent(Spare::discard);
        }
    }

    /// An open folder stays what it is: one look is enough.
    private Turns.Place line() throws FileFault {
        var known = line;
        if (known == null) {
            var place = parent.stat();
            known = new Turns.Place(place.device(), place.inode(), lock);
            line = known;
        }
        return known;
    }

    private Held take(Turns.Turn turn, Wait wait)
            throws Failure, FileFault, InterruptedException, Taking.Stuck {
        boolean taken = false;
        try {
            var grip = new Taking(rule.attempt(parent, lock, scope, world), wait).run();
            taken = true;
            if (rule instanceof Rule.ByOwner) sweep.run();
            return new Held(lock, grip, rule, world.pace(), turn);
        } finally {
            if (!taken) turn.close();
        }
    }

    /// Not ours in time, and nobody's by now.
    private Failure letGo() {
        return new Failure.Locked(
                lock + ": others had it all the time; it was let go just now, and never held here",
                "try again",
                Holder.unnamed(Liveness.GONE).facts());
    }

    private Failure locked(Holder holder, boolean watched) {
        return new Failure.Locked(
                "%s: held by %s".formatted(lock, holder.shown()),
                switch (holder.liveness()) {
                    case ALIVE -> "wait until it is done, then try again";
                    case GONE -> "try again";
                    case UNTOLD -> rule.adviceWhenUntold(watched);
                },
                holder.facts());
    }
}
