package dev.berth.session.files;

import dev.berth.failure.Failure;

import java.util.List;
import java.util.Optional;

/// A volume with nothing in it.
public record NoFiles() implements FileTree {
    @Override
    public Optional<FileEntry> stat(FilePath path) {
        return Optional.empty();
    }

    @Override
    public List<FileEntry> list(FilePath folder) throws Failure {
        if (folder.isTop()) return List.of();
        throw Absence.of(folder);
    }

    @Override
    public FileContent open(FilePath file) throws Failure {
        throw file.isTop() ? Absence.isFolder(file) : Absence.of(file);
    }

    @Override
    public void close() {}
}
