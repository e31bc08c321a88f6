package dev.berth.cli.client;

import dev.berth.cli.Given;
import dev.berth.cli.Reply;
import dev.berth.cli.Spec;
import dev.berth.cli.Verb;
import dev.berth.cli.World;
import dev.berth.durable.json.Json;
import dev.berth.failure.Failure;

final class TakeCheckpoint implements Verb {
    @Override
    public Spec spec() {
        return Named.argument(
                        Spec.of("checkpoint", "Keeps files and conversation as they are now."))
                .example("berth sessions checkpoint parser");
    }

    @Override
    public Reply run(Given given, World world) throws Failure {
        var made = Named.of(given, world).post("/checkpoints", Json.object().build());
        String id = Fields.text(made, "checkpoint");
        long skipped = Fields.number(made, "skipped");
        if (skipped <= 0) return Reply.lines(made, id);
        var names = String.join(", ", Fields.texts(made, "skipped_paths"));
        return Reply.lines(
                made, id, "warning: %d entries cannot be kept: %s".formatted(skipped, names));
    }
}
