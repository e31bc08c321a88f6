package dev.berth.cli.depot;

import dev.berth.depot.work.Progress;

/// Hands what the depot tells of its work to a bar.
record Telling(Bar bar) implements Progress {
    @Override
    public void reached(long files, long bytes) {
        bar.reached(files, bytes);
    }

    @Override
    public void expects(long files, long bytes) {
        bar.expects(files, bytes);
    }
}
