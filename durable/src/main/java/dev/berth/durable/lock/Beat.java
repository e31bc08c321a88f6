package dev.berth.durable.lock;

import dev.berth.durable.Errno;
import dev.berth.durable.FileFault;
import dev.berth.durable.Folder;
import dev.berth.durable.Name;

/// A sign of life inside a claim: an empty file whose name counts up. Seen even where a file system
/// keeps modification times coarsely or not at all.
final class Beat {
    private static final String PREFIX = "beat-";

    private final Folder inside;
    private long count;

    Beat(Folder inside) {
        this.inside = inside;
    }

    static boolean isBeat(Name name) {
        return name.text().filter(text -> text.startsWith(PREFIX)).isPresent();
    }

    /// Where the claim has been taken from us there is nothing to show; whoever asks is told.
    void next() throws FileFault {
        try {
            inside.create(Name.of(PREFIX + (count + 1)), 0600).close();
            count++;
            if (count > 1) inside.unlink(Name.of(PREFIX + (count - 1)));
        } catch (FileFault fault) {
            if (!fault.is(Errno.ENOENT)) throw fault;
        }
    }
}
