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

final class ListTokens implements Verb {
    @Override
    public Spec spec() {
        return Spec.of("list", "Lists tokens, not their secrets.").example("berth tokens list");
    }

    @Override
    public Reply run(Given given, World world) throws Failure {
        var answer = new Finding(world).api().get("/v1/tokens");
        return new Reply() {
            @Override
            public Json.Obj json() {
                return answer;
            }

            @Override
            public void show(Page page) {
                var table = Table.of("!token", "name", "tenant", "scopes", "?made");
                for (var token : Fields.objects(answer, "tokens")) {
                    table.row(
                            Fields.text(token, "id"),
                            Fields.text(token, "name"),
                            Fields.text(token, "tenant"),
                            String.join(", ", Fields.texts(token, "scopes")),
                            Amounts.minute(Fields.text(token, "created_at")));
                }
                if (table.isEmpty()) page.line("no tokens");
                else page.table(table);
            }
        };
    }
}
