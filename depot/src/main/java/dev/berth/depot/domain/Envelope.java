package dev.berth.depot.domain;

import dev.berth.depot.blob.BlobName;
import dev.berth.depot.format.Decoder;
import dev.berth.depot.format.Encoder;
import dev.berth.depot.key.DomainName;
import dev.berth.depot.key.SealKind;
import dev.berth.depot.key.Sealer;
import dev.berth.failure.Failure;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/// A small object that is stored whole and lies outside the domain's folder: its domain in front in
/// the clear, so that a reader knows which key to take, then the sealed bytes. The name of the
/// object is authenticated, so that none passes for another.
///
/// | offset | bytes | what |
/// |---|---|---|
/// | 0 | 8 | magic |
/// | 8 | 1 | version, 1 |
/// | 9 | … | domain: length, name |
/// | … | … | sealed bytes |
public final class Envelope {
    private static final int VERSION = 1;
    private static final int LONGEST_DOMAIN = 128;

    private final String magic;
    private final SealKind kind;

    public Envelope(String magic, SealKind kind) {
        if (magic.length() != 8) throw new IllegalArgumentException("not a magic: " + magic);
        this.magic = magic;
        this.kind = kind;
    }

    public byte[] seal(BlobName name, Sealer sealer, byte[] plain) {
        return new Encoder(plain.length + 128)
                .raw(magic.getBytes(StandardCharsets.US_ASCII))
                .u8(VERSION)
                .text(sealer.scope().domain().value())
                .raw(sealer.sealObject(kind, name.value(), plain))
                .toBytes();
    }

    /// The domain that an object says it belongs to; proven only when it opens.
    public DomainName allegedDomain(BlobName name, byte[] bytes) throws Failure {
        var in = begin(name, bytes);
        return DomainName.read(in.text(LONGEST_DOMAIN))
                .orElseThrow(() -> in.damaged("it belongs to no domain"));
    }

    public byte[] open(BlobName name, Sealer sealer, byte[] bytes) throws Failure {
        var in = begin(name, bytes);
        in.text(LONGEST_DOMAIN);
        return sealer.openObject(kind, name.value(), in.raw(in.left()));
    }

    private Decoder begin(BlobName name, byte[] bytes) throws Failure {
        var in = new Decoder(bytes, name.value());
        byte[] begin = magic.getBytes(StandardCharsets.US_ASCII);
        if (!Arrays.equals(in.raw(begin.length), begin)) throw in.damaged("it begins otherwise");
        int version = in.u8();
        if (version > VERSION) {
            throw new Failure.Refused(
                    "%s has version %d of the format".formatted(name, version),
                    "use the newer Berth that wrote it");
        }
        if (version != VERSION) throw in.damaged("it has no known version");
        return in;
    }
}
