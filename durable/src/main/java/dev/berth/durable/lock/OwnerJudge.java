package dev.berth.durable.lock;

import dev.berth.durable.Errno;
import dev.berth.durable.FileFault;
import dev.berth.durable.FileStat;
import dev.berth.durable.json.JsonRefusal;
import dev.berth.durable.lock.Holder.Liveness;
import dev.berth.durable.lock.Processes.Presence;

import java.time.Duration;
import java.time.Instant;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;

/// Judges by the holder's process, and by age where nothing can be told of it.
final class OwnerJudge {
    // What may have the name in place of a file that we can read.
    private static final Set<Errno> UNREADABLE =
            EnumSet.of(
                    Errno.ELOOP,
                    Errno.EISDIR,
                    Errno.ENXIO,
                    Errno.EACCES,
                    Errno.EPERM,
                    Errno.EFBIG,
                    Errno.EIO);

    private final World world;
    private final OwnerRule rule;
    private final Map<Long, Sighting> sightings = new HashMap<>();

    OwnerJudge(World world, OwnerRule rule) {
        this.world = world;
        this.rule = rule;
    }

    /// Whether it says that something else than a file that we can read has the name.
    static boolean isUnreadable(FileFault fault) {
        return UNREADABLE.contains(fault.errno());
    }

    Liveness judge(Claim claim) throws FileFault {
        var file = claim.inside().stat(Claim.OWNER);
        if (file.isEmpty()) return Liveness.GONE;
        try {
            var owner = Owner.decode(claim.ownerBytes());
            return aged(claim, owner, liveness(owner, file.get()));
        } catch (JsonRefusal damaged) {
            return unreadable(claim, file.get());
        } catch (FileFault fault) {
            if (fault.is(Errno.ENOENT)) return Liveness.GONE;
            if (!isUnreadable(fault)) throw fault;
            return unreadable(claim, file.get());
        }
    }

    private Liveness liveness(Owner owner, FileStat file) {
        var self = world.processes().self();
        var other = owner.process();
        boolean sameBoot =
                other.bootId().equals(self.bootId())
                        && (!other.bootId().isEmpty() || other.sameHost(self));
        if (!sameBoot) return other.sameHost(self) ? Liveness.GONE : Liveness.UNTOLD;
        if (!other.pidNamespace().equals(self.pidNamespace())) return Liveness.UNTOLD;
        return switch (world.processes().presence(other.pid(), file.uid())) {
            case Presence.Gone _ -> Liveness.GONE;
            case Presence.Hidden _ -> Liveness.UNTOLD;
            // Another start time: the number was given to another process.
            case Presence.Running(var started) when !started.equals(other.started()) ->
                    Liveness.GONE;
            case Presence.Running _ when other.equals(self) && !HeldHere.holds(owner.token()) ->
                    Liveness.GONE;
            case Presence.Running _ -> Liveness.ALIVE;
        };
    }

    private Liveness aged(Claim claim, Owner owner, Liveness liveness) throws FileFault {
        if (liveness != Liveness.UNTOLD) return liveness;
        var self = world.processes().self();
        boolean oneUptime =
                !self.bootId().isEmpty() && self.bootId().equals(owner.process().bootId());
        // The same machine and boot, as for a container beside us: its uptime is ours.
        Duration age =
                oneUptime && owner.uptime().isPresent()
                        ? world.processes().uptime().minus(owner.uptime().get())
                        : ageSinceSeen(claim, owner.created());
        return age.compareTo(rule.untoldAge()) >= 0 ? Liveness.GONE : Liveness.UNTOLD;
    }

    private Liveness unreadable(Claim claim, FileStat file) throws FileFault {
        Duration age = ageSinceSeen(claim, file.modified());
        return age.compareTo(rule.untoldAge()) >= 0 ? Liveness.GONE : Liveness.UNTOLD;
    }

    /// Wall clocks are compared once, when it is first seen; from then on the machine's uptime
    /// counts. So a clock that was set back hours ago delays nobody by more than the age.
    private Duration ageSinceSeen(Claim claim, Instant since) throws FileFault {
        Duration uptime = world.processes().uptime();
        long inode = claim.inode();
        var known = sightings.get(inode);
        if (known == null) {
            Duration seeming = Duration.between(since, world.clock().instant());
            var first =
                    new Sighting(
                            world.processes().self().bootId(),
                            uptime,
                            seeming.isNegative() ? Duration.ZERO : seeming);
            known = Sighting.of(claim.inside(), first);
            sightings.put(inode, known);
        }
        return known.ageAt(uptime);
    }
}
