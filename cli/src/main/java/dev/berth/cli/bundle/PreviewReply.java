package dev.berth.cli.bundle;

import dev.berth.bundle.ship.Departure;
import dev.berth.bundle.ship.FoundSecret;
import dev.berth.cli.Page;
import dev.berth.cli.Reply;
import dev.berth.durable.json.Json;

/// What `ship --dry-run` answers.
public record PreviewReply(Departure departure) implements Reply {
    @Override
    public Json.Obj json() {
        return Json.object().put("dry_run", true).putAll(departure.json()).build();
    }

    @Override
    public void show(Page page) {
        Going.show(departure, page);
        secrets(page, "looks like a secret: ", false);
        secrets(page, "allowed, though it looks like a secret: ", true);
        page.line(
                departure.secrets().stream().allMatch(FoundSecret::allowed)
                        ? "Nothing was written."
                        : "Nothing was written; ship would be refused unless these are allowed.");
    }

    private void secrets(Page page, String what, boolean allowed) {
        Going.names(
                page,
                what,
                departure.secrets().stream()
                        .filter(one -> one.allowed() == allowed)
                        .map(one -> "%s (%s)".formatted(one.place(), one.kind()))
                        .toList());
    }
}
