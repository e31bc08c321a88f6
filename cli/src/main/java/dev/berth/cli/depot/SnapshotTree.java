package dev.berth.cli.depot;

import dev.berth.cli.DataFolder;
import dev.berth.cli.Given;
import dev.berth.cli.Page;
import dev.berth.cli.Progress;
import dev.berth.cli.Reply;
import dev.berth.cli.Shown;
import dev.berth.cli.Spec;
import dev.berth.cli.Verb;
import dev.berth.cli.World;
import dev.berth.depot.snapshot.Findings;
import dev.berth.depot.snapshot.Outcome;
import dev.berth.depot.snapshot.SourceTree;
import dev.berth.depot.snapshot.Wish;
import dev.berth.disk.SessionId;
import dev.berth.durable.json.Json;
import dev.berth.failure.Failure;

import java.util.Optional;

final class SnapshotTree implements Verb {
    @Override
    public Spec spec() {
        return OpenedDepot.options(
                        OpenedDepot.spec("snapshot", "Takes a checkpoint of a tree.")
                                .argument("TREE", "a folder; one with volumes in it is a disk")
                                .required("--session", "ID", "whose checkpoint it is")
                                .flag("--own-key", "seal this session under a key of its own")
                                .values(
                                        "--exclude",
                                        "PATTERN",
                                        "leave out what this pattern of git's syntax names"))
                .example("berth depot snapshot depot project --session ses_1");
    }

    @Override
    public Reply run(Given given, World world) throws Failure {
        var session = SessionId.parse(given.text("--session"));
        var tree = world.path(given.text("TREE"));
        try (var opened = OpenedDepot.open(given, world);
                var source = SourceTree.open(world.files(), tree);
                var memory = DataFolder.of(world).folder("cache", "depot");
                var bar = world.progress("Taking", Progress.Unit.BYTES, 0)) {
            var tenant = opened.tenant();
            var domain = tenant.domainToWrite(tenant.domainOf(session, given.flag("--own-key")));
            var key = Memories.key(world, opened, domain, tree);
            var wish =
                    new Wish(
                            session,
                            Json.object().build(),
                            given.values("--exclude"),
                            Memories.depot(given, world),
                            Optional.of(new Wish.Memory(memory, key)));
            return new Taken(
                    tenant.taking(domain).take(source, wish, (_, bytes) -> bar.add(bytes)));
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
