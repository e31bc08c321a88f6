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

final class ListFolder implements Verb {
    @Override
    public Spec spec() {
        return FilePath.volume(
                        Named.argument(Spec.of("ls", "Lists a folder."))
                                .optionalArgument(FilePath.PATH, "the folder; the root by default"))
                .value("--find", "PART", "all below whose name holds this")
                .example("berth files ls parser src");
    }

    @Override
    public Reply run(Given given, World world) throws Failure {
        var folder = FilePath.of(given, world, given.optional(FilePath.PATH).orElse(""));
        var query = given.optional("--find").map(part -> folder.query("q", part));
        var answer = folder.session().api().get(folder.route(), query.orElse(folder.query()));
        return new Reply() {
            @Override
            public Json.Obj json() {
                return answer;
            }

            @Override
            public void show(Page page) {
                var table = Table.of("name", "#size", "changed");
                for (var entry : Fields.objects(answer, "entries")) {
                    boolean isFolder = Fields.text(entry, "type").equals("folder");
                    table.row(
                            Fields.text(entry, "name") + (isFolder ? "/" : ""),
                            isFolder ? "" : Amounts.bytes(Fields.number(entry, "size")),
                            Amounts.minute(Fields.text(entry, "mtime")));
                }
                if (!table.isEmpty()) page.table(table);
            }
        };
    }
}
