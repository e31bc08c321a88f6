package dev.berth.durable.lock;

import dev.berth.durable.Errno;
import dev.berth.durable.FileFault;
import dev.berth.durable.FileStat;
import dev.berth.durable.Folder;
import dev.berth.durable.Name;
import dev.berth.durable.lock.Holder.Liveness;
import dev.berth.failure.Failure;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Optional;

/// One look at a lock, which takes nothing from anybody.
record Inspection(Folder parent, Name lock, World world, Rule rule) {
    Optional<Holder> run() throws Failure {
        try {
            var folder = parent.stat(lock);
            if (folder.isEmpty()) return Optional.empty();
            return switch (rule) {
                case Rule.ByOwner(var terms) -> owner(terms);
                case Rule.ByHeartbeat _ -> Optional.of(beating(folder.get()));
            };
        } catch (FileFault fault) {
            throw fault.asFailure(lock.toString());
        }
    }

    Optional<Holder> watch() throws Failure {
        return switch (rule) {
            case Rule.ByOwner _ -> run();
            case Rule.ByHeartbeat(var terms, _) -> watch(new Watch(world.pace(), terms.term()));
        };
    }

    private Optional<Holder> watch(Watch watch) throws Failure {
        var wait = new Wait(world, Duration.ZERO);
        try {
            while (true) {
                var folder = parent.stat(lock);
                if (folder.isEmpty()) return Optional.empty();
                boolean changed = watch.see(Pulse.of(folder.get()));
                if (changed) return Optional.of(beating(folder.get()).with(Liveness.ALIVE));
                if (watch.isSilent()) return Optional.of(beating(folder.get()).with(Liveness.GONE));
                wait.pause();
            }
        } catch (FileFault fault) {
            throw fault.asFailure(lock.toString());
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            return run();
        }
    }

    private Optional<Holder> owner(OwnerRule terms) throws FileFault {
        try (var claim = Claim.open(parent, lock)) {
            if (claim.inside().stat(Claim.OWNER).isEmpty()) return Optional.empty();
            return Optional.of(Holder.read(claim, new OwnerJudge(world, terms).judge(claim)));
        } catch (FileFault fault) {
            if (fault.is(Errno.ENOENT)) return Optional.empty();
            throw fault;
        }
    }

    /// The badge beside it tells who made the folder, unless it is somebody's who has none: one
    /// that is kept between two holds names another folder.
    private Holder beating(FileStat folder) throws FileFault {
        var owners = new ArrayList<Optional<Owner>>();
        for (var entry : parent.list()) {
            if (!Badge.isBadge(entry.name(), entry.kind(), lock)) continue;
            var owner = Badge.ownerIfTold(parent, entry.name());
            if (owner.filter(told -> !told.hold().mayBeOf(folder.inode())).isEmpty()) {
                owners.add(owner);
            }
        }
        var holder = Holder.unnamed(Liveness.UNTOLD);
        if (owners.size() == 1 && owners.getFirst().isPresent()) {
            holder = Holder.of(owners.getFirst().get(), Liveness.UNTOLD);
        }
        return holder.beaten(folder.modified());
    }
}
