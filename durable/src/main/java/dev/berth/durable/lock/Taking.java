package dev.berth.durable.lock;

import dev.berth.durable.FileFault;
import dev.berth.failure.Failure;

/// Tries until a lock is held or the time is up.
record Taking(Attempt attempt, Wait waiting) {
    Grip run() throws FileFault, Failure, InterruptedException, Stuck {
        boolean done = false;
        try {
            while (true) {
                var grip = attempt.step();
                if (grip.isPresent()) {
                    done = true;
                    return grip.get();
                }
                if (waiting.isOver() && !attempt.isUnderWay()) throw new Stuck();
                waiting.pause();
            }
        } finally {
            if (!done) attempt.giveUp();
        }
    }

    /// The time is up and someone else still there.
    static final class Stuck extends Exception {
        private static final long serialVersionUID = 1;
    }
}
