package dev.berth.durable.lock;

import dev.berth.durable.Errno;
import dev.berth.durable.FileFault;
import dev.berth.durable.Folder;
import dev.berth.durable.Name;
import dev.berth.failure.Failure;

import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/// Tries to get a lock under the heartbeat rule.
final class BadgeAttempt implements Attempt {
    private static final List<Errno> HARMLESS =
            List.of(Errno.ENOENT, Errno.ENOTEMPTY, Errno.ENOTDIR, Errno.EISDIR);

    private final Folder parent;
    private final Name lock;
    private final Folder scope;
    private final World world;
    private final EmptyFolder folder;
    private final Optional<KeptBadge> kept;

    BadgeAttempt(
            Folder parent,
            Name lock,
            Folder scope,
            World world,
            HeartbeatRule rule,
            Optional<Spare> spare) {
        this.parent = parent;
        this.lock = lock;
        this.scope = scope;
        this.world = world;
        this.folder = new EmptyFolder(parent, lock, world, rule, spare);
        this.kept = spare.map(Spare::badge);
    }

    @Override
    public Optional<Grip> step() throws FileFault, Failure {
        try {
            if (!folder.enter()) return Optional.empty();
        } catch (FileFault fault) {
            if (fault.is(Errno.ENOTDIR) || fault.is(Errno.ELOOP)) {
                throw ClaimAttempt.notAFolder(lock, fault);
            }
            throw fault;
        }
        return wear();
    }

    /// The folder is ours: puts down our badge, and takes away all others.
    private Optional<Grip> wear() throws FileFault {
        Badge badge;
        try {
            var hold = new Owner.Hold(world.clock().instant(), OptionalLong.of(folder.inode()));
            var worn = kept.isPresent() ? kept.get().stillWorn(hold) : Optional.<Badge>empty();
            if (worn.isPresent()) return worn.map(this::grip);
            badge = Badge.create(parent, lock, Owner.here(world, false, hold), kept);
        } catch (FileFault fault) {
            boolean untouched = folder.isAsEntered();
            folder.leave(() -> untouched);
            throw fault;
        }
        boolean done = false;
        try {
            // Stopped since we entered, for so long that it was taken from us: then the others'
            // badges are in force, not ours.
            if (folder.isAsEntered()) clearOthers(badge);
            done = badge.isThere() && folder.isAsEntered();
            return done ? Optional.of(grip(badge)) : Optional.empty();
        } finally {
            if (!done) undo(badge);
        }
    }

    private Grip grip(Badge badge) {
        return new BadgeGrip(badge, folder, world.pace());
    }

    @Override
    public boolean isUnderWay() {
        return folder.isUnderWay();
    }

    @Override
    public void giveUp() {
        folder.forget();
    }

    /// We have the folder: whoever else has a badge is dead, or does not know that he lost it.
    private void clearOthers(Badge ours) throws FileFault {
        for (var entry : parent.list()) {
            var name = entry.name();
            if (Badge.isBadge(name, entry.kind(), lock) && !name.equals(ours.name())) {
                if (!ours.isThere()) return;
                Badge.revoke(parent, name, lock, scope);
            } else if (EmptyFolder.isPassing(name, lock) || isForgottenSpare(name)) {
                removePassing(name);
            }
        }
    }

    private boolean isForgottenSpare(Name name) throws FileFault {
        return Spare.isSpare(name, lock)
                && Spare.isForgotten(parent, name, world.clock().instant());
    }

    private void removePassing(Name passing) throws FileFault {
        try {
            if (KeptBadge.isIdle(passing, lock)) parent.unlink(passing);
            else parent.removeFolder(passing);
        } catch (FileFault fault) {
            // Gone, or none of ours: of no use to anybody, and of no harm.
            if (HARMLESS.stream().noneMatch(fault::is)) throw fault;
        }
    }

    private void undo(Badge badge) throws FileFault {
        try {
            folder.leave(() -> badge.isThere() && noOtherBadge(badge));
            badge.remove(false);
        } finally {
            badge.close();
        }
    }

    private boolean noOtherBadge(Badge ours) throws FileFault {
        return parent.list().stream()
                .filter(entry -> Badge.isBadge(entry.name(), entry.kind(), lock))
                .allMatch(entry -> entry.name().equals(ours.name()));
    }
}
