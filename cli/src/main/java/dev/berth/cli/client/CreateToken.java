package dev.berth.cli.client;

import dev.berth.cli.Given;
import dev.berth.cli.Reply;
import dev.berth.cli.Spec;
import dev.berth.cli.Verb;
import dev.berth.cli.World;
import dev.berth.durable.json.Json;
import dev.berth.failure.Failure;

import java.util.List;

final class CreateToken implements Verb {
    @Override
    public Spec spec() {
        return Spec.of("create", "Makes a token; it is shown this once.")
                .required("--name", "NAME", "who it is for")
                .values(
                        "--scope",
                        "SCOPE",
                        "read, write, vfs or admin; may be repeated (default: read)")
                .value("--tenant", "TENANT", "whose sessions it reaches", "default")
                .example("berth tokens create --name ci --scope read --scope write");
    }

    @Override
    public Reply run(Given given, World world) throws Failure {
        var scopes = given.values("--scope").isEmpty() ? List.of("read") : given.values("--scope");
        var body =
                Json.object()
                        .put("tenant", given.text("--tenant"))
                        .put("scopes", Json.texts(scopes))
                        .put("name", given.text("--name"))
                        .build();
        var made = new Finding(world).api().post("/v1/tokens", body);
        return Reply.lines(made, Fields.text(made, "token"));
    }
}
