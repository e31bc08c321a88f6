package dev.berth.durable.lock;

import dev.berth.durable.FileFault;
import dev.berth.durable.Folder;
import dev.berth.durable.Name;
import dev.berth.durable.lock.Holder.Liveness;

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

    private void sweepPrepared(Name beside) throws FileFault {
        try (var prepared = Claim.open(parent, beside)) {
            boolean left =
                    prepared.inside().stat(Claim.OWNER).isPresent()
                            ? judge().judge(prepared) == Liveness.GONE
                            : isOld(prepared);
            if (!left) return;
        }
        Prepared.remove(parent, beside);
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
