package dev.berth.cli.serve;

import dev.berth.durable.FileLayer;
import dev.berth.durable.Folder;
import dev.berth.durable.Name;
import dev.berth.durable.lock.DirectoryLock;
import dev.berth.durable.lock.Held;
import dev.berth.durable.lock.OwnerRule;
import dev.berth.durable.lock.World;
import dev.berth.failure.Failure;

import java.time.Clock;
import java.time.Duration;

/// One server per data folder: `server.lock` in it, with its owner inside.
final class HomeLock {
    private static final Name LOCK = Name.of("server.lock");

    private HomeLock() {}

    /// Taken at once, or a `Locked` that names the owner. That of a dead server counts as free.
    static Held take(Folder home, FileLayer files, Clock clock) throws Failure {
        return DirectoryLock.owner(home, LOCK, OwnerRule.USUAL, World.of(files, clock))
                .acquire(Duration.ZERO);
    }
}
