package dev.berth.depot.key;

import dev.berth.failure.Failure;

/// Seals and opens the blocks of one pack. The same number must never be sealed twice with other
/// bytes: a pack that is begun again gets a new random id.
///
/// Safe for use by several threads.
public interface BlockSealer {
    /// How many bytes longer a block is when it is sealed.
    int OVERHEAD_BYTES = 16;

    /// How long the id of a pack is: enough that random ones never meet.
    int PACK_ID_BYTES = 32;

    /// Seals `length` bytes of `plain` into `out` from `at` on, and returns how many were written.
    int seal(SealKind kind, int number, byte[] plain, int from, int length, byte[] out, int at);

    /// Puts what was sealed to the start of `out` and returns how many bytes that is, which is
    /// [#OVERHEAD_BYTES] fewer; [Failure.Damaged] when it is not exactly that block of that pack.
    int open(SealKind kind, int number, byte[] sealed, int from, int length, byte[] out)
            throws Failure;

    default byte[] seal(SealKind kind, int number, byte[] plain) {
        var sealed = new byte[plain.length + OVERHEAD_BYTES];
        seal(kind, number, plain, 0, plain.length, sealed, 0);
        return sealed;
    }

    default byte[] open(SealKind kind, int number, byte[] sealed) throws Failure {
        var plain = new byte[Math.max(0, sealed.length - OVERHEAD_BYTES)];
        open(kind, number, sealed, 0, sealed.length, plain);
        return plain;
    }
}
