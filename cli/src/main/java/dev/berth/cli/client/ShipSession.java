package dev.berth.cli.client;

import dev.berth.cli.Given;
import dev.berth.cli.Reply;
import dev.berth.cli.Spec;
import dev.berth.cli.Verb;
import dev.berth.cli.World;
import dev.berth.durable.json.Json;
import dev.berth.failure.Failure;

final class ShipSession implements Verb {
    @Override
    public Spec spec() {
        return Named.argument(Spec.of("ship", "Makes a bundle of a session's work, to share."))
                .argument("BUNDLE", "the file to make")
                .flag("--include-private", "memory too; it says so in the manifest")
                .example("berth sessions ship parser parser.wbundle");
    }

    @Override
    public Reply run(Given given, World world) throws Failure {
        var target = new Download(world, world.path(given.text("BUNDLE")));
        var body = Json.object();
        if (given.flag("--include-private")) body.put("include_private", new Json.Bool(true));
        var session = Named.of(given, world);
        target.refuseExisting();
        long bytes =
                target.keep(
                        session.api(), session.api().posted(session.path("/ship"), body.build()));
        return Reply.lines(
                Json.object().put("bundle", target.path().toString()).put("bytes", bytes).build(),
                "%s: %s".formatted(target.path(), Amounts.bytes(bytes)));
    }
}
