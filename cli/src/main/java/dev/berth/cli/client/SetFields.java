package dev.berth.cli.client;

import dev.berth.cli.Given;
import dev.berth.cli.Reply;
import dev.berth.cli.Spec;
import dev.berth.cli.Verb;
import dev.berth.cli.World;
import dev.berth.durable.json.Json;
import dev.berth.failure.Failure;

import java.util.List;

final class SetFields implements Verb {
    private static final List<String> YES_OR_NO = List.of("pinned", "starred", "archived");

    @Override
    public Spec spec() {
        return Named.argument(Spec.of("set", "Changes what is written on a session."))
                .value("--name", "NAME", "what people call it")
                .value("--pinned", "YES|NO", "a pinned one never expires")
                .value("--starred", "YES|NO", "a mark of yours")
                .value("--archived", "YES|NO", "out of sight")
                .values("--tag", "WORD", "its tags from now on; may be repeated")
                .flag("--no-tags", "take all tags away")
                .value("--model", "MODEL", "ask this model instead; - for the profile's own")
                .value("--expires-in", "TIME", "when it ends by itself, such as 24h; - for never")
                .example("berth sessions set parser --pinned yes --tag compiler");
    }

    @Override
    public Reply run(Given given, World world) throws Failure {
        var body = Json.object();
        given.optional("--name").ifPresent(name -> body.put("name", name));
        for (String field : YES_OR_NO) {
            var word = given.optional("--" + field);
            if (word.isPresent()) body.put(field, new Json.Bool(yes(field, word.get())));
        }
        var tags = given.values("--tag");
        if (!tags.isEmpty() || given.flag("--no-tags")) body.put("tags", Json.texts(tags));
        given.optional("--model").ifPresent(model -> body.put("model_override", orNull(model)));
        given.optional("--expires-in").ifPresent(time -> body.put("expires_in", orNull(time)));
        var fields = body.build();
        if (fields.fields().isEmpty()) {
            throw new Failure.Malformed("nothing to set", "see `berth sessions set --help`");
        }
        var session = Named.of(given, world);
        return SessionReply.whole(session.api().patch(session.path(""), fields));
    }

    private static Json orNull(String word) {
        return word.equals("-") ? new Json.Null() : Json.text(word);
    }

    private static boolean yes(String field, String word) throws Failure {
        return switch (word) {
            case "yes", "true" -> true;
            case "no", "false" -> false;
            default ->
                    throw new Failure.Malformed(
                            "--%s is neither yes nor no: %s".formatted(field, word),
                            "give one of the two");
        };
    }
}
