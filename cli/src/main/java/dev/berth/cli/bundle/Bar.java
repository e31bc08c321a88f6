package dev.berth.cli.bundle;

import dev.berth.bundle.BundleProgress;
import dev.berth.cli.Progress;
import dev.berth.cli.World;

import org.jspecify.annotations.Nullable;

/// A bar that knows how much there is to do once the work has begun.
final class Bar implements BundleProgress, AutoCloseable {
    private final World world;
    private final String doing;
    private @Nullable Progress shown;
    private long before;

    Bar(World world, String doing) {
        this.world = world;
        this.doing = doing;
    }

    @Override
    public void begins(long files, long bytes) {
        close();
        before = 0;
        shown = world.progress(doing, Progress.Unit.BYTES, bytes);
    }

    @Override
    public void reached(long files, long bytes) {
        if (shown != null && bytes > before) {
            shown.add(bytes - before);
            before = bytes;
        }
    }

    @Override
    public void close() {
        if (shown != null) shown.close();
    }
}
