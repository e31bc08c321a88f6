package dev.berth.depot.key;

import dev.berth.depot.format.Decoder;
import dev.berth.depot.format.Encoder;
import dev.berth.failure.Failure;

import java.util.ArrayList;
import java.util.Arrays;

/// The bytes of a domain's keys before they are sealed.
///
/// | bytes | what |
/// |---|---|
/// | 1 | version, 1 |
/// | 32 | id key |
/// | 32 | object key |
/// | | number of data keys, the current one last; of each its number (4) and its secret (32) |
final class DomainKeysCodec {
    private static final int VERSION = 1;
    private static final int MOST_DATA_KEYS = 10_000;

    private DomainKeysCodec() {}

    static byte[] encode(DomainKeys keys) {
        var out = new Encoder(128 + 36 * keys.dataKeys.size());
        out.u8(VERSION).raw(keys.idKey).raw(keys.objectKey).count(keys.dataKeys.size());
        for (var key : keys.dataKeys) out.u32(key.id()).raw(key.secret());
        byte[] bytes = out.toBytes();
        Arrays.fill(out.array(), (byte) 0);
        return bytes;
    }

    static DomainKeys decode(byte[] bytes, String subject) throws Failure {
        var in = new Decoder(bytes, subject);
        if (in.u8() != VERSION) throw in.damaged("its keys are of an unknown version");
        byte[] idKey = in.raw(Gcm.KEY_BYTES);
        byte[] objectKey = in.raw(Gcm.KEY_BYTES);
        int count = in.count(MOST_DATA_KEYS);
        if (count == 0) throw in.damaged("it has no data key");
        var keys = new ArrayList<DataKey>();
        for (int i = 0; i < count; i++) {
            long id = in.u32();
            if (id < 1 || id > Integer.MAX_VALUE) throw in.damaged("a data key without a number");
            keys.add(new DataKey((int) id, in.raw(Gcm.KEY_BYTES)));
        }
        in.done();
        return new DomainKeys(idKey, objectKey, keys);
    }
}
