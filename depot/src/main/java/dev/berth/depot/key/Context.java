package dev.berth.depot.key;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/// What is authenticated besides the bytes themselves.
///
/// A block: the scope, the pack's id (32), the kind (1), the block's number (4). An object: the
/// scope, the kind (1), its name. The scope is `depot`, `tenant` and `domain`, each with its length
/// in two bytes in front.
final class Context {
    private Context() {}

    static byte[] block(byte[] scope, byte[] packId, SealKind kind, int number) {
        return ByteBuffer.allocate(scope.length + packId.length + 5)
                .put(scope)
                .put(packId)
                .put((byte) kind.code())
                .putInt(number)
                .array();
    }

    static byte[] object(byte[] scope, SealKind kind, String name) {
        byte[] text = name.getBytes(StandardCharsets.UTF_8);
        return ByteBuffer.allocate(scope.length + 1 + text.length)
                .put(scope)
                .put((byte) kind.code())
                .put(text)
                .array();
    }
}
