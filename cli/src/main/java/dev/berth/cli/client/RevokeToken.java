package dev.berth.cli.client;

import dev.berth.cli.Given;
import dev.berth.cli.Reply;
import dev.berth.cli.Spec;
import dev.berth.cli.Verb;
import dev.berth.cli.World;
import dev.berth.durable.json.Json;
import dev.berth.failure.Failure;

import java.util.Map;

final class RevokeToken implements Verb {
    @Override
    public Spec spec() {
        return Spec.of("revoke", "Ends a token at once, with the streams that it opened.")
                .argument("TOKEN", "its id; see `berth tokens list`")
                .example("berth tokens revoke tok_01j9");
    }

    @Override
    public Reply run(Given given, World world) throws Failure {
        String id = given.text("TOKEN");
        new Finding(world).api().delete("/v1/tokens/" + Api.encoded(id), Map.of());
        return Reply.lines(
                Json.object().put("id", id).put("revoked", new Json.Bool(true)).build(),
                id + " is revoked");
    }
}
