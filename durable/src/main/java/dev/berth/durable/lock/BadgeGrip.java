package dev.berth.durable.lock;

import dev.berth.durable.Errno;
import dev.berth.durable.FileFault;

import java.time.Duration;

/// Holding under the heartbeat rule: a badge in force, and the empty folder still the one that we
/// made or took over.
final class BadgeGrip implements Grip {
    private static final int LOOKS = 5;
    private static final Duration BETWEEN_LOOKS = Duration.ofMillis(10);

    private final Badge badge;
    private final EmptyFolder folder;
    private final Pace pace;

    BadgeGrip(Badge badge, EmptyFolder folder, Pace pace) {
        this.badge = badge;
        this.folder = folder;
        this.pace = pace;
    }

    @Override
    public boolean isOurs() throws FileFault {
        for (int look = 1; ; look++) {
            if (!badge.isThere()) return false;
            if (folder.isOurs()) return true;
            // With our badge in force, a folder that is missing may be on its way back: someone who
            // lost it has moved it, is looking at it, and will find that it is not his.
            if (look == LOOKS) return false;
            try {
                pace.pause(BETWEEN_LOOKS);
            } catch (InterruptedException interrupted) {
                Thread.currentThread().interrupt();
                return false;
            }
        }
    }

    @Override
    public void note(Note note) throws FileFault {
        badge.note(note);
    }

    @Override
    public void beat() throws FileFault {
        if (!badge.isThere() || !folder.isOurs()) return;
        try {
            folder.touch();
        } catch (FileFault fault) {
            // Taken away just now; whoever asks is told.
            if (!fault.is(Errno.ENOENT)) throw fault;
        }
        badge.beat();
    }

    /// The folder first: as long as our badge is there, we know that it is ours to remove.
    @Override
    public void letGo() throws FileFault {
        boolean kept = folder.leave(badge::isThere);
        badge.remove(kept);
    }

    @Override
    public void close() {
        folder.forget();
        badge.close();
    }
}
