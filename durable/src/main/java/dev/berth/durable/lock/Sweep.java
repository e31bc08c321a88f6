package dev.berth.durable.lock;

import dev.berth.durable.Errno;
import dev.berth.durable.FileFault;
import dev.berth.durable.Folder;
import dev.berth.durable.Name;
import dev.berth.durable.lock.Holder.Liveness;
import dev.berth.durable.lock.Processes.Presence;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;

/// Removes what killed takers left beside a lock under the owner rule. To be wrong costs little:
/// whoever finds his preparations gone makes them again.
final class Sweep {
    private static final Duration BETWEEN = Duration.ofMinutes(1);
    private static final long NEVER = Long.MIN_VALUE;

    private final Folder parent;
    private final Name lock;
    private final World world;
    private final AtomicLong sweptNanos = new AtomicLong(NEVER);

    Sweep(Folder parent, Name lock, World world) {
        this.parent = parent;
        this.lock = lock;
        this.world = world;
    }

    /// Called by the holder. What cannot be removed stays for the next one.
    void run() {
        long now = world.pace().nanos();
        long last = sweptNanos.get();
        if (last != NEVER && now - last < BETWEEN.toNanos()) return;
        sweptNanos.set(now);
        try {
            for (var entry : parent.list()) {
                if (Prepared.isPrepared(entry.name(), lock)) sweepPrepared(entry.name());
            }
        } catch (FileFault left) {
            sweptNanos.set(NEVER);
        }
    }

    /// One that cannot be removed, such as another user's, keeps no other one.
    private void sweepPrepared(Name beside) {
        try {
            if (isLeft(beside)) Prepared.sweep(parent, beside);
        } catch (FileFault fault) {
            // Moved to its place, or swept by somebody else; else the next sweep tries again.
            if (!fault.is(Errno.ENOENT)) sweptNanos.set(NEVER);
        }
    }

    private boolean isLeft(Name beside) throws FileFault {
        if (Prepared.isSwept(beside)) return true;
        try (var prepared = Claim.open(parent, beside)) {
            var owner = prepared.inside().stat(Claim.OWNER);
            boolean isWritten = owner.isPresent() && owner.get().size() > 0;
            return isWritten
                    ? judge().judge(prepared) == Liveness.GONE
                    : isMakerGone(beside, prepared) || isOld(prepared);
        }
    }

    private boolean isMakerGone(Name beside, Claim prepared) throws FileFault {
        var maker = Prepared.maker(beside, lock);
        int uid = prepared.inside().stat().uid();
        return maker.isPresent()
                && world.processes().presence(maker.getAsLong(), uid) instanceof Presence.Gone;
    }

    private OwnerJudge judge() {
        return new OwnerJudge(world, OwnerRule.USUAL);
    }

    /// Left by a kill between two steps, unless someone is between them right now.
    private boolean isOld(Claim folder) throws FileFault {
        var age = Duration.between(folder.inside().stat().modified(), world.clock().instant());
        return age.abs().compareTo(BETWEEN) > 0;
    }
}
