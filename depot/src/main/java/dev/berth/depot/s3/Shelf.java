package dev.berth.depot.s3;

import dev.berth.durable.AtomicFile;
import dev.berth.durable.ContentHash;
import dev.berth.durable.FileFault;
import dev.berth.durable.Folder;
import dev.berth.durable.Folder.Listed;
import dev.berth.durable.Name;
import dev.berth.failure.Failure;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.Optional;

/// Where this machine keeps what it has had from a bucket: a file each, which begins with the hash
/// of what it is and what is in it. What cannot be read, or is not what it was, is not there; what
/// cannot be written is not kept. Safe for use by several threads and processes.
public final class Shelf implements AutoCloseable {
    private static final String ENDING = ".near";
    private static final int HASH_BYTES = 32;
    private static final int LARGEST = 8 << 20;
    private static final long MOST_BYTES = 256L << 20;

    private final Folder folder;

    /// Closes `folder` in the end.
    public Shelf(Folder folder) {
        this.folder = folder;
    }

    Optional<byte[]> take(String label) {
        try {
            var found = AtomicFile.readIfThere(folder, file(label), LARGEST + HASH_BYTES);
            return found.filter(b -> b.length >= HASH_BYTES).flatMap(b -> opened(label, b));
        } catch (Failure unreadable) {
            return Optional.empty();
        }
    }

    private static Optional<byte[]> opened(String label, byte[] stored) {
        byte[] content = Arrays.copyOfRange(stored, HASH_BYTES, stored.length);
        boolean same = Arrays.equals(hash(label, content), 0, HASH_BYTES, stored, 0, HASH_BYTES);
        return same ? Optional.of(content) : Optional.empty();
    }

    void keep(String label, byte[] content) {
        if (content.length > LARGEST) return;
        var all = new ByteArrayOutputStream(HASH_BYTES + content.length);
        all.writeBytes(hash(label, content));
        all.writeBytes(content);
        try {
            AtomicFile.write(folder, file(label), all.toByteArray());
        } catch (Failure full) {
            drop(label);
        }
    }

    void drop(String label) {
        try {
            folder.unlink(file(label));
        } catch (FileFault gone) {
            assert !label.isEmpty() : gone;
        }
    }

    private static byte[] hash(String label, byte[] content) {
        var all = new ByteArrayOutputStream(label.length() + 1 + content.length);
        all.writeBytes(label.getBytes(StandardCharsets.UTF_8));
        all.write(0);
        all.writeBytes(content);
        return HexFormat.of().parseHex(ContentHash.of(all.toByteArray()).hex());
    }

    private static Name file(String label) {
        byte[] bytes = label.getBytes(StandardCharsets.UTF_8);
        return Name.of(ContentHash.of(bytes).hex() + ENDING);
    }

    /// What was kept longest ago goes when there is too much.
    @Override
    public void close() {
        try {
            var all =
                    folder.scan().stream()
                            .filter(file -> file.name().toString().endsWith(ENDING))
                            .sorted(
                                    Comparator.comparingLong(
                                            (Listed file) -> file.stat().modifiedSeconds()))
                            .toList();
            long bytes = all.stream().mapToLong(file -> file.stat().size()).sum();
            for (var file : all) {
                if (bytes <= MOST_BYTES) break;
                folder.unlink(file.name());
                bytes -= file.stat().size();
            }
        } catch (FileFault busy) {
            assert MOST_BYTES > 0 : busy;
        } finally {
            folder.close();
        }
    }
}
