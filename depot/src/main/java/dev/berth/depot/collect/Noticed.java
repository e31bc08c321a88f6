package dev.berth.depot.collect;

import dev.berth.depot.blob.BlobName;
import dev.berth.depot.blob.BlobStore;
import dev.berth.durable.ContentHash;
import dev.berth.durable.json.Json;
import dev.berth.durable.json.JsonRefusal;
import dev.berth.durable.json.StrictJson;
import dev.berth.failure.Failure;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/// What a collect saw that may be the work of a writer, and may be what a killed one left: pending
/// checkpoints, packs in no index, uploads that never ended. When the next collect sees it again it
/// is taken for left behind. Nothing rests on this but how long something dead stays: a writer that
/// is taken for dead in error finds out, and begins again.
public record Noticed(Set<String> names) {
    private static final String FORMAT = "berth-noticed/1";
    private static final int LIMIT_BYTES = 64 << 20;

    public Noticed {
        names = Set.copyOf(names);
    }

    /// Whether `name` was seen before.
    boolean has(String name) {
        return names.contains(name);
    }

    static Noticed read(BlobStore store, String tenant) throws Failure {
        var bytes = store.get(name(tenant), LIMIT_BYTES);
        if (bytes.isEmpty()) return new Noticed(Set.of());
        try {
            var in = StrictJson.open(bytes.get());
            boolean ours = in.text("format").equals(FORMAT);
            var noticed = new Noticed(new HashSet<>(in.texts("names")));
            var sum = in.optionalText("sum");
            boolean whole = sum.isEmpty() || sum.get().equals(noticed.sum());
            return ours && whole ? noticed : new Noticed(Set.of());
        } catch (JsonRefusal damaged) {
            // As if nothing had been seen: it is written anew, and the next collect does the rest.
            return new Noticed(Set.of());
        }
    }

    static void write(BlobStore store, String tenant, Collection<String> names) throws Failure {
        store.put(name(tenant), new Noticed(Set.copyOf(names)).encode(true));
    }

    /// The object of a tenant, when it is not what was written; those of the first days have no
    /// sum.
    public static Optional<String> damage(BlobStore store, String tenant) throws Failure {
        var bytes = store.get(name(tenant), LIMIT_BYTES);
        if (bytes.isEmpty()) return Optional.empty();
        var read = read(store, tenant);
        boolean whole =
                Arrays.equals(bytes.get(), read.encode(true))
                        || Arrays.equals(bytes.get(), read.encode(false));
        return whole ? Optional.empty() : Optional.of(name(tenant).value());
    }

    private byte[] encode(boolean withSum) {
        var fields = Json.object().put("format", FORMAT).put("names", Json.texts(sorted()));
        if (withSum) fields.put("sum", sum());
        return fields.build().file();
    }

    /// Of all names in order, each with a line feed.
    private String sum() {
        var lines = new StringBuilder();
        for (String each : sorted()) lines.append(each).append('\n');
        return ContentHash.of(lines.toString().getBytes(StandardCharsets.UTF_8)).hex();
    }

    private List<String> sorted() {
        return List.copyOf(new TreeSet<>(names));
    }

    private static BlobName name(String tenant) {
        return new BlobName(tenant + "/dooms/noticed");
    }
}
