package dev.berth.cli.disk;

import dev.berth.cli.Progress;
import dev.berth.cli.Progress.Unit;
import dev.berth.cli.World;
import dev.berth.durable.FileFault;
import dev.berth.durable.Name;

import java.nio.file.Path;

/// A progress bar for work on a disk.
final class Bar implements AutoCloseable {
    private final Progress shown;
    private final Unit unit;
    private long before;

    private Bar(Progress shown, Unit unit) {
        this.shown = shown;
        this.unit = unit;
    }

    static Bar ofFiles(World world, String doing) {
        return new Bar(world.progress(doing, Unit.FILES, 0), Unit.FILES);
    }

    /// For a copy that will be about as large as `source`.
    static Bar ofBytes(World world, String doing, Path source) {
        return new Bar(world.progress(doing, Unit.BYTES, size(world, source)), Unit.BYTES);
    }

    void reached(long files, long bytes) {
        long now = unit.of(files, bytes);
        if (now > before) {
            shown.add(now - before);
            before = now;
        }
    }

    private static long size(World world, Path file) {
        Path name = file.getFileName();
        Path parent = file.getParent();
        if (name == null || parent == null) return 0;
        try (var folder = world.files().open(parent)) {
            return folder.stat(Name.of(name.toString())).map(stat -> stat.size()).orElse(0L);
        } catch (FileFault unknown) {
            return 0;
        }
    }

    @Override
    public void close() {
        shown.close();
    }
}
