package dev.berth.cli.client;

import dev.berth.cli.Given;
import dev.berth.cli.Reply;
import dev.berth.cli.Spec;
import dev.berth.cli.Verb;
import dev.berth.cli.World;
import dev.berth.durable.json.Json;
import dev.berth.failure.Failure;

import java.util.List;
import java.util.Map;

final class RevokeToken implements Verb {
    private static final String BEGINNING = "tok_";

    @Override
    public Spec spec() {
        return Spec.of("revoke", "Ends a token at once, with the streams that it opened.")
                .argument("TOKEN", "its id, or a unique start of it; see `berth tokens list`")
                .example("berth tokens revoke tok_9852");
    }

    @Override
    public Reply run(Given given, World world) throws Failure {
        var api = new Finding(world).api();
        String id = whole(api, given.text("TOKEN"));
        api.delete("/v1/tokens/" + Api.encoded(id), Map.of());
        return Reply.lines(
                Json.object().put("id", id).put("revoked", new Json.Bool(true)).build(),
                id + " is revoked");
    }

    /// A narrow listing shows the start of an id only: that must do.
    private static String whole(Api api, String typed) throws Failure {
        var ids =
                Fields.objects(api.get("/v1/tokens"), "tokens").stream()
                        .map(token -> Fields.text(token, "id"))
                        .toList();
        if (ids.contains(typed)) return typed;
        var meant = ids.stream().filter(id -> isStart(typed, id)).toList();
        if (meant.size() == 1) return meant.getFirst();
        if (meant.isEmpty()) {
            throw new Failure.NotFound("there is no token " + typed, "see `berth tokens list`");
        }
        throw severalAre(typed, meant);
    }

    private static boolean isStart(String typed, String id) {
        if (typed.isEmpty()) return false;
        return id.startsWith(typed) || id.startsWith(BEGINNING + typed);
    }

    private static Failure severalAre(String typed, List<String> meant) {
        return new Failure.Refused(
                "%d tokens are meant by %s: %s"
                        .formatted(meant.size(), typed, String.join(", ", meant)),
                "type more of the id");
    }
}
