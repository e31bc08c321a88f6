package dev.berth.session.catalog;

import dev.berth.failure.Failure;
import dev.berth.session.SessionKey;

import java.util.Optional;

/// Who may write to which session.
///
/// No clock of the database and none of another node is believed: a holder shows that it lives by
/// counting its pulse up, and whoever sees the same number for a whole lease, by its own clock that
/// never jumps, may declare it dead. The word of the database decides between the two.
public interface Leases {
    /// A server process that begins to hold leases. Its name never comes back.
    void join(Holder holder) throws Failure;

    /// Counts a holder's pulse up; false when it was declared dead, for good.
    boolean beat(String holder) throws Failure;

    /// A holder as it is known now; empty when nobody knows it.
    Optional<Pulse> pulse(String holder) throws Failure;

    /// Declares a holder dead whose pulse still is what was seen; false when it lives after all.
    boolean bury(String holder, long seen) throws Failure;

    /// Takes the lease when nobody has it, or a dead one; else it tells who does.
    Grant take(SessionKey key, String holder) throws Failure;

    /// The lease as it is; empty when nobody has it.
    Optional<Lease> current(SessionKey key) throws Failure;

    /// Gives it back; nothing happens when it was lost.
    void release(Lease lease) throws Failure;

    /// A server process on a node.
    record Holder(String name, String node, String region) {}

    /// How often a holder has shown that it lives, and whether it was declared dead.
    record Pulse(Holder holder, long beats, boolean dead) {}

    /// The answer to a wish for a lease.
    sealed interface Grant {
        /// It is ours. `fromDead` names the dead holder that it was taken from.
        record Held(Lease lease, Optional<String> fromDead) implements Grant {}

        record Taken(Lease by) implements Grant {}
    }
}
