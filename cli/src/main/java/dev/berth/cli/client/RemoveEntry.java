package dev.berth.cli.client;

import dev.berth.cli.Given;
import dev.berth.cli.Reply;
import dev.berth.cli.Spec;
import dev.berth.cli.Verb;
import dev.berth.cli.World;
import dev.berth.durable.json.Json;
import dev.berth.failure.Failure;

final class RemoveEntry implements Verb {
    @Override
    public Spec spec() {
        return Remote.options(
                        Named.argument(Spec.of("rm", "Removes a file or a folder of a session."))
                                .argument(Remote.PATH, "what to remove"))
                .flag(new String[] {"-r", "--recursive"}, "a folder with all that is in it")
                .value("--if-match", "HASH", "only when it has this content (SHA-256)")
                .example("berth files rm parser notes/today")
                .example("berth files rm parser build -r");
    }

    @Override
    public Reply run(Given given, World world) throws Failure {
        var headers = Remote.conditions(given);
        String path = Remote.file(given);
        var remote = Remote.of(given, world);
        var query = remote.query();
        if (given.flag("--recursive")) query.put("recursive", "true");
        remote.session().api().delete(remote.address(path), query, headers);
        return Reply.lines(
                Json.object()
                        .put("volume", remote.volume().label())
                        .put("path", path)
                        .put("removed", true)
                        .build(),
                "removed %s from %s".formatted(path, remote.volume().label()));
    }
}
