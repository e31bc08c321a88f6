package dev.berth.depot.watch;

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
import java.nio.file.Path;
import java.util.List;
import java.util.zip.CRC32C;

/// What a tree, or a disk in file form, looks like from outside: one look-up for each entry, and no
/// file is read.
public record TreeLook(FileLayer files, Path path) implements Watch.Look {
    private static final List<String> BESIDES = List.of("", "-wal", "-journal");

    @Override
    public long now() throws Failure {
        var seen = new Seen();
        try (var root = files.open(path)) {
            seen.add(root.stat());
            Walk.<Failure>below(root, seen);
        } catch (FileFault fault) {
            if (fault.errno() != Errno.ENOTDIR) {
                throw fault.asFailure(path.toString());
            }
            file(seen);
        }
        return seen.value();
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
        private final CRC32C low = new CRC32C();
        private final ByteBuffer facts = ByteBuffer.allocate(64);
        private long high;

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

        @Override
        public boolean enter(Found folder) {
            add(folder);
            return true;
        }

        @Override
        public void entry(Found entry, Folder in) {
            add(entry);
        }

        @Override
        public void unreadable(Found folder, FileFault why) {
            add(folder);
        }
    }
}
