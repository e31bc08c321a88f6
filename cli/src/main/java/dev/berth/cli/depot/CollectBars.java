package dev.berth.cli.depot;

import dev.berth.cli.World;
import dev.berth.depot.work.Progress;

import org.jspecify.annotations.Nullable;

/// What a collect shows of itself: first how many files it has gone through to see what is still
/// needed, then how many bytes of packs it has cleared. Safe for use by several threads.
final class CollectBars implements Progress, AutoCloseable {
    private final World world;
    private @Nullable Bar files;
    private @Nullable Bar bytes;

    CollectBars(World world) {
        this.world = world;
    }

    @Override
    public synchronized void expects(long moreFiles, long moreBytes) {
        if (moreFiles > 0) looking().expects(moreFiles, 0);
        if (moreBytes > 0) clearing().expects(0, moreBytes);
    }

    @Override
    public synchronized void reached(long moreFiles, long moreBytes) {
        if (moreFiles > 0) looking().reached(moreFiles, 0);
        if (moreBytes > 0) clearing().reached(0, moreBytes);
    }

    @Override
    public synchronized void close() {
        closeFiles();
        var open = bytes;
        bytes = null;
        if (open != null) open.close();
    }

    /// One line at a time: the other bar goes.
    private Bar looking() {
        var open = files;
        if (open == null) {
            var other = bytes;
            bytes = null;
            if (other != null) other.close();
            open = Bar.ofFiles(world, "Looking");
            files = open;
        }
        return open;
    }

    private Bar clearing() {
        var open = bytes;
        if (open == null) {
            closeFiles();
            open = Bar.ofBytes(world, "Collecting");
            bytes = open;
        }
        return open;
    }

    private void closeFiles() {
        var open = files;
        files = null;
        if (open != null) open.close();
    }
}
