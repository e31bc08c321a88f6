package dev.berth.vault;

import dev.berth.durable.FileFault;
import dev.berth.durable.FileStat;
import dev.berth.durable.Folder;
import dev.berth.durable.Name;
import dev.berth.durable.lock.DirectoryLock;
import dev.berth.durable.lock.HeartbeatRule;
import dev.berth.durable.lock.Holder;
import dev.berth.durable.lock.Holder.Liveness;
import dev.berth.durable.lock.Processes.Presence;
import dev.berth.durable.lock.World;
import dev.berth.failure.Failure;

import java.nio.file.Path;
import java.util.Optional;
import java.util.OptionalLong;

/// Watches the lock of one vault until it can be told whether its holder lives, and says what
/// cannot be told.
record LookAtLock(Folder folder, Path lock, HeartbeatRule rule, World world) {
    private static final String BADGE = LocksFolder.LOCK + ".held-";
    private static final int ANY_USER = -1;

    /// Empty when nobody holds it.
    Optional<VaultLock> run() throws Failure, FileFault {
        var vault = LocksFolder.vaultOf(folder);
        var found = folder.stat(LocksFolder.LOCK);
        if (found.isPresent() && found.get().kind() != FileStat.Kind.FOLDER) {
            return Optional.of(
                    VaultLock.untold(
                            vault, lock, "not a folder, so nobody can take it; remove it"));
        }
        var holder = DirectoryLock.heartbeat(folder, LocksFolder.LOCK, folder, rule, world).watch();
        if (holder.isEmpty()) return Optional.empty();
        return Optional.of(judged(vault, holder.get()));
    }

    private VaultLock judged(Optional<String> vault, Holder holder) throws FileFault {
        if (holder.liveness() == Liveness.GONE && !touchesShow()) {
            return VaultLock.untold(
                    vault,
                    lock,
                    "its file system keeps no modification times, so a holder that lives looks like"
                            + " one that is gone; if nobody holds it, remove it");
        }
        if (holder.liveness() == Liveness.ALIVE && isSomebodyElses(holder)) {
            return new VaultLock(vault, lock, unnamed(holder), Optional.empty());
        }
        boolean isUnread = holder.pid().isEmpty() && badges() > 0;
        return new VaultLock(
                vault,
                lock,
                holder,
                isUnread
                        ? Optional.of("what its holder left beside it does not tell who that is")
                        : Optional.empty());
    }

    /// What was left by one of ours who is gone says nothing of a stranger that beats now.
    private boolean isSomebodyElses(Holder holder) {
        return holder.pid().isPresent()
                && holder.host().equals(Optional.of(world.processes().self().host()))
                && world.processes().presence(holder.pid().getAsLong(), ANY_USER)
                        instanceof Presence.Gone;
    }

    private static Holder unnamed(Holder holder) {
        return new Holder(
                OptionalLong.empty(),
                Optional.empty(),
                Optional.empty(),
                holder.beaten(),
                holder.liveness());
    }

    private long badges() throws FileFault {
        return folder.list().stream()
                .filter(entry -> entry.name().toString().startsWith(BADGE))
                .count();
    }

    /// Silence tells nothing where touching shows nothing. Where we may not try, it is believed.
    private boolean touchesShow() {
        var probe =
                Name.of(LocksFolder.LOCK + ".probe-" + Long.toHexString(world.random().nextLong()));
        try {
            folder.makeFolder(probe, 0700);
        } catch (FileFault notWritable) {
            return true;
        }
        try {
            long now = world.clock().instant().getEpochSecond();
            folder.setModified(probe, now, 0);
            var before = folder.stat(probe).map(FileStat::modified);
            folder.setModified(probe, now + 4, 0);
            return !before.equals(folder.stat(probe).map(FileStat::modified));
        } catch (FileFault cannot) {
            return false;
        } finally {
            remove(probe);
        }
    }

    private void remove(Name probe) {
        try {
            folder.removeFolder(probe);
        } catch (FileFault left) {
            // The next holder removes it.
        }
    }
}
