package dev.berth.cli.client;

import dev.berth.cli.Given;
import dev.berth.cli.Reply;
import dev.berth.cli.Spec;
import dev.berth.cli.Verb;
import dev.berth.cli.World;
import dev.berth.durable.json.Json;
import dev.berth.failure.Failure;

import java.util.List;

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
                .example("berth sessions create --agent claude --name parser")
                .example(
                        "berth sessions create --agent claude --workspace-quota 20480"
                                + " --workspace-mobility object_sync");
    }

    @Override
    public Reply run(Given given, World world) throws Failure {
        var body = Json.object().put("agent", given.text("--agent"));
        given.optional("--name").ifPresent(name -> body.put("name", name));
        given.number("--workspace-quota", 1, MOST_MB).ifPresent(mb -> body.put("quota_mb", mb));
        given.optional("--workspace-mobility").ifPresent(word -> body.put("mobility", word));
        given.optional("--workspace-storage").ifPresent(word -> body.put("storage", word));
        List<String> tags = given.values("--tag");
        if (!tags.isEmpty()) body.put("tags", Json.texts(tags));
        given.optional("--expires-in").ifPresent(time -> body.put("expires_in", time));
        given.optional("--retention").ifPresent(time -> body.put("retention", time));
        if (given.flag("--own-key")) body.put("own_key", new Json.Bool(true));
        if (given.flag("--playbook")) body.put("playbook", new Json.Bool(true));
        var made = new Finding(world).api().post("/v1/workspaces", body.build());
        String id = Fields.text(made, "session_id");
        return SessionReply.brief(id, made);
    }
}
