package dev.berth.disk.tree;

import dev.berth.disk.Contents;
import dev.berth.disk.Disk;
import dev.berth.disk.DiskEntry;
import dev.berth.disk.DiskFiles;
import dev.berth.disk.EntryKind;
import dev.berth.disk.Layout;
import dev.berth.disk.Progress;
import dev.berth.disk.QueryLimits;
import dev.berth.disk.QueryResult;
import dev.berth.disk.Tally;
import dev.berth.disk.Volume;
import dev.berth.disk.VolumePath;
import dev.berth.durable.Errno;
import dev.berth.durable.FileFault;
import dev.berth.durable.FileLayer;
import dev.berth.durable.FileStat;
import dev.berth.durable.Folder;
import dev.berth.failure.Failure;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// A disk in tree form.
public final class TreeDisk implements Disk {
    private final FileLayer layer;
    private final Path path;
    private final Folder root;
    private final Layout layout;
    private final Clock clock;
    private final DiskFiles files;

    private TreeDisk(FileLayer layer, Path path, Folder root, Clock clock, DiskFiles files)
            throws FileFault, Failure {
        this.layer = layer;
        this.path = path;
        this.root = root;
        this.layout = TreeLayout.certain(root, path.toString());
        this.clock = clock;
        this.files = files;
    }

    /// Opens the tree at `path`; `files` lends the table that queries run on.
    public static TreeDisk open(FileLayer layer, Path path, Clock clock, DiskFiles files)
            throws Failure {
        try {
            var root = layer.open(path);
            try {
                return new TreeDisk(layer, path, root, clock, files);
            } catch (FileFault | Failure refused) {
                root.close();
                throw refused;
            }
        } catch (FileFault fault) {
            throw fault.asFailure(path.toString());
        }
    }

    @Override
    public void put(VolumePath path, byte[] content, Volume volume) throws Failure {
        put(path, EntryKind.FILE, new ByteArrayInputStream(content), volume);
    }

    @Override
    public void put(VolumePath path, EntryKind kind, InputStream content, Volume volume)
            throws Failure {
        try (var place = place(volume).reach(path, true)) {
            new TreePut(place, clock.instant()).put(kind, content, volume);
        } catch (FileFault fault) {
            throw fault.asFailure(path.shown());
        }
    }

    @Override
    public byte[] get(VolumePath path, Volume volume) throws Failure {
        var bytes = new ByteArrayOutputStream();
        get(path, volume, bytes);
        return bytes.toByteArray();
    }

    @Override
    public long get(VolumePath path, Volume volume, OutputStream target) throws Failure {
        try (var place = existing(path, volume)) {
            var stat = place.stat();
            if (stat.isEmpty()) throw Contents.absent(path, volume);
            if (stat.get().isFolder()) throw Contents.isFolder(path);
            if (stat.get().isLink()) {
                throw Contents.isLink(path, place.folder().readLink(place.name()).toString());
            }
            try (var file = place.folder().read(place.name())) {
                return Streaming.out(file, target);
            }
        } catch (FileFault fault) {
            throw fault.asFailure(path.shown());
        }
    }

    @Override
    public String linkTarget(VolumePath path, Volume volume) throws Failure {
        try (var place = existing(path, volume)) {
            if (place.stat().isEmpty()) throw Contents.absent(path, volume);
            return new String(
                    place.folder().readLink(place.name()).bytes(), StandardCharsets.UTF_8);
        } catch (FileFault fault) {
            if (fault.is(Errno.EINVAL)) {
                throw new Failure.Refused(path.shown() + " is not a link", "get it instead");
            }
            throw fault.asFailure(path.shown());
        }
    }

    @Override
    public Optional<DiskEntry> stat(VolumePath path, Volume volume) throws Failure {
        try {
            var reached = place(volume).tryReach(path);
            if (reached.isEmpty()) return Optional.empty();
            try (var place = reached.get()) {
                return place.stat().flatMap(stat -> TreeEntries.entry(path, stat));
            }
        } catch (FileFault fault) {
            throw fault.asFailure(path.shown());
        }
    }

    @Override
    public List<DiskEntry> list(Optional<VolumePath> folder, Depth depth, Volume volume)
            throws Failure {
        try {
            return new TreeEntries(place(volume), volume).list(folder, depth);
        } catch (FileFault fault) {
            throw fault.asFailure(folder.map(VolumePath::shown).orElse(volume.label()));
        }
    }

    @Override
    public Tally remove(VolumePath path, Depth depth, Volume volume) throws Failure {
        try (var place = existing(path, volume)) {
            var stat = place.stat();
            if (stat.isEmpty()) throw Contents.absent(path, volume);
            var removed = new Removal().entry(place.folder(), place.name(), stat.get(), depth);
            place.prune();
            return removed;
        } catch (FileFault fault) {
            if (fault.is(Errno.ENOTEMPTY)) throw Contents.notEmpty(path);
            throw fault.asFailure(path.shown());
        }
    }

    @Override
    public void rename(VolumePath from, VolumePath to, Volume volume) throws Failure {
        if (to.isBelow(from)) throw Contents.intoItself(from, to);
        try (var source = existing(from, volume)) {
            var moving = source.stat();
            if (moving.isEmpty()) throw Contents.absent(from, volume);
            if (from.equals(to)) return;
            try (var target = place(volume).reach(to, true)) {
                var there = target.stat();
                boolean folders =
                        moving.get().isFolder() || there.filter(FileStat::isFolder).isPresent();
                if (there.isPresent() && folders) throw Contents.taken(to, Map.of());
                source.folder().rename(source.name(), target.folder(), target.name());
                target.folder().sync();
            }
            source.prune();
        } catch (FileFault fault) {
            throw fault.asFailure(from.shown());
        }
    }

    @Override
    public Tally clear(Volume volume) throws Failure {
        try {
            var top = place(volume).top();
            if (top.isEmpty()) return Tally.NOTHING;
            try (var folder = top.get()) {
                var cleared = new Removal().content(folder);
                folder.sync();
                return cleared;
            }
        } catch (FileFault fault) {
            throw fault.asFailure(volume.label());
        }
    }

    @Override
    public QueryResult query(String sql, QueryLimits limits) throws Failure {
        return query(sql, limits, Volume.all());
    }

    /// As above, over a table that holds `volumes` alone.
    public QueryResult query(String sql, QueryLimits limits, Set<Volume> volumes) throws Failure {
        try (var scratch = files.scratch(sql, limits)) {
            TreeReader.forQueries(scratch.maxContentBytes())
                    .read(root, layout, volumes, scratch, Progress.NONE);
            return scratch.answer();
        }
    }

    private TreePlaces place(Volume volume) throws Failure {
        if (layout == Layout.FOLDER && volume != Volume.WORKSPACE) {
            throw TreeLayout.onlyWorkspace(path.toString(), volume);
        }
        return new TreePlaces(root, () -> layer.open(path), layout, volume);
    }

    private TreePlace existing(VolumePath path, Volume volume) throws Failure, FileFault {
        return place(volume).tryReach(path).orElseThrow(() -> Contents.absent(path, volume));
    }

    @Override
    public void close() {
        root.close();
    }
}
