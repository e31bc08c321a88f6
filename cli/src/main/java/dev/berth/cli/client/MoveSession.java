package dev.berth.cli.client;

import dev.berth.cli.Given;
import dev.berth.cli.Reply;
import dev.berth.cli.Spec;
import dev.berth.cli.Verb;
import dev.berth.cli.World;
import dev.berth.durable.json.Json;
import dev.berth.failure.Failure;

/// Takes a session to another state: `suspend`, `resume`, `terminate`.
record MoveSession(String verb, String summary) implements Verb {
    @Override
    public Spec spec() {
        return Named.argument(Spec.of(verb, summary)).example("berth sessions " + verb + " parser");
    }

    @Override
    public Reply run(Given given, World world) throws Failure {
        var session = Named.of(given, world);
        var now = session.post("/" + verb, Json.object().build());
        String told = "%s is %s".formatted(session.id(), Fields.text(now, "status"));
        String receipt = Fields.text(Fields.object(now, "receipt"), "text");
        return SessionReply.brief(receipt.isEmpty() ? told : told + "\n" + receipt, now);
    }
}
