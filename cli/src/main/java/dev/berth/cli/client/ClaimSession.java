package dev.berth.cli.client;

import dev.berth.cli.Given;
import dev.berth.cli.Reply;
import dev.berth.cli.Spec;
import dev.berth.cli.Verb;
import dev.berth.cli.World;
import dev.berth.durable.json.Json;
import dev.berth.failure.Failure;

final class ClaimSession implements Verb {
    @Override
    public Spec spec() {
        return Named.argument(
                        Spec.of("claim", "Takes over a playbook's session: it is listed now."))
                .example("berth sessions claim pb-01j9");
    }

    @Override
    public Reply run(Given given, World world) throws Failure {
        var session = Named.of(given, world);
        var body = Json.object().put("claimed", new Json.Bool(true)).build();
        var now = session.api().patch(session.path(""), body);
        return SessionReply.brief(session.id() + " is claimed", now);
    }
}
