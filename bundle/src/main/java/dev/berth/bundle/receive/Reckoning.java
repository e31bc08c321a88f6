package dev.berth.bundle.receive;

import dev.berth.bundle.BundleProgress;

/// Adds up what several threads have unpacked, and says so.
final class Reckoning {
    private final BundleProgress progress;
    private long files;
    private long bytes;

    Reckoning(BundleProgress progress) {
        this.progress = progress;
    }

    synchronized void add(long moreFiles, long moreBytes) {
        files += moreFiles;
        bytes += moreBytes;
        progress.reached(files, bytes);
    }
}
