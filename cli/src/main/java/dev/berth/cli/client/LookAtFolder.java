package dev.berth.cli.client;

import dev.berth.cli.Given;
import dev.berth.cli.Page;
import dev.berth.cli.Reply;
import dev.berth.cli.Shown;
import dev.berth.cli.Spec;
import dev.berth.cli.Table;
import dev.berth.cli.Verb;
import dev.berth.cli.World;
import dev.berth.durable.json.Json;
import dev.berth.failure.Failure;

final class LookAtFolder implements Verb {
    @Override
    public Spec spec() {
        return Remote.options(
                        Named.argument(Spec.of("ls", "Lists what lies in a session."))
                                .optionalArgument(
                                        Remote.PATH, "a folder; the top of the volume without it"))
                .flag(new String[] {"-l", "--long"}, "with type, size and time")
                .value("--find", "NAME", "what is called so, here and below; * and ? may be in it")
                .example("berth files ls parser src -l")
                .example("berth files ls parser --find '*.md'");
    }

    @Override
    public Reply run(Given given, World world) throws Failure {
        var remote = Remote.of(given, world);
        var query = remote.query();
        var wanted = given.optional("--find");
        wanted.ifPresent(name -> query.put("q", name));
        String path = given.optional(Remote.PATH).orElse("");
        var answer =
                wanted.isPresent()
                        ? remote.session().api().get(remote.address(path), query)
                        : remote.folder(path);
        return new Listed(answer, given.flag("--long"), wanted.isPresent());
    }

    private record Listed(Json.Obj json, boolean wide, boolean found) implements Reply {
        @Override
        public void show(Page page) {
            var table = Table.of("type", "#size", "modified", "name");
            for (var entry : Fields.objects(json, "entries")) {
                String name = Fields.text(entry, found ? "path" : "name");
                boolean folder = Fields.text(entry, "type").equals("folder");
                String shown = Shown.oneLine(folder ? name + "/" : name);
                if (!wide) page.line(shown);
                table.row(
                        Fields.text(entry, "type"),
                        String.valueOf(Fields.number(entry, "size")),
                        Amounts.minute(Fields.text(entry, "mtime")),
                        shown);
            }
            if (wide && !table.isEmpty()) page.table(table);
            if (Fields.flag(json, "truncated")) page.line("… and more: look for a longer name");
        }
    }
}
