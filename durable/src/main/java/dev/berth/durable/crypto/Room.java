package dev.berth.durable.crypto;

import dev.berth.durable.linux.SystemLibrary.Function;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.util.concurrent.ConcurrentLinkedQueue;

/// Memory that a library can reach, for one thing that it is asked for at a time. Pooled, and never
/// given back: there are as many as threads ever asked at once.
final class Room implements AutoCloseable {
    /// Bytes of the heap go through here in pieces of this size.
    static final int BULK = 64 * 1024;

    /// What is so short costs nothing to wipe.
    static final int SHORT = 256;

    private static final int STATE_AT = BULK;
    private static final int STATE = 128;
    private static final int ANSWER_AT = STATE_AT + STATE;
    private static final int ANSWER = 64;
    private static final int KEY_AT = ANSWER_AT + ANSWER;
    private static final int NONCE_AT = KEY_AT + Aes256Gcm.KEY_BYTES;
    private static final int COUNT_AT = NONCE_AT + 16;
    private static final int ALL = COUNT_AT + 8;

    private static final byte[] NOTHING = new byte[SHORT];
    private static final byte[] NO_KEY = new byte[Aes256Gcm.KEY_BYTES];
    private static final ConcurrentLinkedQueue<Room> POOL = new ConcurrentLinkedQueue<>();

    private final MemorySegment memory = Arena.global().allocate(ALL, 64);
    private final ByteBuffer view = memory.asByteBuffer();
    private long cipher;
    private long met;

    private Room() {}

    /// How many bytes whoever had this room was asked for, these included.
    long met(int length) {
        met += length;
        return met;
    }

    static Room take() {
        var pooled = POOL.poll();
        return pooled == null ? new Room() : pooled;
    }

    @Override
    public void close() {
        POOL.add(this);
    }

    /// Where the next bytes are put.
    long bulk() {
        return memory.address();
    }

    /// Puts at most [#BULK] bytes where the library can read them.
    long bulk(byte[] bytes, int offset, int length) {
        view.put(0, bytes, offset, length);
        return bulk();
    }

    /// Takes what the library has made of them.
    void passed(byte[] out, int at, int length) {
        view.get(0, out, at, length);
    }

    /// For what is remembered from one piece to the next.
    long state() {
        return memory.address() + STATE_AT;
    }

    byte[] begun() {
        var begun = new byte[STATE];
        view.get(STATE_AT, begun);
        return begun;
    }

    void begin(byte[] begun) {
        view.put(STATE_AT, begun);
    }

    long answer() {
        return memory.address() + ANSWER_AT;
    }

    void answered(byte[] out, int at, int length) {
        view.get(ANSWER_AT, out, at, length);
    }

    long key(byte[] key) {
        view.put(KEY_AT, key, 0, Aes256Gcm.KEY_BYTES);
        return memory.address() + KEY_AT;
    }

    void wipeKey() {
        view.put(KEY_AT, NO_KEY);
    }

    /// Of the bytes that were put last.
    void wipeShort() {
        view.put(0, NOTHING);
    }

    long nonce(byte[] nonce) {
        view.put(NONCE_AT, nonce, 0, Aes256Gcm.NONCE_BYTES);
        return memory.address() + NONCE_AT;
    }

    /// Where the library says how many bytes it wrote.
    long count() {
        return memory.address() + COUNT_AT;
    }

    /// The cipher's own memory, which `make` makes the first time.
    long cipher(Function make) {
        if (cipher == 0) cipher = make.call(0, 0, 0, 0, 0);
        if (cipher == 0) throw new OutOfMemoryError("libcrypto has no memory for a cipher");
        return cipher;
    }
}
