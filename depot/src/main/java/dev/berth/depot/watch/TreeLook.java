package dev.berth.depot.watch;

import dev.berth.depot.ignore.Ignoring;
import dev.berth.depot.snapshot.SourceTree;
import dev.berth.durable.AtomicFile;
import dev.berth.durable.Errno;
import dev.berth.durable.FileFault;
import dev.berth.durable.FileLayer;
import dev.berth.durable.FileStat;
import dev.berth.durable.Folder;
import dev.berth.durable.Found;
import dev.berth.durable.Name;
import dev.berth.durable.Place;
import dev.berth.durable.Walk;
import dev.berth.failure.Failure;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.zip.CRC32C;

/// What a tree, or a disk in file form, looks like from outside: one look-up for each entry, and no
/// file is read. What a snapshot leaves out is not looked at, so that a busy `tmp` or log keeps
/// nobody waiting: a disk's `tmp`, the depot itself, and what `excludes` and ignore files name.
///
/// Of an ignore file's own folder, entries that sort before it are looked at in any case: too much
/// is looked at then, never too little.
public record TreeLook(FileLayer files, Path path, List<String> excludes, Optional<FileStat> depot)
        implements Watch.Look {
    private static final List<String> BESIDES = List.of("", "-wal", "-journal");

    public TreeLook {
        excludes = List.copyOf(excludes);
    }

    @Override
    public long now() throws Failure {
        var seen = new Seen(this);
        if (!isFolder()) {
            file(seen);
            return seen.value();
        }
        try (var tree = SourceTree.open(files, path)) {
            for (var volume : tree.volumes().values()) {
                seen.begin(volume);
                Walk.<Failure>below(volume, seen);
            }
        } catch (FileFault fault) {
            throw fault.asFailure(path.toString());
        }
        return seen.value();
    }

    private boolean isFolder() throws Failure {
        try {
            files.open(path).close();
            return true;
        } catch (FileFault fault) {
            if (fault.is(Errno.ENOTDIR)) return false;
            throw fault.asFailure(path.toString());
        }
    }

    private List<byte[]> patterns() {
        return excludes.stream().map(text -> text.getBytes(StandardCharsets.UTF_8)).toList();
    }

    private boolean isDepot(FileStat stat) {
        return depot.filter(own -> own.inode() == stat.inode() && own.device() == stat.device())
                .isPresent();
    }

    /// A file, and what SQLite keeps beside it.
    private void file(Seen seen) throws Failure {
        var place = Place.of(path);
        try (var folder = files.open(place.folder())) {
            for (String more : BESIDES) {
                var name = Name.of(place.name() + more);
                var stat = folder.stat(name);
                if (stat.isPresent()) seen.add(stat.get());
            }
        } catch (FileFault fault) {
            throw fault.asFailure(path.toString());
        }
    }

    private static final class Seen implements Walk.Visitor<Failure> {
        private final TreeLook look;
        private final CRC32C low = new CRC32C();
        private final ByteBuffer facts = ByteBuffer.allocate(64);

        /// What is left out in each folder on the way down to where the walk is.
        private final List<Ignoring> rules = new ArrayList<>();

        private long high;

        Seen(TreeLook look) {
            this.look = look;
        }

        void begin(Folder root) throws Failure, FileFault {
            rules.clear();
            var file = AtomicFile.readIfThere(root, Ignoring.FILE, Ignoring.LIMIT_BYTES);
            rules.add(Ignoring.root(look.patterns(), file));
            add(root.stat());
        }

        void add(FileStat stat) {
            facts.clear();
            facts.putLong(stat.size()).putLong(stat.inode()).putInt(stat.mode());
            facts.putLong(stat.modifiedSeconds()).putInt(stat.modifiedNanos());
            facts.putLong(stat.changedSeconds()).putInt(stat.changedNanos());
            facts.flip();
            high = high * 31 + facts.hashCode();
            low.update(facts);
        }

        private void add(Found found) {
            byte[] name = found.name().bytes();
            low.update(name);
            high = high * 31 + found.depth();
            add(found.stat());
        }

        long value() {
            return high << 32 ^ low.getValue();
        }

        /// The rules that hold for what lies beside `found`.
        private Ignoring rules(Found found) {
            while (rules.size() > found.depth()) rules.removeLast();
            return rules.getLast();
        }

        @Override
        public boolean enter(Found folder) {
            var here = rules(folder);
            if (here.leavesOut(folder.name(), true) || look.isDepot(folder.stat())) return false;
            add(folder);
            rules.add(here.enter(folder.name(), Optional.empty()));
            return true;
        }

        @Override
        public void entry(Found entry, Folder in) throws Failure {
            var here = rules(entry);
            if (here.leavesOut(entry.name(), false)) return;
            add(entry);
            if (entry.depth() == 1 || !entry.name().equals(Ignoring.FILE)) return;
            var file = AtomicFile.readIfThere(in, Ignoring.FILE, Ignoring.LIMIT_BYTES);
            rules.removeLast();
            var folder = entry.names().get(entry.depth() - 2);
            rules.add(rules.getLast().enter(folder, file));
        }

        @Override
        public void unreadable(Found folder, FileFault why) {
            add(folder);
        }
    }
}
