package dev.berth.cli.disk;

import dev.berth.cli.Given;
import dev.berth.cli.Reply;
import dev.berth.cli.Spec;
import dev.berth.cli.Verb;
import dev.berth.cli.World;
import dev.berth.disk.SessionId;
import dev.berth.disk.moving.Resume;
import dev.berth.durable.json.Json;
import dev.berth.failure.Failure;

final class ResumeDisk implements Verb {
    @Override
    public Spec spec() {
        return Spec.of("resume", "Brings a frozen disk back, without what does not survive.")
                .argument("COLD", "the folder of cold storage")
                .argument("ID", "the session")
                .argument(Opened.DISK, "the live disk: a new .sqlite file, or a new folder")
                .example("berth disk resume cold ses_1 live.sqlite");
    }

    @Override
    public Reply run(Given given, World world) throws Failure {
        var session = SessionId.parse(given.text("ID"));
        var cold = world.path(given.text("COLD"));
        String typed = given.text(Opened.DISK);
        var live = Opened.path(world, typed);
        Opened.refuseHere(world, live);
        var resume = new Resume(world.files(), Opened.files(world), world.clock(), Opened.hands());
        boolean tree = Opened.becomesTree(world, typed);
        try (var bar =
                tree
                        ? Bar.ofFiles(world, "Resuming")
                        : Bar.ofBytes(world, "Resuming", cold.resolve(session + ".sqlite"))) {
            var resumed =
                    tree
                            ? resume.toTree(cold, session, live, bar::reached)
                            : resume.toFile(cold, session, live, bar::reached);
            return Reply.lines(
                    Json.object()
                            .put("session_id", session.value())
                            .put("disk", typed)
                            .put("form", tree ? "tree" : "file")
                            .put("kept", Facts.json(resumed.kept()))
                            .put("cleared", Facts.json(resumed.cleared()))
                            .build(),
                    "resumed %s: kept %s; cleared %s"
                            .formatted(
                                    session,
                                    Facts.words(resumed.kept()),
                                    Facts.words(resumed.cleared())));
        }
    }
}
