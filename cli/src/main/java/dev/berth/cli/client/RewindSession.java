package dev.berth.cli.client;

import dev.berth.cli.Given;
import dev.berth.cli.Reply;
import dev.berth.cli.Spec;
import dev.berth.cli.Verb;
import dev.berth.cli.World;
import dev.berth.durable.json.Json;
import dev.berth.failure.Failure;

final class RewindSession implements Verb {
    @Override
    public Spec spec() {
        return Named.argument(
                        Spec.of("rewind", "Takes files and conversation back to a checkpoint."))
                .argument("CHECKPOINT", "where to; see `berth sessions checkpoints`")
                .example("berth sessions rewind parser 4f2a");
    }

    @Override
    public Reply run(Given given, World world) throws Failure {
        var session = Named.of(given, world);
        String to = given.text("CHECKPOINT");
        var now = session.post("/rewind", Json.object().put("checkpoint", to).build());
        return SessionReply.brief(
                "%s is back at %s; what came after is kept beside the line"
                        .formatted(session.id(), to),
                now);
    }
}
