package dev.berth.depot.key;

import dev.berth.depot.chunk.ChunkNamer;
import dev.berth.failure.Failure;

import java.security.SecureRandom;

/// The sealer of a sealed depot.
///
/// A pack's blocks are sealed under a key of that pack, derived from the data key and the pack's
/// random id, with the block's number as nonce. So no nonce repeats as long as no pack id does,
/// whatever is cloned, rolled back or restarted: there is no counter that could be set back.
final class KeyedSealer implements Sealer {
    private static final String PACK_LABEL = "berth pack 1";
    private static final String OBJECT_LABEL = "berth object 1";

    private final KeyScope scope;
    private final byte[] scopeBytes;
    private final DomainKeys keys;
    private final SecureRandom random;

    KeyedSealer(KeyScope scope, DomainKeys keys, SecureRandom random) {
        this.scope = scope;
        this.scopeBytes = scope.bytes();
        this.keys = keys;
        this.random = random;
    }

    @Override
    public KeyScope scope() {
        return scope;
    }

    @Override
    public ChunkNamer namer() {
        return ChunkNamer.keyed(keys.idKey);
    }

    @Override
    public int currentDataKey() {
        return keys.currentDataKey();
    }

    @Override
    public BlockSealer pack(byte[] packId, int dataKey) throws Failure {
        if (packId.length != BlockSealer.PACK_ID_BYTES) {
            throw new IllegalArgumentException("not a pack's id");
        }
        byte[] derived = Hkdf.derive(keys.dataKey(dataKey).secret(), packId, PACK_LABEL);
        return new Blocks(scopeBytes, packId.clone(), new Gcm(derived));
    }

    @Override
    public byte[] sealObject(SealKind kind, String name, byte[] plain) {
        byte[] context = Context.object(scopeBytes, kind, name);
        return OneOff.seal(keys.objectKey, OBJECT_LABEL, context, plain, random);
    }

    @Override
    public byte[] openObject(SealKind kind, String name, byte[] sealed) throws Failure {
        try {
            byte[] context = Context.object(scopeBytes, kind, name);
            return OneOff.open(keys.objectKey, OBJECT_LABEL, context, sealed);
        } catch (Gcm.NotSealedSo refused) {
            throw ClearSealer.damagedObject(kind, name);
        }
    }

    @Override
    public String toString() {
        return "sealer of " + scope;
    }

    private static final class Blocks implements BlockSealer {
        private final byte[] scope;
        private final byte[] packId;
        private final Gcm gcm;

        Blocks(byte[] scope, byte[] packId, Gcm gcm) {
            this.scope = scope;
            this.packId = packId;
            this.gcm = gcm;
        }

        @Override
        public int seal(
                SealKind kind, int number, byte[] plain, int from, int length, byte[] out, int at) {
            byte[] context = Context.block(scope, packId, kind, number);
            return gcm.seal(number, context, plain, from, length, out, at);
        }

        @Override
        public int open(SealKind kind, int number, byte[] sealed, int from, int length, byte[] out)
                throws Failure {
            try {
                byte[] context = Context.block(scope, packId, kind, number);
                return gcm.open(number, context, sealed, from, length, out);
            } catch (Gcm.NotSealedSo refused) {
                throw ClearSealer.damagedBlock(kind, number, packId);
            }
        }
    }
}
