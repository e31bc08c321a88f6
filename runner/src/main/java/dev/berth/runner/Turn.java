package dev.berth.runner;

import dev.berth.failure.Failure;

import java.lang.foreign.MemorySegment;
import java.util.Optional;

/// One command in a sandbox. Its output, both streams as they come, is kept in a file: nobody has
/// to listen while it runs, and the next server reads on where this one stopped.
///
/// It ends when its command exits, even when children of it still hold the output open.
public interface Turn {
    /// Counts from 1 in each sandbox.
    int number();

    /// Reads output from `position` on and returns how many bytes; 0 when there is no more yet.
    int read(MemorySegment into, long position) throws Failure;

    /// How it ended; empty while it runs.
    Optional<Ending> ending() throws Failure;

    /// Ends every process that this turn started, those in a session of their own too: asked first,
    /// after a moment killed. What earlier turns left running stays. Does nothing when the turn has
    /// ended.
    void cancel() throws Failure;
}
