package dev.berth.cli.client;

import dev.berth.cli.Given;
import dev.berth.cli.Reply;
import dev.berth.cli.Spec;
import dev.berth.cli.Verb;
import dev.berth.cli.World;
import dev.berth.durable.json.Json;
import dev.berth.failure.Failure;

final class ForkSession implements Verb {
    @Override
    public Spec spec() {
        return Named.argument(
                        Spec.of("fork", "Makes a new session that begins where another stands."))
                .value("--checkpoint", "ID", "begin there instead of now")
                .value("--name", "NAME", "what people call the new one")
                .example("berth sessions fork parser --name parser-with-tables");
    }

    @Override
    public Reply run(Given given, World world) throws Failure {
        var body = Json.object();
        given.optional("--checkpoint").ifPresent(id -> body.put("checkpoint", id));
        given.optional("--name").ifPresent(name -> body.put("name", name));
        var made = Named.of(given, world).post("/fork", body.build());
        return SessionReply.brief(Fields.text(made, "session_id"), made);
    }
}
