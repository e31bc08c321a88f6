package dev.berth.durable.lock;

import dev.berth.durable.Errno;
import dev.berth.durable.FileFault;
import dev.berth.durable.Folder;
import dev.berth.durable.Name;
import dev.berth.durable.lock.Holder.Liveness;
import dev.berth.failure.Failure;

import java.util.Optional;

/// Tries to get a lock under the owner rule.
final class ClaimAttempt implements Attempt {
    private final Folder parent;
    private final Name lock;
    private final Folder scope;
    private final Owner owner;
    private final Prepared prepared;
    private final OwnerJudge judge;

    ClaimAttempt(Folder parent, Name lock, Folder scope, World world, OwnerRule rule) {
        this.parent = parent;
        this.lock = lock;
        this.scope = scope;
        this.owner = Owner.here(world, true);
        this.prepared = new Prepared(parent, lock, owner);
        this.judge = new OwnerJudge(world, rule);
        HeldHere.add(owner.token());
    }

    @Override
    public Optional<Grip> step() throws FileFault, Failure {
        while (true) {
            var claim = prepared.install();
            if (claim.isPresent()) {
                return Optional.of(new ClaimGrip(claim.get(), prepared.ownerFile(), owner.token()));
            }
            if (!clearAbandoned()) return Optional.empty();
        }
    }

    @Override
    public boolean isUnderWay() {
        return false;
    }

    @Override
    public void giveUp() {
        HeldHere.remove(owner.token());
        prepared.discard();
    }

    /// Ends the claim in our way if its holder is gone; true when it is worth trying again now.
    private boolean clearAbandoned() throws FileFault, Failure {
        try (var other = Claim.open(parent, lock)) {
            if (judge.judge(other) != Liveness.GONE) return false;
            if (other.strangers().isEmpty()) other.revoke(scope);
            else Aside.move(parent, lock, other, owner.token());
            return true;
        } catch (FileFault fault) {
            if (fault.is(Errno.ENOENT)) return true;
            if (fault.is(Errno.ENOTDIR) || fault.is(Errno.ELOOP)) throw notAFolder(lock, fault);
            throw fault;
        }
    }

    static Failure notAFolder(Name lock, FileFault fault) {
        return new Failure.Refused(
                        lock + ": not a folder, so no lock of ours",
                        "see what it is and move it away")
                .because(fault);
    }
}
