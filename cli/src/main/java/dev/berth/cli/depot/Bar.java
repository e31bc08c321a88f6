package dev.berth.cli.depot;

import dev.berth.cli.Progress;
import dev.berth.cli.Progress.Unit;
import dev.berth.cli.World;

/// A progress bar for work on a depot: rate, and time left as soon as it is known how much there
/// is. One of files or of bytes.
record Bar(Progress shown, Unit unit) implements AutoCloseable {
    static Bar ofBytes(World world, String doing) {
        return new Bar(world.progress(doing, Unit.BYTES, 0), Unit.BYTES);
    }

    static Bar ofFiles(World world, String doing) {
        return new Bar(world.progress(doing, Unit.FILES, 0), Unit.FILES);
    }

    void expects(long files, long bytes) {
        shown.expect(unit.of(files, bytes));
    }

    void reached(long files, long bytes) {
        shown.add(unit.of(files, bytes));
    }

    Telling telling() {
        return new Telling(this);
    }

    @Override
    public void close() {
        shown.close();
    }
}
