package dev.berth.cli.client;

import dev.berth.cli.Given;
import dev.berth.cli.Reply;
import dev.berth.cli.Spec;
import dev.berth.cli.Verb;
import dev.berth.cli.World;
import dev.berth.durable.json.Json;
import dev.berth.durable.json.JsonFields;
import dev.berth.failure.Failure;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

final class CreateSession implements Verb {
    private static final long MOST_MB = 1L << 40;

    @Override
    public Spec spec() {
        return Spec.of("create", "Makes a session with a workspace of its own.")
                .value("--agent", "PROFILE", "who works in it", "shell")
                .value("--name", "NAME", "what people call it")
                .value("--workspace-quota", "MB", "how much its files may take")
                .value("--workspace-mobility", "WHERE", "local, shared or object_sync")
                .value("--workspace-storage", "KIND", "cas, volume, disk or pvc")
                .values("--tag", "WORD", "a tag; may be repeated")
                .value("--expires-in", "TIME", "when it ends by itself, such as 24h")
                .value("--retention", "TIME", "how long files are kept after its end")
                .flag("--own-key", "seal its files with a key of its own")
                .flag("--playbook", "hide it from listings until it is claimed")
                .value("--from", "ORIGIN", "begin with the files of a .wbundle, a checkpoint, …")
                .flag("--with-git", "of a bundle, take git repositories too")
                .value("--signer", "KEY", "who must have signed the bundle")
                .example("berth sessions create --agent claude --name parser")
                .example("berth sessions create --from theirs.wbundle")
                .example(
                        "berth sessions create --workspace-quota 2048"
                                + " --workspace-mobility object_sync");
    }

    @Override
    public Reply run(Given given, World world) throws Failure {
        var from = given.optional("--from");
        var bundle =
                from.isPresent()
                        ? LocalBundle.at(from.get(), world)
                        : Optional.<LocalBundle>empty();
        if (bundle.isPresent()) {
            try (var open = bundle.get()) {
                return made(open.send(new Finding(world).api(), query(given)));
            }
        }
        if (given.flag("--with-git") || given.optional("--signer").isPresent()) {
            throw new Failure.Malformed(
                    "--with-git and --signer are for bundles", "name one with --from");
        }
        var body = body(given);
        from.ifPresent(text -> body.put("from", LocalBundle.whole(text, world)));
        return made(new Finding(world).api().post("/v1/workspaces", body.build()));
    }

    private static Reply made(Json.Obj workspace) {
        return SessionReply.brief(Fields.text(workspace, "session_id"), workspace);
    }

    private static JsonFields body(Given given) throws Failure {
        var body = Json.object();
        words(given).forEach(body::put);
        given.number("--workspace-quota", 1, MOST_MB).ifPresent(mb -> body.put("quota_mb", mb));
        List<String> tags = given.values("--tag");
        if (!tags.isEmpty()) body.put("tags", Json.texts(tags));
        if (given.flag("--own-key")) body.put("own_key", true);
        if (given.flag("--playbook")) body.put("playbook", true);
        return body;
    }

    private static Map<String, String> query(Given given) throws Failure {
        var query = words(given);
        given.number("--workspace-quota", 1, MOST_MB)
                .ifPresent(mb -> query.put("quota_mb", Long.toString(mb)));
        List<String> tags = given.values("--tag");
        if (!tags.isEmpty()) query.put("tags", String.join(",", tags));
        for (String flag : List.of("--own-key", "--playbook", "--with-git")) {
            if (given.flag(flag)) query.put(flag.substring(2).replace('-', '_'), "true");
        }
        given.optional("--signer").ifPresent(key -> query.put("signer", key));
        return query;
    }

    private static Map<String, String> words(Given given) {
        var words = new LinkedHashMap<String, String>();
        words.put("agent", given.text("--agent"));
        given.optional("--name").ifPresent(name -> words.put("name", name));
        given.optional("--workspace-mobility").ifPresent(word -> words.put("mobility", word));
        given.optional("--workspace-storage").ifPresent(word -> words.put("storage", word));
        given.optional("--expires-in").ifPresent(time -> words.put("expires_in", time));
        given.optional("--retention").ifPresent(time -> words.put("retention", time));
        return words;
    }
}
