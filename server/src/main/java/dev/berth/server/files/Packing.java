package dev.berth.server.files;

import dev.berth.failure.Failure;
import dev.berth.session.files.FileContent;
import dev.berth.session.files.FileEntry;
import dev.berth.session.files.FilePath;

/// A format in which a folder is sent as one file, entry by entry.
interface Packing {
    void folder(FilePath path, FileEntry entry) throws Failure;

    void link(FilePath path, FileEntry entry) throws Failure;

    void file(FilePath path, FileContent content) throws Failure;

    void finish() throws Failure;
}
