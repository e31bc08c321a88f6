package dev.berth.depot.pack;

import dev.berth.depot.format.Decoder;
import dev.berth.depot.format.Encoder;
import dev.berth.failure.Failure;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/// How an object of sealed blocks begins and ends, in the clear: what is needed to open it, and
/// nothing else. A lie in it is noticed when the first block does not open.
///
/// | offset | bytes | what |
/// |---|---|---|
/// | 0 | 8 | magic |
/// | 8 | 1 | version, 1 |
/// | 9 | 1 | kind |
/// | 10 | 4 | number of the data key, 0 in a clear depot |
/// | 14 | 32 | id |
/// | 46 | … | sealed blocks |
/// | end − 12 | 4 | length of the last sealed block, the trailer |
/// | end − 8 | 8 | magic |
public record Frame(String magic, int kind, int dataKey, PackId id) {
    public static final int HEADER_BYTES = 46;
    public static final int FOOTER_BYTES = 12;

    private static final int VERSION = 1;

    public byte[] header() {
        return new Encoder(HEADER_BYTES)
                .raw(bytes(magic))
                .u8(VERSION)
                .u8(kind)
                .u32(dataKey)
                .raw(id.bytes())
                .toBytes();
    }

    public static byte[] footer(String magic, int trailerLength) {
        return new Encoder(FOOTER_BYTES).u32(trailerLength).raw(bytes(magic)).toBytes();
    }

    /// The frame that `header` alleges for the object `id`.
    public static Frame read(String magic, byte[] header, PackId id, String subject)
            throws Failure {
        var in = new Decoder(header, 0, Math.min(header.length, HEADER_BYTES), subject);
        if (!Arrays.equals(in.raw(8), bytes(magic))) throw in.damaged("it does not begin as one");
        int version = in.u8();
        if (version > VERSION) {
            throw new Failure.Refused(
                    "%s has version %d of the format".formatted(subject, version),
                    "use the newer Berth that wrote it");
        }
        if (version != VERSION) throw in.damaged("it has no known version");
        int kind = in.u8();
        int dataKey = (int) in.u32();
        if (!PackId.of(in.raw(PackId.BYTES)).equals(id)) throw in.damaged("it belongs elsewhere");
        return new Frame(magic, kind, dataKey, id);
    }

    /// Where the trailer of an object of `size` bytes begins, by its footer.
    public static int trailerLength(String magic, byte[] footer, long size, String subject)
            throws Failure {
        var in = new Decoder(footer, subject);
        long length = in.u32();
        if (!Arrays.equals(in.raw(8), bytes(magic))) throw in.damaged("it does not end as one");
        if (length > size - HEADER_BYTES - FOOTER_BYTES || length > PackContents.MOST_BYTES) {
            throw in.damaged("it has no room for its trailer");
        }
        return (int) length;
    }

    private static byte[] bytes(String magic) {
        return magic.getBytes(StandardCharsets.US_ASCII);
    }
}
