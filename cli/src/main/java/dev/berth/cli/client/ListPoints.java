package dev.berth.cli.client;

import dev.berth.cli.Given;
import dev.berth.cli.Page;
import dev.berth.cli.Reply;
import dev.berth.cli.Spec;
import dev.berth.cli.Table;
import dev.berth.cli.Verb;
import dev.berth.cli.World;
import dev.berth.durable.json.Json;
import dev.berth.failure.Failure;

final class ListPoints implements Verb {
    @Override
    public Spec spec() {
        return Named.argument(Spec.of("checkpoints", "Lists the points a session can go back to."))
                .example("berth sessions checkpoints parser");
    }

    @Override
    public Reply run(Given given, World world) throws Failure {
        var answer = Named.of(given, world).get("/checkpoints");
        return new Reply() {
            @Override
            public Json.Obj json() {
                return answer;
            }

            @Override
            public void show(Page page) {
                var table =
                        Table.of(
                                "!checkpoint",
                                "#event",
                                "line",
                                "?one instant",
                                "?taken",
                                "?!parent");
                for (var point : Fields.objects(answer, "checkpoints")) {
                    table.row(
                            Fields.text(point, "checkpoint"),
                            String.valueOf(Fields.number(point, "seq")),
                            Fields.text(point, "line"),
                            Fields.flag(point, "consistent") ? "yes" : "no",
                            Amounts.minute(Fields.text(point, "created_at")),
                            Fields.text(point, "parent"));
                }
                if (table.isEmpty()) page.line("no checkpoints yet");
                else page.table(table);
            }
        };
    }
}
