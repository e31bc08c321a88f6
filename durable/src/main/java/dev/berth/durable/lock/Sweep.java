package dev.berth.durable.lock;

import dev.berth.durable.FileFault;
import dev.berth.durable.Folder;
import dev.berth.durable.Name;
import dev.berth.durable.lock.Holder.Liveness;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;

/// Removes what killed takers left beside a lock. To be wrong costs little: whoever finds his
/// preparations gone makes them again.
final class Sweep {
    private static final Duration BETWEEN = Duration.ofMinutes(1);
    private static final long NEVER = Long.MIN_VALUE;

    private final Folder parent;
    private final Name lock;
    private final Name claim;
    private final World world;
    private final AtomicLong sweptNanos = new AtomicLong(NEVER);

    Sweep(Folder parent, Name lock, Name claim, World world) {
        this.parent = parent;
        this.lock = lock;
        this.claim = claim;
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
                if (Prepared.isPrepared(entry.name(), claim)) sweepPrepared(entry.name());
                if (EmptyFolder.isAside(entry.name(), lock)) parent.removeFolder(entry.name());
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

    /// Killed between making the folder and its owner file, unless that is being done right now.
    private boolean isOld(Claim prepared) throws FileFault {
        var age = Duration.between(prepared.inside().stat().modified(), world.clock().instant());
        return age.abs().compareTo(BETWEEN) > 0;
    }
}
