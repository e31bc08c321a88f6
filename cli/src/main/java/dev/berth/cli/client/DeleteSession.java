package dev.berth.cli.client;

import dev.berth.cli.Given;
import dev.berth.cli.Reply;
import dev.berth.cli.Spec;
import dev.berth.cli.Verb;
import dev.berth.cli.World;
import dev.berth.durable.json.Json;
import dev.berth.failure.Failure;

import java.util.Map;

final class DeleteSession implements Verb {
    @Override
    public Spec spec() {
        return Named.argument(
                        Spec.of("delete", "Removes a session for good: files, keys and events."))
                .flag("--yes", "really")
                .example("berth sessions delete parser --yes");
    }

    @Override
    public Reply run(Given given, World world) throws Failure {
        if (!given.flag("--yes")) {
            throw new Failure.Refused(
                    "a session that is deleted cannot be brought back",
                    "say --yes, or end it with `berth sessions terminate`, which keeps it a while");
        }
        var session = Named.of(given, world);
        session.api().delete(session.path(""), Map.of());
        return Reply.lines(
                Json.object()
                        .put("session_id", session.id())
                        .put("deleted", new Json.Bool(true))
                        .build(),
                session.id() + " is deleted");
    }
}
