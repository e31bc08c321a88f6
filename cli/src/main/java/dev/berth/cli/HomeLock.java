package dev.berth.cli;

import dev.berth.durable.Folder;
import dev.berth.durable.Name;
import dev.berth.durable.lock.DirectoryLock;
import dev.berth.durable.lock.Held;
import dev.berth.durable.lock.Holder.Liveness;
import dev.berth.durable.lock.OwnerRule;
import dev.berth.failure.Failure;

import java.time.Duration;
import java.util.OptionalLong;

/// One server per data folder: `server.lock` in it, with its owner inside.
public final class HomeLock {
    private static final Name LOCK = Name.of("server.lock");

    private HomeLock() {}

    /// Taken at once, or a `Locked` that names the owner. That of a dead server counts as free.
    public static Held take(Folder home, World world) throws Failure {
        return lock(home, world).acquire(Duration.ZERO);
    }

    /// Whether the server of this process has the folder now. The number alone would not do: after
    /// a crash and a restart of the machine it may be that of any other program.
    static boolean isHeldBy(long pid, Folder home, World world) throws Failure {
        return lock(home, world)
                .inspect()
                .filter(holder -> holder.liveness() != Liveness.GONE)
                .filter(holder -> holder.pid().equals(OptionalLong.of(pid)))
                .isPresent();
    }

    private static DirectoryLock lock(Folder home, World world) {
        var around = dev.berth.durable.lock.World.of(world.files(), world.clock());
        return DirectoryLock.owner(home, LOCK, OwnerRule.USUAL, around);
    }
}
