package dev.berth.session.files;

import dev.berth.depot.Browsing;
import dev.berth.depot.tree.TreeEntry;
import dev.berth.disk.Volume;
import dev.berth.durable.ContentHash;
import dev.berth.failure.Failure;

import java.util.List;
import java.util.Optional;

/// A volume in a checkpoint, looked at without bringing it back; every byte is verified.
public record DepotTree(Browsing browsing, Volume volume, Hashes hashes) implements FileTree {
    private static final int OWNER_EXECUTES = 0100;

    @Override
    public Optional<FileEntry> stat(FilePath path) throws Failure {
        return browsing.entry(volume, path.names()).map(DepotTree::entry);
    }

    @Override
    public List<FileEntry> list(FilePath folder) throws Failure {
        if (folder.isTop()) {
            return browsing.checkpoint().tree(volume).isEmpty()
                    ? List.of()
                    : entries(browsing.list(volume, List.of()));
        }
        return switch (found(folder)) {
            case TreeEntry.Folder inner -> entries(browsing.list(inner));
            case TreeEntry.File _, TreeEntry.Link _ -> throw Absence.isNoFolder(folder);
        };
    }

    private static List<FileEntry> entries(List<TreeEntry> found) {
        return found.stream().map(DepotTree::entry).toList();
    }

    private TreeEntry found(FilePath path) throws Failure {
        return browsing.entry(volume, path.names()).orElseThrow(() -> Absence.of(path));
    }

    @Override
    public FileContent open(FilePath path) throws Failure {
        if (path.isTop()) throw Absence.isFolder(path);
        var found = found(path);
        if (!(found instanceof TreeEntry.File file)) throw Absence.unreadable(path, entry(found));
        return new FileContent() {
            @Override
            public FileEntry entry() {
                return DepotTree.entry(file);
            }

            @Override
            public ContentHash hash() throws Failure {
                return hashes.of(file, () -> browsing.hash(file));
            }

            @Override
            public void copy(long from, long count, Browsing.Sink sink) throws Failure {
                browsing.read(file, from, count, sink);
            }
        };
    }

    private static FileEntry entry(TreeEntry entry) {
        var modified = entry.meta().modified();
        return switch (entry) {
            case TreeEntry.File file ->
                    FileEntry.file(
                            file.name(),
                            file.size(),
                            modified,
                            (file.meta().mode() & OWNER_EXECUTES) != 0);
            case TreeEntry.Folder folder -> FileEntry.folder(folder.name(), modified);
            case TreeEntry.Link link -> FileEntry.link(link.name(), modified, link.target());
        };
    }

    @Override
    public void close() {
        browsing.close();
    }
}
