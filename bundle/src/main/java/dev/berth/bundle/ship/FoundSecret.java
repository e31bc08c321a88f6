package dev.berth.bundle.ship;

import dev.berth.durable.json.Json;

/// Something that looks like a secret in what would travel: the file as the bundle names it, the
/// line, and the kind. Never the secret.
///
/// @param allowed whether it may travel
public record FoundSecret(String path, long line, String kind, boolean allowed) {
    /// The place, as [AllowedSecret] takes it.
    public String place() {
        return path + ":" + line;
    }

    Json.Obj json() {
        return Json.object()
                .put("path", path)
                .put("line", line)
                .put("kind", kind)
                .put("allowed", allowed)
                .build();
    }
}
