package dev.berth.disk.moving;

import dev.berth.disk.Disk;
import dev.berth.disk.DiskEntry;
import dev.berth.disk.DiskFiles;
import dev.berth.disk.EntryKind;
import dev.berth.disk.EntrySink;
import dev.berth.disk.Layout;
import dev.berth.disk.Progress;
import dev.berth.disk.QueryLimits;
import dev.berth.disk.Tally;
import dev.berth.disk.Volume;
import dev.berth.disk.VolumePath;
import dev.berth.durable.AtomicFile;
import dev.berth.durable.FileFault;
import dev.berth.durable.FileLayer;
import dev.berth.durable.Place;
import dev.berth.failure.Failure;

import java.lang.foreign.MemorySegment;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.Map;
import java.util.Set;

/// Disks in file form as plain text, one line for each file, written through a file layer: what
/// SQLite does, on layers that SQLite cannot work on. Nothing is synced, as the port says.
record WrittenDisks(FileLayer files) implements DiskFiles {
    private static final int MOST = 1 << 16;

    static String line(Volume volume, String path, String content) {
        return volume.label() + " " + path + " " + content + "\n";
    }

    private String text(Path file) throws Failure {
        var place = Place.of(file);
        try (var folder = files.open(place.folder())) {
            return new String(AtomicFile.read(folder, place.name(), MOST), StandardCharsets.UTF_8);
        } catch (FileFault fault) {
            throw fault.asFailure(file.toString());
        }
    }

    private void write(Path file, String text) throws Failure {
        var place = Place.of(file);
        try (var folder = files.open(place.folder());
                var open = folder.create(place.name(), 0600)) {
            open.writeFully(MemorySegment.ofArray(text.getBytes(StandardCharsets.UTF_8)), 0);
        } catch (FileFault fault) {
            throw fault.asFailure(file.toString());
        }
    }

    @Override
    public void readProving(Path file, Set<Volume> volumes, EntrySink sink) throws Failure {
        for (String line : text(file).lines().toList()) {
            String[] parts = line.split(" ", 3);
            var volume = Volume.parse(parts[0]);
            if (!volumes.contains(volume)) continue;
            byte[] bytes = parts[2].getBytes(StandardCharsets.UTF_8);
            var path = new VolumePath(parts[1]);
            sink.take(volume, new DiskEntry(path, EntryKind.FILE, bytes.length, 7, 8), bytes);
        }
    }

    @Override
    public void read(Path file, Set<Volume> volumes, EntrySink look, WhenProven sink)
            throws Failure {
        readProving(file, volumes, look);
        readProving(file, volumes, sink.begin());
    }

    @Override
    public Building build(Path target, Layout layout) {
        var lines = new StringBuilder();
        return new Building() {
            @Override
            public void take(Volume volume, DiskEntry entry, byte[] content) {
                String text = new String(content, StandardCharsets.UTF_8);
                lines.append(line(volume, entry.path().value(), text));
            }

            @Override
            public void finish() throws Failure {
                write(target, lines.toString());
            }

            @Override
            public void close() {}
        };
    }

    @Override
    public void copy(Path live, Path copy, Progress progress) throws Failure {
        write(copy, text(live));
    }

    @Override
    public Map<Volume, Tally> extract(
            Path source, Path target, Set<Volume> volumes, Rigour rigour, Progress progress)
            throws Failure {
        try (var building = build(target, Layout.DISK)) {
            readProving(source, volumes, building);
            building.finish();
        }
        return tallies(source);
    }

    @Override
    public Map<Volume, Tally> tallies(Path file) throws Failure {
        var tallies = new EnumMap<Volume, Tally>(Volume.class);
        readProving(
                file,
                Volume.all(),
                (volume, entry, _) ->
                        tallies.merge(volume, Tally.NOTHING.and(entry.size()), Tally::and));
        return tallies;
    }

    @Override
    public boolean same(Path one, Path other, Set<Volume> volumes) throws Failure {
        var texts = new StringBuilder[] {new StringBuilder(), new StringBuilder()};
        var sources = new Path[] {one, other};
        for (int i = 0; i < 2; i++) {
            var into = texts[i];
            readProving(
                    sources[i],
                    volumes,
                    (volume, entry, content) ->
                            into.append(volume)
                                    .append(entry.path())
                                    .append(new String(content, StandardCharsets.UTF_8)));
        }
        return texts[0].toString().equals(texts[1].toString());
    }

    @Override
    public Layout layout(Path file) {
        return Layout.DISK;
    }

    @Override
    public boolean holdsAny(Path file, Set<Volume> volumes) {
        return true;
    }

    @Override
    public void turnLive(Path file) {}

    @Override
    public void prove(Path file, Set<Volume> volumes) {}

    @Override
    public Disk open(Path file) {
        throw new IllegalStateException("not opened in these tests");
    }

    @Override
    public Disk inMemory() {
        throw new IllegalStateException("not opened in these tests");
    }

    @Override
    public Building rebuild(Path file, Layout layout) {
        throw new IllegalStateException("not replaced in these tests");
    }

    @Override
    public Scratch scratch(String sql, QueryLimits limits) {
        throw new IllegalStateException("not asked in these tests");
    }
}
