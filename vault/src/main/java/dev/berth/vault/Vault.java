package dev.berth.vault;

import dev.berth.durable.ContentHash;
import dev.berth.durable.FileFault;
import dev.berth.durable.FileLayer;
import dev.berth.durable.Folder;
import dev.berth.durable.lock.DirectoryLock;
import dev.berth.durable.lock.Held;
import dev.berth.durable.lock.World;
import dev.berth.failure.Failure;

import org.jspecify.annotations.Nullable;

import java.nio.file.Path;
import java.time.InstantSource;
import java.util.Optional;

/// A folder that sync clients and other agents write too.
///
/// Everything here is atomic and durable as the file system goes; what another machine sees is up
/// to the sync client. Only programs that take the same lock are kept apart by it: against all
/// others there is the [Expectation]. Safe for use by several threads; the lock is not to be taken
/// twice by one.
public final class Vault implements AutoCloseable {
    private static final int HOPEFUL_ATTEMPTS = 3;
    private static final int ATTEMPTS_UNDER_LOCK = 5;

    private final Path path;
    private final String shown;
    private final Folder root;
    private final LocksFolder locks;
    private final World world;
    private final VaultSettings settings;
    private final Contents contents;
    // Both made when the lock is first taken: reading needs neither.
    private @Nullable Folder lockFolder;
    private @Nullable DirectoryLock lock;

    private Vault(
            Path path,
            String shown,
            Folder root,
            LocksFolder locks,
            World world,
            VaultSettings settings) {
        this.path = path;
        this.shown = shown;
        this.root = root;
        this.locks = locks;
        this.world = world;
        this.settings = settings;
        this.contents = new Contents(new Patience(settings.patience()));
    }

    private synchronized DirectoryLock lock() throws Failure {
        if (lock == null) {
            var folder = locks.of(path);
            lockFolder = folder;
            lock =
                    DirectoryLock.keepingHeartbeat(
                            folder, LocksFolder.LOCK, root, settings.rule(), world);
        }
        return lock;
    }

    /// Opens the vault at `path`, which may be a link: one real path is one vault.
    public static Vault open(
            Path path, LocksFolder locks, InstantSource clock, VaultSettings settings)
            throws Failure {
        return open(path, path.toString(), locks, clock, settings);
    }

    /// As above; failures name it as `shown`, the way its user did.
    public static Vault open(
            Path path, String shown, LocksFolder locks, InstantSource clock, VaultSettings settings)
            throws Failure {
        return open(path, shown, locks, World.of(locks.files(), clock), settings);
    }

    static Vault open(
            Path path, String shown, LocksFolder locks, World world, VaultSettings settings)
            throws Failure {
        FileLayer files = locks.files();
        try {
            Path real = files.realPath(path);
            return new Vault(real, shown, files.open(real), locks, world, settings);
        } catch (FileFault fault) {
            throw fault.asFailure(shown);
        }
    }

    /// The vault's real path.
    public Path path() {
        return path;
    }

    Folder root() {
        return root;
    }

    Contents contents() {
        return contents;
    }

    /// The hash of a file; empty when there is none.
    public Optional<ContentHash> hash(VaultPath file) throws Failure {
        try (var target = Target.open(root, file, contents)) {
            return target.hash();
        }
    }

    /// The bytes of a file; empty when there is none.
    public Optional<byte[]> read(VaultPath file) throws Failure {
        try (var target = Target.open(root, file, contents)) {
            return target.bytes();
        }
    }

    /// Takes the lock.
    ///
    /// @throws Failure.Locked when someone else keeps it
    public Held hold() throws Failure {
        var taken = lock();
        try {
            return taken.acquire(settings.timeout());
        } catch (Failure.Locked held) {
            throw new Failure.Locked(shown + ": " + held.what(), held.advice(), held.facts())
                    .because(held);
        } catch (Failure.Refused | Failure.Unavailable failure) {
            throw locks.unusable(path, failure);
        }
    }

    /// Writes a file whole, if it is what `expected` says when everything is ready.
    public WriteResult write(VaultPath file, byte[] bytes, Expectation expected) throws Failure {
        return write(file, bytes, expected, Reconcile.never());
    }

    /// As above; a conflict that `reconcile` can settle is settled under the same lock.
    public WriteResult write(
            VaultPath file, byte[] bytes, Expectation expected, Reconcile reconcile)
            throws Failure {
        try (var held = hold()) {
            return new Write(root, held, contents, file, settings).run(bytes, expected, reconcile);
        } catch (Failure.StaleWriter late) {
            throw new Failure.StaleWriter(shown + ": " + late.what(), late.advice()).because(late);
        }
    }

    /// Changes a file: reads it, applies `change`, writes it if it is still what was read, and
    /// starts over when it is not. `change` may run several times; a few times without the lock,
    /// then, so that somebody always gets through, with it.
    public WriteResult.Written update(VaultPath file, Change change) throws Failure {
        for (int attempt = 1; attempt <= HOPEFUL_ATTEMPTS; attempt++) {
            var current = read(file);
            byte[] changed = change.apply(current);
            try {
                if (write(file, changed, expecting(current))
                        instanceof WriteResult.Written written) {
                    return written;
                }
            } catch (Failure.StaleWriter overtaken) {
                // Nothing was published; the next attempt reads what the other one wrote.
            }
        }
        try (var held = hold()) {
            return updateHolding(held, file, change);
        }
    }

    /// Puts a note into `_inbox`, under a name of its own.
    public VaultPath capture(Slug slug, byte[] bytes) throws Failure {
        return new Capture(root, world.clock(), world.processes().self().pid(), settings)
                .run(slug, bytes);
    }

    @Override
    public synchronized void close() {
        if (lock != null) lock.close();
        if (lockFolder != null) lockFolder.close();
        root.close();
    }

    private WriteResult.Written updateHolding(Held held, VaultPath file, Change change)
            throws Failure {
        for (int attempt = 1; ; attempt++) {
            var current = read(file);
            byte[] changed = change.apply(current);
            var result =
                    new Write(root, held, contents, file, settings)
                            .run(changed, expecting(current), Reconcile.never());
            // Only someone who ignores the lock can still come between.
            if (result instanceof WriteResult.Written || attempt == ATTEMPTS_UNDER_LOCK) {
                return result.orThrow();
            }
        }
    }

    private static Expectation expecting(Optional<byte[]> current) {
        return current.<Expectation>map(bytes -> new Expectation.Content(ContentHash.of(bytes)))
                .orElseGet(Expectation.Absent::new);
    }

    /// A change of a file's bytes, which depends on nothing else.
    @FunctionalInterface
    public interface Change {
        byte[] apply(Optional<byte[]> current) throws Failure;
    }
}
