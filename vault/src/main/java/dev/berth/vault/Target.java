package dev.berth.vault;

import dev.berth.durable.AtomicFile;
import dev.berth.durable.ContentHash;
import dev.berth.durable.Errno;
import dev.berth.durable.FileFault;
import dev.berth.durable.FileStat;
import dev.berth.durable.Folder;
import dev.berth.durable.Name;
import dev.berth.failure.Failure;

import org.jspecify.annotations.Nullable;

import java.util.List;
import java.util.Optional;

/// One file of a vault: the folder that it lies in, as far as that is there, and its name.
final class Target implements AutoCloseable {
    private final Folder root;
    private final VaultPath path;
    private final Contents contents;
    private @Nullable Folder folder;

    private Target(Folder root, VaultPath path, Contents contents, @Nullable Folder folder) {
        this.root = root;
        this.path = path;
        this.contents = contents;
        this.folder = folder;
    }

    static Target open(Folder root, VaultPath path, Contents contents) throws Failure {
        try {
            return new Target(root, path, contents, descend(root, path.folders()));
        } catch (FileFault fault) {
            if (fault.is(Errno.ENOENT)) return new Target(root, path, contents, null);
            throw fault.asFailure(path.toString());
        }
    }

    private static Folder descend(Folder from, List<Name> names) throws FileFault {
        if (names.isEmpty()) return from;
        var next = from.folder(names.getFirst());
        if (names.size() == 1) return next;
        try (next) {
            return descend(next, names.subList(1, names.size()));
        }
    }

    Optional<ContentHash> hash() throws Failure {
        if (folder == null) return Optional.empty();
        return contents.hash(folder, path.name(), path.toString());
    }

    Optional<byte[]> bytes() throws Failure {
        if (folder == null) return Optional.empty();
        return contents.bytes(folder, path.name(), path.toString());
    }

    /// The facts of whatever has the name.
    Optional<FileStat> stat() throws Failure {
        if (folder == null) return Optional.empty();
        try {
            return folder.stat(path.name());
        } catch (FileFault fault) {
            throw fault.asFailure(path.toString());
        }
    }

    /// Whether it is a file whose bytes are not on this machine.
    boolean isPlaceholder() throws Failure {
        return folder != null && contents.isPlaceholder(folder, path.name(), path.toString());
    }

    /// The folder, made now with `mode` if it was not there.
    Folder folder(int mode) throws Failure {
        if (folder == null) {
            folder = AtomicFile.folders(root, mode, path.folders().toArray(Name[]::new));
        }
        return folder;
    }

    /// The mode that the file has, and keeps; empty when it is not there. Refused when something
    /// else has the name.
    Optional<Integer> mode() throws Failure {
        var stat = stat();
        if (stat.isEmpty()) return Optional.empty();
        if (stat.get().isFile()) return Optional.of(stat.get().mode() & 0777);
        throw new Failure.Refused(
                "%s: not a file but %s".formatted(path, shown(stat.get().kind())),
                "links are not followed in a vault; name a file");
    }

    private static String shown(FileStat.Kind kind) {
        return switch (kind) {
            case FILE -> "a file";
            case FOLDER -> "a folder";
            case LINK -> "a symbolic link";
            case PIPE, SOCKET, BLOCK_DEVICE, CHARACTER_DEVICE, OTHER -> "a device or a pipe";
        };
    }

    @Override
    public void close() {
        boolean isRoot = path.folders().isEmpty();
        if (folder != null && !isRoot) folder.close();
    }
}
