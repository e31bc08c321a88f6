package dev.berth.vault;

import dev.berth.durable.Errno;
import dev.berth.durable.FileFault;
import dev.berth.durable.Folder;
import dev.berth.durable.Name;
import dev.berth.durable.lock.HeartbeatRule;
import dev.berth.durable.lock.World;
import dev.berth.failure.Failure;

import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/// Which vaults are held, since when, and whether their holders live. Whether they do is found out
/// by watching, for one heartbeat if they live and for the term if not, all at once.
public record ListLocks(LocksFolder locks, World world, HeartbeatRule rule) {
    public static ListLocks of(LocksFolder locks, InstantSource clock, HeartbeatRule rule) {
        return new ListLocks(locks, World.of(locks.files(), clock), rule);
    }

    /// Every lock there is. One that cannot be read or judged is among them, and says why.
    public List<VaultLock> all() throws Failure {
        try (var folder = locks.files().open(locks.path())) {
            var names = folder.list().stream().map(Folder.Entry::name);
            return watch(names.filter(ListLocks::isVault).sorted().toList());
        } catch (FileFault fault) {
            if (fault.is(Errno.ENOENT)) return List.of();
            throw locks.unusable(fault);
        }
    }

    /// The lock of one vault; `vault` is its real path.
    public Optional<VaultLock> of(Path vault) throws Failure {
        try (var _ = locks.files().open(locks.path())) {
            return watch(List.of(LocksFolder.nameOf(vault))).stream().findFirst();
        } catch (FileFault fault) {
            if (fault.is(Errno.ENOENT)) return Optional.empty();
            throw locks.unusable(fault);
        }
    }

    private static boolean isVault(Name name) {
        return name.toString().matches("[0-9a-f]{64}");
    }

    private List<VaultLock> watch(List<Name> names) throws Failure {
        var found = new ArrayList<VaultLock>();
        try (var watchers = Executors.newVirtualThreadPerTaskExecutor()) {
            var watched = new ArrayList<Future<Optional<VaultLock>>>();
            for (var name : names) watched.add(watchers.submit(() -> watch(name)));
            for (var each : watched) each.get().ifPresent(found::add);
            return found;
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new Failure.Unavailable("interrupted while watching the locks", "try again");
        } catch (ExecutionException failed) {
            throw new IllegalStateException(failed);
        }
    }

    private Optional<VaultLock> watch(Name name) {
        Path path = locks.path().resolve(name.toString());
        Path lock = path.resolve(LocksFolder.LOCK.toString());
        try (var folder = locks.files().open(path)) {
            return new LookAtLock(folder, lock, rule, world).run();
        } catch (FileFault fault) {
            if (fault.is(Errno.ENOENT)) return Optional.empty();
            return Optional.of(untold(lock, fault.asFailure(path.toString())));
        } catch (Failure failure) {
            return Optional.of(untold(lock, failure));
        }
    }

    private static VaultLock untold(Path lock, Failure why) {
        return VaultLock.untold(Optional.empty(), lock, why.what() + "; " + why.advice());
    }
}
