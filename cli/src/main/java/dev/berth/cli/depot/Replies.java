package dev.berth.cli.depot;

import dev.berth.depot.checkpoint.Checkpoint;
import dev.berth.durable.json.Json;

import java.util.ArrayList;
import java.util.Locale;

/// What several commands say of a checkpoint.
final class Replies {
    private Replies() {}

    static Json.Obj checkpoint(Checkpoint checkpoint) {
        return Json.object()
                .put("checkpoint", checkpoint.id().value())
                .put("session_id", checkpoint.session().value())
                .putText("parent", checkpoint.parent().map(Object::toString))
                .put("created_at", checkpoint.created())
                .put("domain", checkpoint.domain().value())
                .put("layout", checkpoint.layout().name().toLowerCase(Locale.ROOT))
                .put("files", checkpoint.files())
                .put("bytes", checkpoint.bytes())
                .put("skipped", checkpoint.skipped())
                .put("unsettled", checkpoint.unsettled())
                .put("trees", trees(checkpoint))
                .build();
    }

    static Json.Arr trees(Checkpoint checkpoint) {
        var trees = new ArrayList<Json.Obj>();
        for (var tree : checkpoint.trees()) {
            trees.add(
                    Json.object()
                            .put("volume", tree.volume().label())
                            .put("tree", tree.root().hex())
                            .put("digest", tree.digest().hex())
                            .put("files", tree.files())
                            .put("folders", tree.folders())
                            .put("links", tree.links())
                            .put("bytes", tree.bytes())
                            .build());
        }
        return Json.array(trees);
    }
}
