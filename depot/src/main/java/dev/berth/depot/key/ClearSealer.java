package dev.berth.depot.key;

import dev.berth.depot.chunk.ChunkNamer;
import dev.berth.durable.crypto.Sha256;
import dev.berth.failure.Failure;

import java.util.Arrays;
import java.util.HexFormat;
import java.util.Locale;

/// The sealer of a clear depot: bytes as they are, with the first 16 bytes of a SHA-256 over the
/// context and them behind, where a sealed depot has its tag.
final class ClearSealer implements Sealer {
    private final KeyScope scope;
    private final byte[] scopeBytes;

    ClearSealer(KeyScope scope) {
        this.scope = scope;
        this.scopeBytes = scope.bytes();
    }

    @Override
    public KeyScope scope() {
        return scope;
    }

    @Override
    public ChunkNamer namer() {
        return ChunkNamer.clear();
    }

    @Override
    public int currentDataKey() {
        return NO_KEY;
    }

    @Override
    public BlockSealer pack(byte[] packId, int dataKey) throws Failure {
        if (packId.length != BlockSealer.PACK_ID_BYTES) {
            throw new IllegalArgumentException("not a pack's id");
        }
        if (dataKey != NO_KEY) {
            throw new Failure.WrongKey(
                    "a pack is sealed under data key " + dataKey + ", and the depot is clear",
                    "bring depot.json back from a copy");
        }
        return new Blocks(scopeBytes, packId.clone());
    }

    @Override
    public byte[] sealObject(SealKind kind, String name, byte[] plain) {
        byte[] out = Arrays.copyOf(plain, plain.length + BlockSealer.OVERHEAD_BYTES);
        byte[] sum = sum(Context.object(scopeBytes, kind, name), plain, 0, plain.length);
        System.arraycopy(sum, 0, out, plain.length, BlockSealer.OVERHEAD_BYTES);
        return out;
    }

    @Override
    public byte[] openObject(SealKind kind, String name, byte[] sealed) throws Failure {
        byte[] context = Context.object(scopeBytes, kind, name);
        if (!holds(context, sealed, 0, sealed.length)) throw damagedObject(kind, name);
        return Arrays.copyOf(sealed, sealed.length - BlockSealer.OVERHEAD_BYTES);
    }

    static Failure damagedObject(SealKind kind, String name) {
        return new Failure.Damaged(
                "%s is not the %s that was stored there".formatted(name, word(kind)),
                "run `berth depot verify`");
    }

    static Failure damagedBlock(SealKind kind, int number, byte[] packId) {
        return new Failure.Damaged(
                "block %d (%s) of %s is not what was stored there"
                        .formatted(number, word(kind), HexFormat.of().formatHex(packId)),
                "run `berth depot verify`");
    }

    private static String word(SealKind kind) {
        return kind.name().toLowerCase(Locale.ROOT);
    }

    private static boolean holds(byte[] context, byte[] sealed, int from, int length) {
        int plain = length - BlockSealer.OVERHEAD_BYTES;
        if (plain < 0) return false;
        byte[] sum = sum(context, sealed, from, plain);
        int end = from + length;
        return Arrays.equals(sum, 0, BlockSealer.OVERHEAD_BYTES, sealed, from + plain, end);
    }

    private static byte[] sum(byte[] context, byte[] bytes, int from, int length) {
        var sum = new byte[Sha256.BYTES];
        new Sha256().hash(context, bytes, from, length, sum, 0);
        return sum;
    }

    private static final class Blocks implements BlockSealer {
        private final byte[] scope;
        private final byte[] packId;

        Blocks(byte[] scope, byte[] packId) {
            this.scope = scope;
            this.packId = packId;
        }

        @Override
        public int seal(
                SealKind kind, int number, byte[] plain, int from, int length, byte[] out, int at) {
            System.arraycopy(plain, from, out, at, length);
            byte[] sum = sum(Context.block(scope, packId, kind, number), plain, from, length);
            System.arraycopy(sum, 0, out, at + length, OVERHEAD_BYTES);
            return length + OVERHEAD_BYTES;
        }

        @Override
        public int open(SealKind kind, int number, byte[] sealed, int from, int length, byte[] out)
                throws Failure {
            byte[] context = Context.block(scope, packId, kind, number);
            if (!holds(context, sealed, from, length)) throw damagedBlock(kind, number, packId);
            System.arraycopy(sealed, from, out, 0, length - OVERHEAD_BYTES);
            return length - OVERHEAD_BYTES;
        }
    }
}
