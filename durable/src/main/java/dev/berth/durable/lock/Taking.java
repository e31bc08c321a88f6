package dev.berth.durable.lock;

import dev.berth.durable.Errno;
import dev.berth.durable.FileFault;
import dev.berth.durable.Folder;
import dev.berth.durable.Name;
import dev.berth.durable.lock.Holder.Liveness;
import dev.berth.failure.Failure;

import org.jspecify.annotations.Nullable;

/// One try to get a lock, from the first look until it is held or given up.
final class Taking {
    private final Folder parent;
    private final Name lock;
    private final Folder scope;
    private final World world;
    private final Rule rule;
    private final Owner owner;
    private final Prepared prepared;
    private final Judge judge;
    private final Gate gate;
    private final Wait wait;
    private @Nullable Claim claim;
    private @Nullable Beat beat;
    private long beatenNanos;

    Taking(Folder parent, Name lock, Folder scope, World world, Rule rule, Wait wait) {
        this.parent = parent;
        this.lock = lock;
        this.scope = scope;
        this.world = world;
        this.rule = rule;
        this.wait = wait;
        this.owner = Owner.here(world, rule.durableOwner());
        this.prepared = new Prepared(parent, rule.claim(lock), owner, rule.durableOwner());
        this.judge = rule.judge(world);
        this.gate = rule.gate(parent, lock, owner.token(), world);
    }

    /// The lock, or [Stuck] when the time is up.
    Held run(Turns.Turn turn) throws FileFault, Failure, InterruptedException, Stuck {
        HeldHere.add(owner.token());
        boolean done = false;
        try {
            while (!step()) {
                if (wait.isOver() && !isUnderWay()) throw new Stuck(inTheWay());
                wait.pause();
            }
            done = true;
            return held(turn);
        } finally {
            if (!done) giveUp();
        }
    }

    /// Goes on as far as possible without waiting; true when the lock is ours.
    private boolean step() throws FileFault, Failure {
        boolean isNew = claim == null;
        while (claim == null) {
            var installed = prepared.install();
            if (installed.isPresent()) {
                claim = installed.get();
                beat = new Beat(claim.inside());
                beatenNanos = world.pace().nanos();
            } else {
                gate.look();
                if (!clearAbandoned()) return false;
            }
        }
        // Whoever waits at the gate for long may be taken for dead himself.
        if (!isNew && !claim.isHeldBy(prepared.ownerFile())) {
            dropClaim();
            return false;
        }
        if (gate.enter()) return true;
        beatIfDue();
        return false;
    }

    private boolean isUnderWay() {
        return claim == null ? judge.isUnderWay() : gate.isUnderWay();
    }

    /// Ends the claim in our way if its holder is gone; true when it is worth trying again now.
    private boolean clearAbandoned() throws FileFault, Failure {
        try (var other = Claim.open(parent, rule.claim(lock))) {
            var liveness = judge.judge(other);
            if (liveness != Liveness.GONE) return false;
            if (other.strangers().isEmpty()) other.revoke(scope);
            else Aside.move(parent, rule.claim(lock), other, owner.token());
            return true;
        } catch (FileFault fault) {
            if (fault.is(Errno.ENOENT)) return true;
            if (fault.is(Errno.ENOTDIR) || fault.is(Errno.ELOOP)) throw notAFolder(fault);
            throw fault;
        }
    }

    private Holder inTheWay() throws Failure {
        // With the claim in our hands, it is someone at the gate who leaves no name.
        if (claim != null) return Holder.unnamed(Liveness.UNTOLD);
        return new Inspection(parent, lock, world, rule)
                .run()
                .orElse(Holder.unnamed(Liveness.UNTOLD));
    }

    private Failure notAFolder(FileFault fault) {
        return new Failure.Refused(
                        rule.claim(lock) + ": not a folder, so no lock of ours",
                        "see what it is and move it away")
                .because(fault);
    }

    private void beatIfDue() throws FileFault {
        if (rule.beat().isEmpty() || beat == null) return;
        if (world.pace().nanos() - beatenNanos < rule.beat().get().toNanos()) return;
        beat.next();
        beatenNanos = world.pace().nanos();
    }

    private Held held(Turns.Turn turn) {
        if (claim == null || beat == null) throw new IllegalStateException("not held: " + lock);
        return new Held(
                lock,
                new Grip(claim, prepared.ownerFile(), owner.token(), gate, beat),
                rule,
                world.pace(),
                turn);
    }

    private void dropClaim() {
        if (claim != null) claim.close();
        claim = null;
        beat = null;
    }

    private void giveUp() {
        HeldHere.remove(owner.token());
        prepared.discard();
        gate.forget();
        if (claim == null) return;
        try {
            claim.release(0);
        } catch (FileFault left) {
            // Nobody's: its token is not held here any more, and it has fallen silent.
        }
        dropClaim();
    }

    /// The time is up and `holder` still there.
    static final class Stuck extends Exception {
        private static final long serialVersionUID = 1;
        private final transient Holder holder;

        Stuck(Holder holder) {
            super(holder.toString());
            this.holder = holder;
        }

        Holder holder() {
            return holder;
        }
    }
}
