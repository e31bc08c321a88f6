package dev.berth.depot.collect;

import dev.berth.depot.blob.BlobName;
import dev.berth.depot.blob.BlobStore;
import dev.berth.durable.json.Json;
import dev.berth.durable.json.JsonRefusal;
import dev.berth.durable.json.StrictJson;
import dev.berth.failure.Failure;

import java.util.Collection;
import java.util.HashSet;
import java.util.Set;
import java.util.TreeSet;

/// What a collect saw that may be the work of a writer, and may be what a killed one left: pending
/// checkpoints, packs in no index, uploads that never ended. When the next collect sees it again it
/// is taken for left behind. Nothing rests on this but how long something dead stays: a writer that
/// is taken for dead in error finds out, and begins again.
record Noticed(Set<String> names) {
    private static final String FORMAT = "berth-noticed/1";
    private static final int LIMIT_BYTES = 64 << 20;

    Noticed {
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
            var names = new HashSet<>(in.texts("names"));
            return new Noticed(ours ? names : Set.of());
        } catch (JsonRefusal damaged) {
            // As if nothing had been seen: it is written anew, and the next collect does the rest.
            return new Noticed(Set.of());
        }
    }

    static void write(BlobStore store, String tenant, Collection<String> names) throws Failure {
        var sorted = new TreeSet<>(names);
        byte[] bytes =
                Json.object()
                        .put("format", FORMAT)
                        .put("names", Json.texts(sorted.stream().toList()))
                        .build()
                        .file();
        store.put(name(tenant), bytes);
    }

    private static BlobName name(String tenant) {
        return new BlobName(tenant + "/dooms/noticed");
    }
}
