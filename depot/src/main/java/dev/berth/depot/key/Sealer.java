package dev.berth.depot.key;

import dev.berth.depot.chunk.ChunkNamer;
import dev.berth.failure.Failure;

import java.security.SecureRandom;

/// Everything that a domain's keys are used for, in a sealed depot and in a clear one alike: names
/// of chunks, blocks of packs, and single objects. Where there are no keys, checksums stand in
/// their place: damage is found in the same places, a forger is not.
///
/// Safe for use by several threads; each thread takes a [ChunkNamer] of its own.
public sealed interface Sealer permits ClearSealer, KeyedSealer {
    /// The number of the data key in a depot that has none.
    int NO_KEY = 0;

    static Sealer clear(KeyScope scope) {
        return new ClearSealer(scope);
    }

    static Sealer keyed(KeyScope scope, DomainKeys keys, SecureRandom random) {
        return new KeyedSealer(scope, keys, random);
    }

    KeyScope scope();

    ChunkNamer namer();

    /// The data key that new packs are sealed under; they record its number.
    int currentDataKey();

    /// For the blocks of the pack with this random id under data key `dataKey`; [Failure.WrongKey]
    /// when that is none of ours.
    BlockSealer pack(byte[] packId, int dataKey) throws Failure;

    /// Seals an object that is stored whole under `name`.
    byte[] sealObject(SealKind kind, String name, byte[] plain);

    /// The object again; [Failure.Damaged] when it is not what was stored under that name.
    byte[] openObject(SealKind kind, String name, byte[] sealed) throws Failure;
}
