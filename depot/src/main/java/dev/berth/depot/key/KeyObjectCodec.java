package dev.berth.depot.key;

import dev.berth.depot.format.Decoder;
import dev.berth.depot.format.Encoder;
import dev.berth.depot.key.KeyObject.Destroyed;
import dev.berth.depot.key.KeyObject.Living;
import dev.berth.depot.key.KeyObject.Opaque;
import dev.berth.depot.key.KeyObject.Wrap;
import dev.berth.durable.ContentHash;
import dev.berth.failure.Failure;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;

/// The bytes of a keys object, version 1.
///
/// | bytes | what |
/// |---|---|
/// | 8 | `BERTHKEY` |
/// | 1 | version, 1 |
/// | 1 | 1: living, 2: destroyed |
/// | | *living:* number of wraps; of each its master key's id (text), and the wrap (bytes) |
/// | | the sealed keys (bytes) |
/// | 8 | *destroyed:* when, in epoch seconds |
/// | 32 | the SHA-256 of the keys object that was destroyed |
/// | 32 | *both:* SHA-256 of everything before |
///
/// The hash tells damage from a wrong key; what is secret is sealed besides.
public final class KeyObjectCodec {
    private static final byte[] MAGIC = "BERTHKEY".getBytes(StandardCharsets.US_ASCII);
    private static final int VERSION = 1;
    private static final int HASH_BYTES = 32;
    private static final int MOST_WRAPS = 16;
    private static final int LONGEST_ID = 64;

    /// No keys object is larger.
    public static final int LIMIT_BYTES = 1 << 20;

    private KeyObjectCodec() {}

    public static byte[] encode(KeyObject object) {
        var out = new Encoder().raw(MAGIC).u8(VERSION);
        switch (object) {
            case Living living -> {
                out.u8(1).count(living.wraps().size());
                for (var wrap : living.wraps()) {
                    out.text(wrap.keyId()).bytes(wrap.wrapped().bytes());
                }
                out.bytes(living.payload().bytes());
            }
            case Destroyed destroyed ->
                    out.u8(2)
                            .u64(destroyed.when())
                            .raw(HexFormat.of().parseHex(destroyed.objectHash()));
        }
        byte[] body = out.toBytes();
        return new Encoder(body.length + HASH_BYTES).raw(body).raw(hash(body)).toBytes();
    }

    public static KeyObject decode(byte[] bytes, String subject) throws Failure {
        var in = new Decoder(bytes, 0, Math.max(0, bytes.length - HASH_BYTES), subject);
        if (!Arrays.equals(in.raw(MAGIC.length), MAGIC)) throw in.damaged("it holds no keys");
        int version = in.u8();
        byte[] body = Arrays.copyOf(bytes, bytes.length - HASH_BYTES);
        byte[] alleged = Arrays.copyOfRange(bytes, body.length, bytes.length);
        if (!Arrays.equals(hash(body), alleged)) throw in.damaged("its checksum does not hold");
        if (version != VERSION) {
            throw new Failure.Refused(
                    subject + " has format version " + version, "use a newer version of Berth");
        }
        var object =
                switch (in.u8()) {
                    case 1 -> living(in);
                    case 2 -> new Destroyed(in.u64(), HexFormat.of().formatHex(in.raw(32)));
                    default -> throw in.damaged("it is neither living nor destroyed");
                };
        in.done();
        return object;
    }

    private static Living living(Decoder in) throws Failure {
        int count = in.count(MOST_WRAPS);
        var wraps = new ArrayList<Wrap>();
        for (int i = 0; i < count; i++) {
            wraps.add(new Wrap(in.text(LONGEST_ID), new Opaque(in.bytes(LIMIT_BYTES))));
        }
        return new Living(wraps, new Opaque(in.bytes(LIMIT_BYTES)));
    }

    private static byte[] hash(byte[] body) {
        return HexFormat.of().parseHex(ContentHash.of(body).hex());
    }
}
