package dev.berth.depot.s3;

import dev.berth.depot.blob.BlobName;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/// What of one bucket is at hand, in memory or on the shelf. Safe for use by several threads.
final class Near implements AutoCloseable {
    private static final long MEMORY_BYTES = 16L << 20;

    private final Shelf shelf;
    private final String place;
    private final Map<BlobName, byte[]> opened = new LinkedHashMap<>(16, 0.75f, true);
    private long bytes;

    Near(Shelf shelf, Bucket bucket) {
        this.shelf = shelf;
        this.place = bucket + "\n" + bucket.endpoint() + "\n";
    }

    /// An object that may change, by the tag of its content.
    Optional<byte[]> whole(BlobName name, String tag) {
        return shelf.take(tagged(name, tag));
    }

    void keep(BlobName name, String tag, byte[] content) {
        shelf.keep(tagged(name, tag), content);
    }

    /// A part of an object that never changes.
    Optional<byte[]> part(BlobName name, long offset, int length) {
        var whole = opened(name).or(() -> shelf.take(label(name)));
        if (whole.isPresent() && offset + length <= whole.get().length) {
            remember(name, whole.get());
            return Optional.of(slice(whole.get(), offset, length));
        }
        return shelf.take(label(name, offset, length)).filter(part -> part.length == length);
    }

    byte[] keepWhole(BlobName name, byte[] whole, long offset, int length) {
        shelf.keep(label(name), whole);
        remember(name, whole);
        return slice(whole, offset, length);
    }

    void keepPart(BlobName name, long offset, byte[] part) {
        shelf.keep(label(name, offset, part.length), part);
    }

    synchronized void drop(BlobName name, long offset, int length) {
        byte[] before = opened.remove(name);
        if (before != null) bytes -= before.length;
        shelf.drop(label(name));
        shelf.drop(label(name, offset, length));
    }

    private synchronized Optional<byte[]> opened(BlobName name) {
        return Optional.ofNullable(opened.get(name));
    }

    private synchronized void remember(BlobName name, byte[] whole) {
        byte[] before = opened.put(name, whole);
        bytes += whole.length - (before == null ? 0 : before.length);
        var oldest = opened.values().iterator();
        while (bytes > MEMORY_BYTES && opened.size() > 1) {
            bytes -= oldest.next().length;
            oldest.remove();
        }
    }

    private static byte[] slice(byte[] whole, long offset, int length) {
        return Arrays.copyOfRange(whole, (int) offset, (int) offset + length);
    }

    private String tagged(BlobName name, String tag) {
        return place + name + "\n=" + tag;
    }

    private String label(BlobName name) {
        return place + name;
    }

    private String label(BlobName name, long offset, int length) {
        return place + name + "\n" + offset + "+" + length;
    }

    @Override
    public void close() {
        shelf.close();
    }
}
