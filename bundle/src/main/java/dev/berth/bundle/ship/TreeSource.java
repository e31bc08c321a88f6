package dev.berth.bundle.ship;

import dev.berth.disk.Layout;
import dev.berth.disk.Volume;
import dev.berth.disk.tree.PrivateLines;
import dev.berth.disk.tree.TreeLayout;
import dev.berth.durable.Errno;
import dev.berth.durable.FileFault;
import dev.berth.durable.FileLayer;
import dev.berth.durable.FileStat;
import dev.berth.durable.Folder;
import dev.berth.durable.Walk;
import dev.berth.failure.Failure;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/// A disk in tree form, or any folder, which is a workspace then.
final class TreeSource implements Source {
    /// What is larger is packed piece by piece.
    static final long LARGE_BYTES = 16L << 20;

    private final Folder root;
    private final Layout layout;
    private final String named;

    private TreeSource(Folder root, Layout layout, String named) {
        this.root = root;
        this.layout = layout;
        this.named = named;
    }

    /// The tree at `path`; empty when there is a file instead, or nothing.
    static Optional<Source> at(FileLayer files, Path path) throws Failure {
        try {
            var root = files.open(path);
            try {
                var layout = TreeLayout.certain(root, path.toString());
                return Optional.of(new TreeSource(root, layout, path.toString()));
            } catch (FileFault | Failure refused) {
                root.close();
                throw refused;
            }
        } catch (FileFault fault) {
            if (fault.is(Errno.ENOTDIR) || fault.is(Errno.ENOENT)) return Optional.empty();
            throw fault.asFailure(path.toString());
        }
    }

    @Override
    public void survey(Selection selection) throws Failure {
        try {
            for (var volume : Volume.values()) {
                if (selection.passesOver(volume)) continue;
                if (selection.volumes().contains(volume)) {
                    walk(volume, new SurveyVisit(volume, selection));
                } else if (layout == Layout.DISK) {
                    var count = new CountVisit();
                    walk(volume, count);
                    selection.stays(volume, count.tally());
                }
            }
            if (layout == Layout.DISK) strays(selection);
        } catch (FileFault fault) {
            throw fault.asFailure(named);
        }
    }

    private void walk(Volume volume, Walk.Visitor<Failure> visitor) throws FileFault, Failure {
        switch (layout) {
            case FOLDER -> {
                if (volume == Volume.WORKSPACE) Walk.below(root, visitor);
            }
            case DISK -> {
                try (var top = root.folder(TreeLayout.folderName(volume))) {
                    Walk.below(top, visitor);
                } catch (FileFault fault) {
                    if (!fault.is(Errno.ENOENT)) throw fault;
                }
            }
        }
    }

    /// What lies beside the volumes is not part of the disk.
    private void strays(Selection selection) throws FileFault {
        for (var entry : root.list()) {
            boolean ours =
                    Arrays.stream(Volume.values())
                            .anyMatch(v -> TreeLayout.folderName(v).equals(entry.name()));
            if (ours && entry.kind() == FileStat.Kind.FOLDER) continue;
            if (entry.name().equals(PrivateLines.FILE)) continue;
            selection.stray(entry.name().toString(), "it lies beside the volumes");
        }
    }

    @Override
    public void give(Selection.Chosen chosen, Loading loading) throws Failure {
        try {
            var batch = new ArrayList<Planned>();
            long bytes = 0;
            for (var one : chosen.entries()) {
                boolean large = one.entry().size() > LARGE_BYTES;
                if (large || bytes >= Batch.FULL_BYTES || batch.size() >= Batch.FULL_ENTRIES) {
                    flush(batch, bytes, loading);
                    bytes = 0;
                }
                if (large) {
                    large(one, loading);
                } else {
                    batch.add(one);
                    bytes += one.entry().size();
                }
            }
            flush(batch, bytes, loading);
        } catch (FileFault fault) {
            throw fault.asFailure(fault.subject());
        }
    }

    private void flush(List<Planned> batch, long bytes, Loading loading) throws Failure, FileFault {
        if (batch.isEmpty()) return;
        loading.give(new TreeBatch(root, layout, batch), bytes);
        batch.clear();
    }

    private void large(Planned one, Loading loading) throws Failure, FileFault {
        try (var place = new TreeBatch(root, layout, List.of(one));
                var file = place.open(one)) {
            loading.giveLarge(one, file);
        }
    }

    @Override
    public void close() {
        root.close();
    }
}
