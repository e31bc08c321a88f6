package dev.berth.vault;

import dev.berth.durable.FileFault;
import dev.berth.durable.FileStat;
import dev.berth.durable.OpenFile;
import dev.berth.failure.Failure;

/// Files whose bytes are not here: placeholders that a sync client fills when somebody reads them.
final class NotDownloaded {
    static final String ADVICE =
            "let the sync client keep the vault on this machine (in Drive: Available offline), wait"
                    + " until it has, and try again";

    private NotDownloaded() {}

    static Failure failure(String file, String how) {
        return new Failure.Unavailable(
                "%s: not downloaded to this machine (%s)".formatted(file, how), ADVICE);
    }

    /// A size, no block for it, and not even a small piece of data that lies elsewhere: some file
    /// systems keep tiny files within their own bookkeeping and count no block for them.
    static boolean looksLike(OpenFile file, FileStat stat) throws FileFault {
        return stat.size() > 0 && stat.blocks() == 0 && file.nextData(0) >= stat.size();
    }
}
