package dev.berth.depot.key;

import dev.berth.failure.Failure;

import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.util.Arrays;
import java.util.HexFormat;

/// The one secret that opens all others: 32 bytes, which whoever runs a depot keeps. As a
/// [KeyService] it is the local one.
public final class MasterKey implements KeyService, AutoCloseable {
    private static final String WRAP_LABEL = "berth wrap 1";
    private static final String ID_LABEL = "berth master key id 1";

    private final byte[] bytes;
    private final SecureRandom random;
    private final String keyId;

    private MasterKey(byte[] bytes, SecureRandom random) {
        this.bytes = bytes;
        this.random = random;
        byte[] id = Hkdf.derive(bytes, new byte[Gcm.KEY_BYTES], ID_LABEL);
        this.keyId = HexFormat.of().formatHex(id, 0, 16);
    }

    public static MasterKey generate(SecureRandom random) {
        var bytes = new byte[Gcm.KEY_BYTES];
        random.nextBytes(bytes);
        return new MasterKey(bytes, random);
    }

    /// The key that `text` spells in 64 hexadecimal digits; `from` says where it was found.
    public static MasterKey parse(String text, String from, SecureRandom random) throws Failure {
        return parse(text.getBytes(StandardCharsets.UTF_8), from, random);
    }

    static MasterKey parse(byte[] text, String from, SecureRandom random) throws Failure {
        int length = text.length;
        while (length > 0 && (text[length - 1] == '\n' || text[length - 1] == '\r')) length--;
        if (length == 2 * Gcm.KEY_BYTES) {
            var bytes = new byte[Gcm.KEY_BYTES];
            int wrong = 0;
            for (int i = 0; i < bytes.length; i++) {
                int value = digit(text[2 * i]) << 4 | digit(text[2 * i + 1]);
                wrong |= value;
                bytes[i] = (byte) value;
            }
            if (wrong >= 0) return new MasterKey(bytes, random);
        }
        throw new Failure.WrongKey(
                from + " holds no master key",
                "it is 64 hexadecimal digits and nothing else; the path of a file that holds them"
                        + " goes with --key-file");
    }

    /// The line that a key file holds; the caller wipes it.
    byte[] line() {
        var line = new byte[2 * bytes.length + 1];
        for (int i = 0; i < bytes.length; i++) {
            line[2 * i] = (byte) Character.forDigit(bytes[i] >> 4 & 0xf, 16);
            line[2 * i + 1] = (byte) Character.forDigit(bytes[i] & 0xf, 16);
        }
        line[line.length - 1] = '\n';
        return line;
    }

    @Override
    public String keyId() {
        return keyId;
    }

    @Override
    public byte[] wrap(byte[] secret, byte[] context) {
        return OneOff.seal(bytes, WRAP_LABEL, context, secret, random);
    }

    @Override
    public byte[] unwrap(byte[] wrapped, byte[] context) throws Failure {
        try {
            return OneOff.open(bytes, WRAP_LABEL, context, wrapped);
        } catch (Gcm.NotSealedSo refused) {
            throw new Failure.Damaged(
                    "wrapped keys are not what master key " + keyId + " wrapped for this place",
                    "bring the keys object back from a copy of the depot");
        }
    }

    /// Wipes the key; it opens nothing any more.
    @Override
    public void close() {
        Arrays.fill(bytes, (byte) 0);
    }

    @Override
    public String toString() {
        return "master key " + keyId;
    }

    private static int digit(byte b) {
        return Character.digit(b & 0xff, 16);
    }
}
