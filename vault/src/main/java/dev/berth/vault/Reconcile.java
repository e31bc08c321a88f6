package dev.berth.vault;

import dev.berth.failure.Failure;

import java.util.Optional;

/// Brings two changes of one file together, while the lock is held.
@FunctionalInterface
public interface Reconcile {
    /// What to write instead; empty when these two cannot be brought together.
    Optional<byte[]> reconciled(byte[] ours, byte[] theirs) throws Failure;

    /// Leaves every conflict to the caller.
    static Reconcile never() {
        return (_, _) -> Optional.empty();
    }
}
