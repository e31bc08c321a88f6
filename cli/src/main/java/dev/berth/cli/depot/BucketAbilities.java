package dev.berth.cli.depot;

import dev.berth.cli.Page;
import dev.berth.depot.blob.BlobStore;
import dev.berth.depot.s3.Abilities;
import dev.berth.depot.s3.S3Blobs;
import dev.berth.durable.json.Json;
import dev.berth.failure.Failure;

import java.util.Optional;

/// What a bucket's store has shown that it can do, as `init` tells it.
record BucketAbilities(Abilities shown) {
    /// Nothing for a folder, which can do everything. A store that cannot do what a depot is read
    /// and written by is refused.
    static Optional<BucketAbilities> of(BlobStore store) throws Failure {
        if (!(store instanceof S3Blobs bucket)) return Optional.empty();
        var shown = bucket.abilities();
        if (!shown.ranges() || !shown.parts()) {
            throw new Failure.Refused(
                    bucket.location()
                            + ": the store has no "
                            + (shown.ranges() ? "uploads in parts" : "reading of ranges"),
                    "use another store");
        }
        return Optional.of(new BucketAbilities(shown));
    }

    Json.Obj json() {
        return Json.object()
                .put("conditional_writes", shown.decides())
                .put("ranges", shown.ranges())
                .put("multipart", shown.parts())
                .put("multipart_abort", shown.givesUp())
                .build();
    }

    void show(Page page) {
        page.line(
                "the store can: read ranges, take uploads in parts"
                        + (shown.decides() ? ", write on conditions" : ""));
        if (!shown.decides()) {
            page.line(
                    "it cannot write on conditions: change the depot's keys from one machine at a time");
        }
        if (!shown.givesUp()) {
            page.line("it cannot give up uploads: parts that a killed command left stay there");
        }
    }
}
