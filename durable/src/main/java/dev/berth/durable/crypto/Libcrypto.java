package dev.berth.durable.crypto;

import dev.berth.durable.linux.SystemLibrary;
import dev.berth.durable.linux.SystemLibrary.Function;

import java.util.Arrays;
import java.util.HexFormat;
import java.util.NoSuchElementException;
import java.util.Optional;

/// OpenSSL's libcrypto, version 3, as the system has it: SHA-256 and AES-256-GCM. It is trusted
/// once it has given two known answers. Safe for use by several threads.
final class Libcrypto {
    private static final String NAME = "libcrypto.so.3";

    /* No configuration is read: a policy for others must not decide about formats of ours. And
     * nothing is taken down at the end of the process, when threads may still be at work. */
    private static final long NO_LOAD_CONFIG = 0x80;
    private static final long NO_ATEXIT = 0x80000;

    private static final long GET_TAG = 0x10;
    private static final long SET_TAG = 0x11;

    /// Few bytes are copied to memory that the library can reach. When there were many, more are
    /// handed over where they lie, to which the way has to be made first.
    private static final long MUCH = 8 << 20;

    /// What the library works on where it lies: no collector can begin meanwhile.
    private static final int PIECE = 1 << 20;

    private static final Optional<Libcrypto> HERE = load(MUCH);

    private final long much;

    private final Function shaUpdate;
    private final Function shaFinal;
    private final Function newContext;
    private final Function reset;
    private final Function control;
    private final Function encryptInit;
    private final Function encrypt;
    private final Function encryptFinal;
    private final Function decryptInit;
    private final Function decrypt;
    private final Function decryptFinal;
    private final long cipher;

    /// What is remembered of nothing hashed yet: set anew for each hash, which costs less than to
    /// ask for it, and far less than the one function that does all of it, since that looks its own
    /// algorithm up by name each time.
    private final byte[] begun;

    private Libcrypto(SystemLibrary library, long much) {
        this.much = much;
        shaUpdate = function(library, "SHA256_Update");
        shaFinal = function(library, "SHA256_Final");
        newContext = function(library, "EVP_CIPHER_CTX_new");
        reset = function(library, "EVP_CIPHER_CTX_reset");
        control = function(library, "EVP_CIPHER_CTX_ctrl");
        encryptInit = function(library, "EVP_EncryptInit_ex");
        encrypt = function(library, "EVP_EncryptUpdate");
        encryptFinal = function(library, "EVP_EncryptFinal_ex");
        decryptInit = function(library, "EVP_DecryptInit_ex");
        decrypt = function(library, "EVP_DecryptUpdate");
        decryptFinal = function(library, "EVP_DecryptFinal_ex");
        must(function(library, "OPENSSL_init_crypto"), NO_LOAD_CONFIG | NO_ATEXIT, 0, 0, 0, 0);
        cipher = function(library, "EVP_aes_256_gcm").call(0, 0, 0, 0, 0);
        try (var room = Room.take()) {
            must(function(library, "SHA256_Init"), room.state(), 0, 0, 0, 0);
            begun = room.begun();
        }
    }

    /// The one of this system; empty where it is missing or is not what we know.
    static Optional<Libcrypto> here() {
        return HERE;
    }

    /// @param much from how many bytes on they are not copied any more
    static Optional<Libcrypto> load(long much) {
        try {
            return SystemLibrary.find(NAME)
                    .map(library -> new Libcrypto(library, much))
                    .filter(Libcrypto::answersRightly);
        } catch (NoSuchElementException | IllegalStateException other) {
            // Built without some of it, or does not start: the JDK has all of it.
            return Optional.empty();
        }
    }

    private static Function function(SystemLibrary library, String name) {
        return library.function(name).orElseThrow();
    }

    private boolean answersRightly() {
        var hash = new byte[Sha256.BYTES];
        sha256(new byte[0], new byte[] {'a', 'b', 'c'}, 0, 3, hash, 0);
        var sealed = new byte[16 + Aes256Gcm.TAG_BYTES];
        var zeros = new byte[Aes256Gcm.KEY_BYTES];
        seal(zeros, zeros, new byte[0], zeros, 0, 16, sealed, 0);
        var hex = HexFormat.of();
        return hex.formatHex(hash)
                        .equals("ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad")
                && hex.formatHex(sealed)
                        .equals("cea7403d4d606b6e074ec5d3baf39d18d0d1c8a799996bf0265b98b5d48ab919");
    }

