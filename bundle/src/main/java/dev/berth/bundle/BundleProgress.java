package dev.berth.bundle;

/// Hears how far shipping or receiving has come; called often, so it must return at once. What it
/// throws ends the work, which then leaves nothing behind.
public interface BundleProgress {
    BundleProgress NONE =
            new BundleProgress() {
                @Override
                public void begins(long files, long bytes) {}

                @Override
                public void reached(long files, long bytes) {}
            };

    /// So much is to be done; nothing of it is known yet when both are 0. May come again: another
    /// part of the work starts then, or the same once more.
    void begins(long files, long bytes);

    /// So much has been done since it began; may fall behind what was said when a file has to be
    /// read again.
    void reached(long files, long bytes);
}
