package dev.berth.session.files;

import dev.berth.durable.Errno;
import dev.berth.durable.FileFault;
import dev.berth.durable.FileStat;
import dev.berth.durable.Folder;
import dev.berth.durable.Name;
import dev.berth.failure.Failure;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/// A volume as a folder in which somebody may be at work. Every step is taken from an open folder,
/// so that no link, planted or swapped in, leads out of it.
public record LiveTree(Folder top, Hashes hashes) implements FileTree {
    private static final int OWNER_EXECUTES = 0100;

    /// Files up to this size are read whole, so that what is sent is what was hashed.
    private static final int HELD_BYTES = 1 << 20;

    @Override
    public Optional<FileEntry> stat(FilePath path) throws Failure {
        if (path.isTop()) return Optional.empty();
        return in(
                path.parent(),
                folder -> {
                    var stat = folder.stat(path.name());
                    return stat.isEmpty()
                            ? Optional.empty()
                            : entry(folder, path.name(), stat.get());
                });
    }

    @Override
    public List<FileEntry> list(FilePath path) throws Failure {
        if (!path.isTop()) {
            var there = stat(path).orElseThrow(() -> Absence.of(path));
            if (!there.isFolder()) throw Absence.isNoFolder(path);
        }
        return in(path, folder -> Optional.of(entries(folder))).orElseThrow(() -> Absence.of(path));
    }

    private static List<FileEntry> entries(Folder folder) throws FileFault {
        var entries = new ArrayList<FileEntry>();
        for (var each : folder.scan()) {
            entry(folder, each.name(), each.stat()).ifPresent(entries::add);
        }
        entries.sort(Comparator.comparing(FileEntry::name));
        return entries;
    }

    @Override
    public FileContent open(FilePath path) throws Failure {
        return openUnlessFolder(path).orElseThrow(() -> Absence.isFolder(path));
    }

    @Override
    public Optional<FileContent> openUnlessFolder(FilePath path) throws Failure {
        if (path.isTop()) return Optional.empty();
        return in(path.parent(), folder -> Optional.of(file(folder, path)))
                .orElseThrow(() -> Absence.of(path));
    }

    /// In one step down, for this is what is asked most.
    private Optional<FileContent> file(Folder folder, FilePath path) throws FileFault, Failure {
        var stat = folder.stat(path.name()).orElseThrow(() -> Absence.of(path));
        if (stat.isFolder()) return Optional.empty();
        if (stat.isFile()) return Optional.of(opened(folder, path));
        var other = entry(folder, path.name(), stat).orElseThrow(() -> Absence.of(path));
        throw Absence.unreadable(path, other);
    }

    private FileContent opened(Folder folder, FilePath path) throws FileFault {
        var file = folder.read(path.name());
        try {
            var stat = file.stat();
            var entry = FileEntry.file(path.name(), stat.size(), stat.modified(), executes(stat));
            if (stat.size() > HELD_BYTES) return new LiveContent(file, stat, entry, hashes);
            byte[] bytes = file.readAll(2 * HELD_BYTES);
            file.close();
            return new HeldContent(entry, bytes);
        } catch (FileFault fault) {
            file.close();
            throw fault;
        }
    }

    private <T> Optional<T> in(FilePath path, Way.Within<Optional<T>> work) throws Failure {
        try {
            return new Way(top).ifThere(path, work);
        } catch (FileFault fault) {
            throw fault.asFailure(path.toString());
        }
    }

    private static boolean executes(FileStat stat) {
        return (stat.mode() & OWNER_EXECUTES) != 0;
    }

    private static Optional<FileEntry> entry(Folder folder, Name name, FileStat stat)
            throws FileFault {
        return switch (stat.kind()) {
            case FILE ->
                    Optional.of(FileEntry.file(name, stat.size(), stat.modified(), executes(stat)));
            case FOLDER -> Optional.of(FileEntry.folder(name, stat.modified()));
            case LINK -> link(folder, name, stat);
            case PIPE, SOCKET, BLOCK_DEVICE, CHARACTER_DEVICE, OTHER -> Optional.empty();
        };
    }

    private static Optional<FileEntry> link(Folder folder, Name name, FileStat stat)
            throws FileFault {
        try {
            return Optional.of(FileEntry.link(name, stat.modified(), folder.readLink(name)));
        } catch (FileFault fault) {
            // It was swapped for something else meanwhile.
            if (fault.is(Errno.EINVAL) || fault.is(Errno.ENOENT)) return Optional.empty();
            throw fault;
        }
    }

    @Override
    public void close() {
        top.close();
    }
}
