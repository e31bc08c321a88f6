package dev.berth.bundle;

/// Hears how far shipping or receiving has come; called often, so it must return at once.
public interface BundleProgress {
    BundleProgress NONE =
            new BundleProgress() {
                @Override
                public void begins(long files, long bytes) {}

                @Override
                public void reached(long files, long bytes) {}
            };

    /// So much is to be done, as far as is known. May come again: the work starts over then.
    void begins(long files, long bytes);

    /// So much has been done since it began.
    void reached(long files, long bytes);
}
