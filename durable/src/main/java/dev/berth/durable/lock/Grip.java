package dev.berth.durable.lock;

import dev.berth.durable.FileFault;

/// All that being the holder consists of, under one rule or the other. Used by one thread at a
/// time.
interface Grip {
    /// Whether we still hold.
    boolean isOurs() throws FileFault;

    /// Notes where a file is about to be staged, so that a taker finds it; `ENOENT` when we do not
    /// hold any more.
    void note(Note note) throws FileFault;

    /// Shows that we are alive, if we still hold.
    void beat() throws FileFault;

    /// Gives the lock back, unless somebody else has it.
    void letGo() throws FileFault;

    /// Closes what is open.
    void close();
}
