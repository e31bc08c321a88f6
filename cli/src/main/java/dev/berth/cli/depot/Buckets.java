package dev.berth.cli.depot;

import dev.berth.cli.DataFolder;
import dev.berth.cli.Given;
import dev.berth.cli.Spec;
import dev.berth.cli.World;
import dev.berth.cli.settings.ReadSettings;
import dev.berth.cli.settings.Settings;
import dev.berth.depot.s3.Bucket;
import dev.berth.durable.AtomicFile;
import dev.berth.durable.ContentHash;
import dev.berth.durable.Name;
import dev.berth.durable.json.Json;
import dev.berth.durable.json.JsonRefusal;
import dev.berth.durable.json.StrictJson;
import dev.berth.failure.Failure;

import java.nio.charset.StandardCharsets;
import java.util.Optional;

/// Which server keeps a bucket, and in which region: as typed, else as the settings say for this
/// very depot, else as AWS's own variables do, else as this machine remembers it.
record Buckets(World world) {
    static final String ENDPOINT = "--endpoint";
    static final String REGION = "--region";
    private static final String FORMAT = "berth-bucket/1";
    private static final int LIMIT_BYTES = 1 << 16;

    static Spec option(Spec spec) {
        return spec.value(
                        ENDPOINT, "URL", "of a bucket's server (else $AWS_ENDPOINT_URL, else AWS)")
                .value(REGION, "REGION", "of a bucket (else $AWS_REGION)");
    }

    /// What is said of a bucket in one place.
    private record Said(Optional<String> endpoint, Optional<String> region) {
        Said or(Said other) {
            return new Said(
                    endpoint.isPresent() ? endpoint : other.endpoint(),
                    region.isPresent() ? region : other.region());
        }
    }

    Bucket find(Given given, String typed) throws Failure {
        var plain = Bucket.parse(typed, Optional.empty(), Optional.empty());
        var said = typed(given).or(settings(plain)).or(variables()).or(remembered(plain));
        return Bucket.parse(typed, said.endpoint(), said.region());
    }

    /// The bucket that the settings name for a server.
    Bucket find(Settings.Depot depot) throws Failure {
        String url = depot.url().orElseThrow();
        var plain = Bucket.parse(url, Optional.empty(), Optional.empty());
        var said = new Said(depot.endpoint(), depot.region()).or(variables()).or(remembered(plain));
        return Bucket.parse(url, said.endpoint(), said.region());
    }

    /// Keeps what was typed for later commands, once it has proved right.
    void remember(Given given, Bucket bucket) throws Failure {
        var typed = typed(given);
        if (typed.endpoint().isEmpty() && typed.region().isEmpty()) return;
        var before = remembered(bucket);
        var now = typed.or(before);
        if (now.equals(before)) return;
        byte[] bytes =
                Json.object()
                        .put("format", FORMAT)
                        .put("depot", bucket.toString())
                        .putText("endpoint", now.endpoint())
                        .putText("region", now.region())
                        .build()
                        .file();
        try (var folder = DataFolder.of(world).folder("buckets")) {
            AtomicFile.write(folder, file(bucket), bytes);
        }
    }

    private static Said typed(Given given) {
        return new Said(given.optional(ENDPOINT), given.optional(REGION));
    }

    private Said settings(Bucket bucket) throws Failure {
        var depot = new ReadSettings(world).read(Optional.empty()).settings().depot();
        var none = new Said(Optional.empty(), Optional.empty());
        if (depot.url().isEmpty() || !Bucket.isMeant(depot.url().get())) return none;
        var named = Bucket.parse(depot.url().get(), Optional.empty(), Optional.empty());
        return named.equals(bucket) ? new Said(depot.endpoint(), depot.region()) : none;
    }

    private Said variables() {
        return new Said(
                world.variable("AWS_ENDPOINT_URL_S3").or(() -> world.variable("AWS_ENDPOINT_URL")),
                world.variable("AWS_REGION").or(() -> world.variable("AWS_DEFAULT_REGION")));
    }

    private Said remembered(Bucket bucket) throws Failure {
        try (var folder = DataFolder.of(world).folder("buckets")) {
            var bytes = AtomicFile.readIfThere(folder, file(bucket), LIMIT_BYTES);
            if (bytes.isEmpty()) return new Said(Optional.empty(), Optional.empty());
            var in = StrictJson.open(bytes.get());
            if (!in.text("format").equals(FORMAT)) throw in.wrongValue("format", "not known");
            if (!in.text("depot").equals(bucket.toString())) {
                throw in.wrongValue("depot", "another one");
            }
            var said = new Said(in.optionalText("endpoint"), in.optionalText("region"));
            in.done();
            return said;
        } catch (JsonRefusal refusal) {
            throw new Failure.Damaged(
                    "what this machine knows of the bucket cannot be read: " + refusal.shown(),
                    "remove %s from the data folder's buckets".formatted(file(bucket)));
        }
    }

    private static Name file(Bucket bucket) {
        byte[] name = bucket.toString().getBytes(StandardCharsets.UTF_8);
        return Name.of(ContentHash.of(name).hex() + ".json");
    }
}
