package dev.berth.session.files;

import dev.berth.depot.Browsing;
import dev.berth.durable.ContentHash;
import dev.berth.failure.Failure;

/// A file whose bytes are held whole: nobody can change them meanwhile.
final class HeldContent implements FileContent {
    private final FileEntry entry;
    private final byte[] bytes;

    HeldContent(FileEntry entry, byte[] bytes) {
        this.entry =
                FileEntry.file(entry.name(), bytes.length, entry.modified(), entry.executable());
        this.bytes = bytes;
    }

    @Override
    public FileEntry entry() {
        return entry;
    }

    @Override
    public ContentHash hash() {
        return ContentHash.of(bytes);
    }

    @Override
    public void copy(long from, long count, Browsing.Sink sink) throws Failure {
        sink.take(bytes, Math.toIntExact(from), Math.toIntExact(count));
    }
}
