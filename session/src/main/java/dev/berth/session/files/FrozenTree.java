package dev.berth.session.files;

import dev.berth.disk.Disk;
import dev.berth.disk.Disk.Depth;
import dev.berth.disk.DiskEntry;
import dev.berth.disk.EntryKind;
import dev.berth.disk.Volume;
import dev.berth.disk.VolumePath;
import dev.berth.durable.Name;
import dev.berth.failure.Failure;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/// A volume of a disk in file form, as sessions freeze into. Its files are small enough to be held
/// whole.
public record FrozenTree(Disk disk, Volume volume) implements FileTree {
    @Override
    public Optional<FileEntry> stat(FilePath path) throws Failure {
        var known = path.inFileForm();
        if (known.isEmpty()) return Optional.empty();
        var found = disk.stat(known.get(), volume);
        return found.isEmpty() ? Optional.empty() : Optional.of(entry(found.get()));
    }

    @Override
    public List<FileEntry> list(FilePath folder) throws Failure {
        Optional<VolumePath> known = Optional.empty();
        if (!folder.isTop()) {
            var there = stat(folder).orElseThrow(() -> Absence.of(folder));
            if (!there.isFolder()) throw Absence.isNoFolder(folder);
            known = folder.inFileForm();
        }
        var entries = new ArrayList<FileEntry>();
        for (var found : disk.list(known, Depth.ONE, volume)) entries.add(entry(found));
        entries.sort(Comparator.comparing(FileEntry::name));
        return entries;
    }

    private FileEntry entry(DiskEntry found) throws Failure {
        var name = Name.of(found.path().name());
        var modified = Instant.ofEpochSecond(found.modifiedSeconds(), found.modifiedNanos());
        return switch (found.kind()) {
            case FILE, EXECUTABLE ->
                    FileEntry.file(
                            name, found.size(), modified, found.kind() == EntryKind.EXECUTABLE);
            case FOLDER -> FileEntry.folder(name, modified);
            case LINK ->
                    FileEntry.link(
                            name, modified, Name.Target.of(disk.linkTarget(found.path(), volume)));
        };
    }

    @Override
    public FileContent open(FilePath path) throws Failure {
        if (path.isTop()) throw Absence.isFolder(path);
        var entry = stat(path).orElseThrow(() -> Absence.of(path));
        if (!entry.isFile()) throw Absence.unreadable(path, entry);
        byte[] bytes = disk.get(path.inFileForm().orElseThrow(), volume);
        return new HeldContent(entry, bytes);
    }

    @Override
    public void close() {
        disk.close();
    }
}
