package dev.berth.cli.depot;

import dev.berth.cli.Given;
import dev.berth.cli.Page;
import dev.berth.cli.Reply;
import dev.berth.cli.Shown;
import dev.berth.cli.Spec;
import dev.berth.cli.Verb;
import dev.berth.cli.World;
import dev.berth.depot.snapshot.Findings;
import dev.berth.depot.snapshot.Outcome;
import dev.berth.durable.json.Json;
import dev.berth.failure.Failure;

final class SnapshotTree implements Verb {
    @Override
    public Spec spec() {
        return OpenedDepot.options(
                        source(OpenedDepot.spec("snapshot", "Takes a checkpoint of a tree.")))
                .example("berth depot snapshot depot project --session ses_1");
    }

    /// What is taken, and how.
    static Spec source(Spec spec) {
        return spec.argument("TREE", "a folder (one with volumes in it is a disk) or a .sqlite")
                .required("--session", "ID", "whose checkpoint it is")
                .flag("--own-key", "seal this session under a key of its own")
                .values(
                        "--exclude",
                        "PATTERN",
                        "leave out what this pattern of git's syntax names");
    }

    @Override
    public Reply run(Given given, World world) throws Failure {
        try (var opened = OpenedDepot.atHand(given, world);
                var bar = Bar.ofBytes(world, "Taking")) {
            var outcome = Snapshots.of(opened, world, given).take(bar.telling());
            return new Taken(outcome);
        }
    }

    /// What a snapshot answers.
    record Taken(Outcome outcome) implements Reply {
        @Override
        public Json.Obj json() {
            var checkpoint = outcome.checkpoint();
            return Json.object()
                    .put("checkpoint", checkpoint.id().value())
                    .put("session_id", checkpoint.session().value())
                    .put("created_at", checkpoint.created())
                    .put("files", checkpoint.files())
                    .put("bytes", checkpoint.bytes())
                    .put("new_bytes", outcome.newBytes())
                    .put("stored_bytes", outcome.storedBytes())
                    .put("read_files", outcome.filesRead())
                    .put("hard_links", outcome.hardLinks())
                    .putTexts(
                            "skipped",
                            outcome.skipped().stream().map(Findings.Skipped::path).toList())
                    .putTexts(
                            "reasons",
                            outcome.skipped().stream().map(Findings.Skipped::why).toList())
                    .putTexts("unsettled", outcome.unsettled())
                    .put("trees", Replies.trees(checkpoint))
                    .build();
        }

        @Override
        public void show(Page page) {
            var checkpoint = outcome.checkpoint();
            page.line(
                    "checkpoint %s: %s, %s, %s new"
                            .formatted(
                                    checkpoint.id(),
                                    Shown.count(checkpoint.files(), "file"),
                                    Shown.bytes(checkpoint.bytes()),
                                    Shown.bytes(outcome.newBytes())));
            for (var skipped : outcome.skipped()) {
                page.line("left out: %s (%s)".formatted(skipped.path(), skipped.why()));
            }
            for (String path : outcome.unsettled()) {
                page.line("kept changing, stored as last read: " + path);
            }
            if (outcome.hardLinks() > 0) {
                page.line(
                        Shown.count(outcome.hardLinks(), "file")
                                + " with several names stored as separate files");
            }
        }
    }
}
