package dev.berth.session.life;

import dev.berth.depot.Browsing;
import dev.berth.durable.ContentHash;
import dev.berth.failure.Failure;
import dev.berth.session.files.FileContent;
import dev.berth.session.files.FileEntry;

/// A file, open together with the volume that it lies in.
public record OpenedFile(FileView view, FileContent content) implements FileContent {
    @Override
    public FileEntry entry() {
        return content.entry();
    }

    @Override
    public ContentHash hash() throws Failure {
        return content.hash();
    }

    @Override
    public void copy(long from, long count, Browsing.Sink sink) throws Failure {
        content.copy(from, count, sink);
    }

    @Override
    public void close() {
        content.close();
        view.close();
    }
}
