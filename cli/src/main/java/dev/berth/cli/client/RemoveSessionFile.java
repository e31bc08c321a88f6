package dev.berth.cli.client;

import dev.berth.cli.Given;
import dev.berth.cli.Reply;
import dev.berth.cli.Spec;
import dev.berth.cli.Verb;
import dev.berth.cli.World;
import dev.berth.durable.json.Json;
import dev.berth.failure.Failure;

final class RemoveSessionFile implements Verb {
    @Override
    public Spec spec() {
        return FilePath.volume(
                        Named.argument(Spec.of("rm", "Removes a file, or a folder with all in it."))
                                .argument(FilePath.PATH, "which one"))
                .example("berth files rm parser old.log");
    }

    @Override
    public Reply run(Given given, World world) throws Failure {
        var file = FilePath.of(given, world, given.text(FilePath.PATH));
        file.session().api().delete(file.route(), file.query());
        return Reply.lines(
                Json.object().put("path", file.typed()).put("removed", new Json.Bool(true)).build(),
                file.typed() + " is removed");
    }
}
