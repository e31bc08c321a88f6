package dev.berth.cli.client;

import dev.berth.cli.Given;
import dev.berth.cli.Page;
import dev.berth.cli.Reply;
import dev.berth.cli.Spec;
import dev.berth.cli.Verb;
import dev.berth.cli.World;
import dev.berth.durable.json.Json;
import dev.berth.failure.Failure;

final class DiffPoints implements Verb {
    @Override
    public Spec spec() {
        return Named.argument(Spec.of("diff", "Says what differs between two checkpoints."))
                .argument("A", "a checkpoint, or `latest`")
                .argument("B", "another one")
                .example("berth sessions diff parser 4f2a latest");
    }

    @Override
    public Reply run(Given given, World world) throws Failure {
        var session = Named.of(given, world);
        var answer =
                session.get(
                        "/checkpoints/%s/diff/%s"
                                .formatted(
                                        Api.encoded(given.text("A")),
                                        Api.encoded(given.text("B"))));
        return new Reply() {
            @Override
            public Json.Obj json() {
                return answer;
            }

            @Override
            public void show(Page page) {
                var changes = Fields.objects(answer, "changes");
                if (changes.isEmpty()) page.line("no difference");
                for (var change : changes) {
                    page.line(
                            "%-8s %s%s"
                                    .formatted(
                                            Fields.text(change, "change"),
                                            Fields.text(change, "volume"),
                                            "/" + Fields.text(change, "path")));
                }
            }
        };
    }
}
