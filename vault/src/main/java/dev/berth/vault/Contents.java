package dev.berth.vault;

import dev.berth.durable.ContentHash;
import dev.berth.durable.FileFault;
import dev.berth.durable.FileStat;
import dev.berth.durable.Folder;
import dev.berth.durable.Name;
import dev.berth.durable.OpenFile;
import dev.berth.failure.Failure;

import java.util.Optional;
import java.util.function.LongConsumer;

/// Reads files of a vault, with patience, and never through a link.
final class Contents {
    /// What one file may hold when all of it is needed at once.
    static final int MAXIMAL_BYTES = 256 * 1024 * 1024;

    private final Patience patience;

    Contents(Patience patience) {
        this.patience = patience;
    }

    /// A file's hash; empty when there is no such file.
    Optional<ContentHash> hash(Folder folder, Name name, String shown) throws Failure {
        return open(folder, name, shown, Pieces::hash);
    }

    /// All bytes of a file; empty when there is no such file.
    Optional<byte[]> bytes(Folder folder, Name name, String shown) throws Failure {
        return open(
                folder,
                name,
                shown,
                (file, progress) -> Pieces.bytes(file, MAXIMAL_BYTES, progress));
    }

    /// Whether a file is there and its bytes are not.
    boolean isPlaceholder(Folder folder, Name name, String shown) throws Failure {
        try {
            return patience.with(
                    shown,
                    _ -> {
                        try (var file = folder.read(name)) {
                            return NotDownloaded.looksLike(file, file.stat());
                        }
                    });
        } catch (FileFault gone) {
            return false;
        } catch (Failure.Unavailable stalled) {
            return true;
        }
    }

    private <T> Optional<T> open(Folder folder, Name name, String shown, Use<T> use)
            throws Failure {
        try {
            return Optional.of(
                    patience.with(shown, progress -> used(folder, name, shown, use, progress)));
        } catch (FileFault fault) {
            return switch (fault.errno()) {
                case ENOENT -> Optional.empty();
                // What a sync client answers instead of bytes that it cannot fetch now.
                case OTHER, EAGAIN -> throw NotDownloaded.failure(shown, fault.call() + " failed");
                default -> throw fault.asFailure(shown);
            };
        }
    }

    private static <T> T used(
            Folder folder, Name name, String shown, Use<T> use, LongConsumer progress)
            throws FileFault, Failure {
        try (var file = folder.read(name)) {
            FileStat stat = file.stat();
            if (NotDownloaded.looksLike(file, stat)) {
                throw NotDownloaded.failure(shown, "a placeholder of " + stat.size() + " bytes");
            }
            return use.of(file, progress);
        }
    }

    /// What is done with an open file.
    private interface Use<T> {
        T of(OpenFile file, LongConsumer progress) throws FileFault;
    }
}
