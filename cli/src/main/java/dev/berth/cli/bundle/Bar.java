package dev.berth.cli.bundle;

import dev.berth.bundle.BundleProgress;
import dev.berth.cli.Progress;
import dev.berth.cli.Progress.Unit;
import dev.berth.cli.World;

import org.jspecify.annotations.Nullable;

/// A bar that knows how much there is to do once the work has begun, and through which that work
/// hears that it is to end.
final class Bar implements BundleProgress, AutoCloseable {
    /// Files that are smaller take their time for being files.
    private static final long SMALL_BYTES = 4096;

    private final World world;
    private final String doing;
    private final CleanStop stop = CleanStop.watch();
    private @Nullable Progress shown;
    private Unit unit = Unit.FILES;
    private long before;

    Bar(World world, String doing) {
        this.world = world;
        this.doing = doing;
    }

    @Override
    public void begins(long files, long bytes) {
        stop.check();
        wipe();
        before = 0;
        unit = unit(files, bytes);
        shown = world.progress(doing, unit, unit.of(files, bytes));
    }

    @Override
    public void reached(long files, long bytes) {
        stop.check();
        long now = unit.of(files, bytes);
        if (shown != null && now > before) {
            shown.add(now - before);
            before = now;
        }
    }

    /// What the work is measured in: bytes, or files when there are many small ones.
    static Unit unit(long files, long bytes) {
        return bytes / SMALL_BYTES > files ? Unit.BYTES : Unit.FILES;
    }

    @Override
    public void close() {
        wipe();
        stop.close();
    }

    /// Gives the line back, for something to be said.
    void wipe() {
        if (shown != null) shown.close();
    }
}
