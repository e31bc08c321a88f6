package dev.berth.durable.lock;

import dev.berth.durable.FileFault;
import dev.berth.failure.Failure;

import java.util.Optional;

/// One try to get a lock, from the first look until it is held or given up.
interface Attempt {
    /// Goes on as far as possible without waiting.
    Optional<Grip> step() throws FileFault, Failure;

    /// Whether a judgement was begun that only more time can finish.
    boolean isUnderWay();

    /// Takes back what was prepared.
    void giveUp();
}
