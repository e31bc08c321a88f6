package dev.berth.cli.bundle;

import dev.berth.bundle.ship.Departure;
import dev.berth.cli.Page;
import dev.berth.cli.Reply;
import dev.berth.durable.json.Json;

/// What `ship --dry-run` answers.
record PreviewReply(Departure departure) implements Reply {
    @Override
    public Json.Obj json() {
        var fields = Json.object().put("dry_run", true);
        Going.json(departure, fields);
        return fields.build();
    }

    @Override
    public void show(Page page) {
        Going.show(departure, page);
        Going.names(
                page,
                "looks like a secret: ",
                departure.secrets().stream()
                        .map(one -> "%s (%s)".formatted(one.place(), one.kind()))
                        .toList());
        page.line(
                departure.secrets().isEmpty()
                        ? "Nothing was written."
                        : "Nothing was written; ship would be refused unless these are allowed.");
    }
}
