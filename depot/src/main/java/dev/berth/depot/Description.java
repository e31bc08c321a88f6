package dev.berth.depot;

import dev.berth.depot.blob.BlobName;
import dev.berth.depot.blob.BlobStore;
import dev.berth.depot.chunk.Chunking;
import dev.berth.durable.json.Json;
import dev.berth.durable.json.JsonRefusal;
import dev.berth.durable.json.StrictJson;
import dev.berth.failure.Failure;

import java.security.SecureRandom;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/// What a depot is, as its `depot.json` says: `berth-depot/1`, its id, whether it is sealed, and
/// how it cuts. Written once.
public record Description(String id, boolean sealed, Chunking chunking) {
    static final BlobName NAME = new BlobName("depot.json");

    private static final String FORMAT = "berth-depot/1";
    private static final String FORMATS = "berth-depot/";
    private static final Pattern ID = Pattern.compile("[0-9a-f]{32}");
    private static final int LIMIT_BYTES = 64 << 10;

    public Description {
        if (!ID.matcher(id).matches()) throw new IllegalArgumentException("no id: " + id);
    }

    static Description create(boolean sealed, SecureRandom random) {
        var id = new byte[16];
        random.nextBytes(id);
        return new Description(HexFormat.of().formatHex(id), sealed, Chunking.USUAL);
    }

    byte[] encode() {
        return Json.object()
                .put("format", FORMAT)
                .put("id", id)
                .put("sealed", sealed)
                .put(
                        "chunks",
                        Json.object()
                                .put("min", chunking.minBytes())
                                .put("average", chunking.averageBytes())
                                .put("max", chunking.maxBytes()))
                .build()
                .file();
    }

    /// The description in a store; empty when there is none.
    public static Optional<Description> find(BlobStore store) throws Failure {
        var bytes = store.get(NAME, LIMIT_BYTES);
        if (bytes.isEmpty()) return Optional.empty();
        return Optional.of(decode(bytes.get(), store.location()));
    }

    /// What is wrong with the description that is there, though it can be read: no other bytes of
    /// this format were ever written than those that it is written with now.
    static Optional<String> damage(BlobStore store) throws Failure {
        var bytes = store.get(NAME, LIMIT_BYTES);
        if (bytes.isEmpty()) return Optional.of(NAME + ": it is missing");
        var read = decode(bytes.get(), store.location());
        var written = new Description(read.id(), read.sealed(), Chunking.USUAL).encode();
        if (Arrays.equals(bytes.get(), written)) return Optional.empty();
        return Optional.of(
                NAME
                        + ": it is not what was stored; bring it back, or write it as docs/depot.md says");
    }

    private static Description decode(byte[] bytes, String where) throws Failure {
        try {
            var in = StrictJson.open(bytes);
            String format = in.text("format");
            if (format.startsWith(FORMATS) && !format.equals(FORMAT)) throw newer(format, where);
            if (!format.equals(FORMAT)) throw in.wrongValue("format", "not a depot's");
            String id = in.text("id");
            if (!ID.matcher(id).matches()) throw in.wrongValue("id", "not an id");
            boolean sealed = in.bool("sealed");
            var chunks = in.object("chunks");
            var chunking =
                    Chunking.parse(
                            chunks.integer("min", 0, Integer.MAX_VALUE),
                            chunks.integer("average", 0, Integer.MAX_VALUE),
                            chunks.integer("max", 0, Integer.MAX_VALUE));
            in.done();
            return new Description(id, sealed, chunking);
        } catch (JsonRefusal refusal) {
            throw new Failure.Damaged(
                    "depot.json in %s cannot be read: %s".formatted(where, refusal.shown()),
                    "bring it back from a copy",
                    Map.of("object", NAME.value()));
        }
    }

    private static Failure newer(String format, String where) {
        return new Failure.Refused(
                "depot.json in %s has the format %s".formatted(where, format),
                "use the newer Berth that made it");
    }
}