    /// The hash of `head` and what follows it.
    void sha256(byte[] head, byte[] bytes, int offset, int length, byte[] out, int at) {
        try (var room = Room.take()) {
            room.begin(begun);
            hash(room, head, 0, head.length);
            hash(room, bytes, offset, length);
            must(shaFinal, room.answer(), room.state(), 0, 0, 0);
            room.answered(out, at, Sha256.BYTES);
            // What is short may be a secret, or made of a key.
            if (length <= Room.SHORT) room.wipeShort();
        }
    }

    private void hash(Room room, byte[] bytes, int offset, int length) {
        if (room.met(length) > much) {
            for (int done = 0; done < length; done += PIECE) {
                int count = Math.min(PIECE, length - done);
                must(shaUpdate.callOn(room.state(), bytes, offset + done, count));
            }
            return;
        }
        for (int done = 0; done < length; done += Room.BULK) {
            int count = Math.min(Room.BULK, length - done);
            must(shaUpdate, room.state(), room.bulk(bytes, offset + done, count), count, 0, 0);
        }
    }

    /// Seals, with the tag behind; `nonce` counts for its first bytes only.
    void seal(
            byte[] key,
            byte[] nonce,
            byte[] context,
            byte[] plain,
            int from,
            int length,
            byte[] out,
            int at) {
        try (var room = Room.take()) {
            long state = room.cipher(newContext);
            try {
                must(encryptInit, state, cipher, 0, room.key(key), room.nonce(nonce));
                tell(encrypt, state, room, context);
                pass(encrypt, state, room, plain, from, length, out, at);
                must(encryptFinal, state, room.bulk(), room.count(), 0, 0);
                must(control, state, GET_TAG, Aes256Gcm.TAG_BYTES, room.answer(), 0);
                room.answered(out, at + length, Aes256Gcm.TAG_BYTES);
            } finally {
                forget(state, room);
            }
        }
    }

    /// Opens what is behind the tag's bytes; whether it was sealed so. If not, `out` has nothing of
    /// it.
    boolean open(
            byte[] key,
            byte[] nonce,
            byte[] context,
            byte[] sealed,
            int from,
            int length,
            byte[] out,
            int at) {
        int plain = length - Aes256Gcm.TAG_BYTES;
        try (var room = Room.take()) {
            long state = room.cipher(newContext);
            try {
                must(decryptInit, state, cipher, 0, room.key(key), room.nonce(nonce));
                tell(decrypt, state, room, context);
                pass(decrypt, state, room, sealed, from, plain, out, at);
                long tag = room.bulk(sealed, from + plain, Aes256Gcm.TAG_BYTES);
                must(control, state, SET_TAG, Aes256Gcm.TAG_BYTES, tag, 0);
                boolean holds = good(decryptFinal.call(state, room.bulk(), room.count(), 0, 0));
                if (!holds) Arrays.fill(out, at, at + plain, (byte) 0);
                return holds;
            } finally {
                forget(state, room);
            }
        }
    }

    /// What is authenticated and not sealed.
    private static void tell(Function update, long state, Room room, byte[] context) {
        for (int from = 0; from < context.length; from += Room.BULK) {
            int count = Math.min(Room.BULK, context.length - from);
            must(update, state, 0, room.count(), room.bulk(context, from, count), count);
        }
    }

    private void pass(
            Function update,
            long state,
            Room room,
            byte[] in,
            int from,
            int length,
            byte[] out,
            int at) {
        if (room.met(length) > much) {
            for (int done = 0; done < length; done += PIECE) {
                int count = Math.min(PIECE, length - done);
                must(update.callOn(state, out, at + done, room.count(), in, from + done, count));
            }
            return;
        }
        for (int done = 0; done < length; done += Room.BULK) {
            int count = Math.min(Room.BULK, length - done);
            long bulk = room.bulk(in, from + done, count);
            must(update, state, bulk, room.count(), bulk, count);
            room.passed(out, at + done, count);
        }
    }

    /// Neither the key nor what was made of it stays in memory.
    private void forget(long state, Room room) {
        must(reset, state, 0, 0, 0, 0);
        room.wipeKey();
    }

    private static void must(Function function, long a, long b, long c, long d, long e) {
        must(function.call(a, b, c, d, e));
    }

    private static void must(long answer) {
        if (!good(answer)) throw new IllegalStateException("libcrypto refused what it must do");
    }

    /// What comes back is an int; the other half of the word is anything.
    private static boolean good(long answer) {
        return (int) answer > 0;
    }
}
