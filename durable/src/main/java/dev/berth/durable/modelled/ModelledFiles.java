package dev.berth.durable.modelled;

import dev.berth.durable.ContentHash;
import dev.berth.durable.Errno;
import dev.berth.durable.FileFault;
import dev.berth.durable.FileLayer;
import dev.berth.durable.Folder;

import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;

/// A file system in memory that knows what a power loss would take.
///
/// It starts with an empty folder at `/`. Everything in it has two sides: what processes see, and
/// what was synced. [#crash] gives a new file system with what was synced and whatever else the
/// given [Choices] let survive:
///
/// - of a file, any length and any content that each sector or page had since the file's sync, so
///   that writes are dropped, torn and reordered, and a renamed file may be empty or full of zeros;
/// - of a folder, any meaning that each name had since the folder's sync; see [Journal].
///
/// Permissions are kept and shown, never enforced: its user is root. Safe for use by several
/// threads.
public final class ModelledFiles implements FileLayer {
    private static final Instant EPOCH = Instant.parse("2000-01-01T00:00:00Z");

    final Journal journal = new Journal();
    final FolderNode root;
    private final InstantSource clock;
    private long numbers = 1;
    private int openHandles;

    /// A file system whose clock goes on by a microsecond whenever something happens.
    public ModelledFiles() {
        this(ticking());
    }

    public ModelledFiles(InstantSource clock) {
        this.clock = clock;
        root = new FolderNode(1, new Attributes(0755, 0, 0, 0, 0).touched(now()), now());
    }

    private ModelledFiles(ModelledFiles before, FolderNode root) {
        this.clock = before.clock;
        this.numbers = before.numbers;
        this.root = root;
    }

    /// The file system that is found after a power loss, as `choices` have it: a new one, with all
    /// in it synced and nothing open. This one goes on as if nothing had happened.
    public synchronized ModelledFiles crash(Choices choices, Tearing tearing) {
        return new ModelledFiles(this, new Crash(this, choices, tearing).root());
    }

    /// Folders and files that were opened and not closed.
    public synchronized int openHandles() {
        return openHandles;
    }

    /// Equal for file systems that look the same: names, kinds, modes, owners and bytes, not times.
    public synchronized ContentHash fingerprint() {
        return Fingerprint.of(root);
    }

    @Override
    public synchronized Folder open(Path path) throws FileFault {
        if (new PathWalk(this).walk(path).node() instanceof FolderNode folder) {
            return new ModelledFolder(this, folder);
        }
        throw new FileFault(Errno.ENOTDIR, "open", path.toString());
    }

    @Override
    public synchronized Path realPath(Path path) throws FileFault {
        return new PathWalk(this).walk(path).path();
    }

    void syncAll() {
        journal.syncAll();
        forEachNode(
                root,
                node -> {
                    if (node instanceof FileNode file) file.sync();
                    else node.syncAttributes();
                });
    }

    long usedBytes() {
        var used = new AtomicLong();
        forEachNode(root, node -> used.addAndGet(node.blocks() * 512));
        return used.get();
    }

    Instant now() {
        return clock.instant();
    }

    long nextNumber() {
        return ++numbers;
    }

    Attributes attributes(int mode) {
        return new Attributes(mode, 0, 0, 0, 0).touched(now());
    }

    void opened() {
        openHandles++;
    }

    void closed() {
        openHandles--;
    }

    private static void forEachNode(FolderNode folder, Consumer<Node> action) {
        action.accept(folder);
        for (Node node : folder.entries().values()) {
            if (node instanceof FolderNode child) forEachNode(child, action);
            else action.accept(node);
        }
    }

    private static InstantSource ticking() {
        var ticks = new AtomicLong();
        return () -> EPOCH.plusNanos(1000 * ticks.incrementAndGet());
    }
}
