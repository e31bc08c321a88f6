package dev.berth.session.life;

import dev.berth.session.SessionKey;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.ReentrantLock;
import java.util.concurrent.locks.StampedLock;

/// Who has the files of which session in hand in this process. A turn that runs has none of this:
/// files are read and written beside it. Safe for use by several threads.
final class Grips {
    private final Map<SessionKey, Grip> grips = new ConcurrentHashMap<>();

    /// What is known of one session as long as anybody uses it.
    private static final class Grip {
        private final ReentrantLock writing = new ReentrantLock(true);
        private final StampedLock moving = new StampedLock();
        private int users;
    }

    /// Something that is ours until it is closed.
    interface Held extends AutoCloseable {
        @Override
        void close();
    }

    private Grip enter(SessionKey key) {
        return grips.compute(
                key,
                (_, there) -> {
                    var grip = there == null ? new Grip() : there;
                    grip.users++;
                    return grip;
                });
    }

    private void leave(SessionKey key) {
        grips.computeIfPresent(key, (_, grip) -> --grip.users == 0 ? null : grip);
    }

    /// Only one at a time writes files, takes a checkpoint of them, or brings and takes them away.
    /// Whoever has it may take it again.
    Held writing(SessionKey key) {
        var grip = enter(key);
        grip.writing.lock();
        return () -> {
            grip.writing.unlock();
            leave(key);
        };
    }

    /// A tree is being taken away: whoever looks into it meanwhile has to look again.
    Held moving(SessionKey key) {
        var grip = enter(key);
        long stamp = grip.moving.writeLock();
        return () -> {
            grip.moving.unlockWrite(stamp);
            leave(key);
        };
    }

    /// A look at files that keeps nobody waiting.
    Look looking(SessionKey key) {
        var grip = enter(key);
        long stamp = grip.moving.tryOptimisticRead();
        if (stamp == 0) {
            long waited = grip.moving.readLock();
            stamp = grip.moving.tryConvertToOptimisticRead(waited);
        }
        return new Look(this, key, grip, stamp);
    }

    /// From some instant on.
    static final class Look implements Held {
        private final Grips grips;
        private final SessionKey key;
        private final Grip grip;
        private final long stamp;

        private Look(Grips grips, SessionKey key, Grip grip, long stamp) {
            this.grips = grips;
            this.key = key;
            this.grip = grip;
            this.stamp = stamp;
        }

        /// Whether no tree was taken away since it began.
        boolean holds() {
            return grip.moving.validate(stamp);
        }

        @Override
        public void close() {
            grips.leave(key);
        }
    }
}
