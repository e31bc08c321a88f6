package dev.berth.vault;

import dev.berth.durable.AtomicFile;
import dev.berth.durable.FileFault;
import dev.berth.durable.FileStat.Kind;
import dev.berth.durable.Folder;
import dev.berth.durable.Name;

import java.time.Duration;
import java.time.Instant;
import java.util.regex.Pattern;

/// What captures that were killed left in the inbox: temporaries of notes, too old for anybody to
/// be still at work on them.
record Leftovers(Folder inbox, Instant now) {
    private static final Duration FORGOTTEN = Duration.ofHours(1);
    private static final Pattern NOTE =
            Pattern.compile("\\.[0-9]{8}T[0-9]{6}\\.[0-9]{6}Z[-~].*", Pattern.DOTALL);

    /// What cannot be removed stays: a capture does not fail for it.
    void remove() {
        try {
            for (var entry : inbox.list()) {
                boolean isOurs = entry.kind() == Kind.FILE && isTemporary(entry.name());
                if (isOurs && isForgotten(entry.name())) inbox.unlink(entry.name());
            }
        } catch (FileFault left) {
            // The next capture tries again.
        }
    }

    private static boolean isTemporary(Name name) {
        return AtomicFile.isTemporary(name) && NOTE.matcher(name.toString()).matches();
    }

    private boolean isForgotten(Name name) throws FileFault {
        return inbox.stat(name)
                .filter(stat -> stat.modified().plus(FORGOTTEN).isBefore(now))
                .isPresent();
    }
}
