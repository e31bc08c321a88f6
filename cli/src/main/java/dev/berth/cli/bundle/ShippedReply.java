package dev.berth.cli.bundle;

import dev.berth.bundle.ManifestText;
import dev.berth.bundle.ship.Shipped;
import dev.berth.cli.Page;
import dev.berth.cli.Reply;
import dev.berth.cli.Shown;
import dev.berth.durable.json.Json;

/// What `ship` answers: the manifest, and what travelled.
record ShippedReply(String bundle, Shipped shipped) implements Reply {
    @Override
    public Json.Obj json() {
        var fields = Json.object().put("bundle", bundle).put("bundle_bytes", shipped.bundleBytes());
        fields.putAll(ManifestText.json(shipped.manifest()));
        return fields.putAll(shipped.departure().json()).build();
    }

    @Override
    public void show(Page page) {
        var manifest = shipped.manifest();
        page.line(
                "shipped %s as %s (%s)"
                        .formatted(manifest.id(), bundle, Shown.bytes(shipped.bundleBytes())));
        Going.show(shipped.departure(), page);
        page.line(Facts.line(manifest));
    }
}
