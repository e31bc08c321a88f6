package dev.berth.cli.client;

import dev.berth.cli.Page;
import dev.berth.cli.Reply;
import dev.berth.cli.Table;
import dev.berth.durable.json.Json;

import java.util.List;

/// One session: a line that says what became of it, and what there is to know.
record SessionReply(String told, Json.Obj json, boolean whole) implements Reply {
    private static final List<String> HIDDEN = List.of("warnings", "flow", "receipt");

    /// Only what became of it.
    static SessionReply brief(String told, Json.Obj workspace) {
        return new SessionReply(told, workspace, false);
    }

    static SessionReply whole(Json.Obj workspace) {
        return new SessionReply("", workspace, true);
    }

    @Override
    public void show(Page page) {
        if (!told.isEmpty()) page.line(told);
        if (whole) {
            var table = Table.of("field", "value");
            json.fields()
                    .forEach(
                            (name, value) -> {
                                String shown = Fields.shown(value);
                                if (!shown.isEmpty() && !HIDDEN.contains(name)) {
                                    table.row(name, shown);
                                }
                            });
            page.table(table);
        }
        if (json.fields().get("flow") instanceof Json.Obj flow) {
            page.line("goal: " + Fields.text(flow, "goal"));
            for (var each : Fields.objects(flow, "plan")) {
                page.line(
                        "- %s (%s)"
                                .formatted(
                                        Fields.text(each, "title"), Fields.text(each, "status")));
            }
        }
        for (String warning : Fields.texts(json, "warnings")) page.line("warning: " + warning);
    }
}
