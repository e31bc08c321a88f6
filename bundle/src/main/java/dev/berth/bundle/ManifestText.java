package dev.berth.bundle;

import dev.berth.bundle.signing.VerifyKey;
import dev.berth.durable.ContentHash;
import dev.berth.durable.json.Json;
import dev.berth.durable.json.JsonLimits;
import dev.berth.durable.json.JsonReader;
import dev.berth.durable.json.JsonRefusal;
import dev.berth.durable.json.StrictJson;
import dev.berth.failure.Failure;

import java.util.Locale;
import java.util.Optional;

/// The manifest as `manifest.json` has it.
public final class ManifestText {
    /// Far more than a manifest needs.
    public static final int MOST_BYTES = 64 * 1024;

    private static final int MOST_PRODUCER = 200;
    private static final String ADVICE = "ask the sender for another bundle";

    private ManifestText() {}

    /// The fields, in their order.
    public static Json.Obj json(Manifest manifest) {
        var fields =
                Json.object()
                        .put("id", manifest.id())
                        .put("format", Manifest.FORMAT)
                        .putTexts("volumes", manifest.volumeLabels())
                        .put("signed", manifest.signed())
                        .put("private_included", manifest.privateIncluded())
                        .put("created", manifest.created())
                        .put("files_sha256", manifest.filesHash().hex())
                        .put("file_count", manifest.fileCount())
                        .put("total_bytes", manifest.totalBytes())
                        .put("git_included", manifest.gitIncluded())
                        .put("secret_scan", word(manifest.secretScan()))
                        .put("producer", manifest.producer());
        manifest.signer()
                .ifPresent(
                        key ->
                                fields.put(
                                        "signer",
                                        Json.object()
                                                .put("key_id", key.id())
                                                .put("public_key", key.text())));
        return fields.build();
    }

    public static byte[] bytes(Manifest manifest) {
        return json(manifest).file();
    }

    private static String word(SecretScan scan) {
        return scan.name().toLowerCase(Locale.ROOT);
    }

    /// Reads a manifest that anybody may have written. Another format is refused before anything
    /// else is looked at.
    public static Manifest parse(byte[] bytes, BundleLimits limits) throws Failure {
        try {
            var reader = StrictJson.open(bytes, JsonLimits.USUAL.withDocumentBytes(MOST_BYTES));
            refuseOtherFormat(reader.text("format"));
            var manifest = read(reader, limits);
            reader.done();
            return manifest;
        } catch (JsonRefusal refusal) {
            throw new Failure.Refused("manifest.json: " + refusal.shown(), ADVICE).because(refusal);
        }
    }

    private static Manifest read(JsonReader reader, BundleLimits limits)
            throws JsonRefusal, Failure {
        boolean signed = reader.bool("signed");
        Optional<VerifyKey> signer = Optional.empty();
        if (signed) signer = Optional.of(signer(reader.object("signer")));
        var manifest =
                new Manifest(
                        reader.bool("private_included"),
                        reader.bool("git_included"),
                        reader.integer("created", Long.MIN_VALUE, Long.MAX_VALUE),
                        hash(reader.text("files_sha256")),
                        reader.integer("file_count", 0, limits.entries()),
                        reader.integer("total_bytes", 0, limits.totalBytes()),
                        reader.oneOf("secret_scan", SecretScan.class),
                        producer(reader),
                        signer);
        if (!reader.texts("volumes").equals(manifest.volumeLabels())) {
            throw reader.wrongValue("volumes", "and private_included do not say the same");
        }
        if (!reader.text("id").equals(manifest.id())) {
            throw reader.wrongValue("id", "has to follow from files_sha256");
        }
        return manifest;
    }

    private static VerifyKey signer(JsonReader reader) throws JsonRefusal, Failure {
        var key = VerifyKey.parse(reader.text("public_key"));
        if (!reader.text("key_id").equals(key.id())) {
            throw reader.wrongValue("key_id", "is not that of the public key");
        }
        reader.done();
        return key;
    }

    private static String producer(JsonReader reader) throws JsonRefusal {
        String producer = reader.text("producer");
        if (producer.length() > MOST_PRODUCER) throw reader.wrongValue("producer", "is too long");
        return producer;
    }

    private static ContentHash hash(String text) throws Failure {
        try {
            return new ContentHash(text);
        } catch (IllegalArgumentException notAHash) {
            throw new Failure.Refused("manifest.json: files_sha256 is no hash", ADVICE);
        }
    }

    private static void refuseOtherFormat(String format) throws Failure {
        if (format.equals(Manifest.FORMAT)) return;
        throw new Failure.Refused(
                "this bundle is in another format, %s"
                        .formatted(
                                Json.text(format.substring(0, Math.min(40, format.length())))
                                        .compact()),
                "this version of berth reads %s: use the version that made it"
                        .formatted(Manifest.FORMAT));
    }
}
