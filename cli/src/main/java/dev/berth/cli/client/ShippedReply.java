package dev.berth.cli.client;

import dev.berth.cli.Page;
import dev.berth.cli.Reply;
import dev.berth.cli.Shown;
import dev.berth.cli.Table;
import dev.berth.durable.json.Json;

/// What `sessions ship` answers: the bundle, and what travelled, in counts.
record ShippedReply(String bundle, long bytes, Json.Obj summary, String signer) implements Reply {
    @Override
    public Json.Obj json() {
        var fields = Json.object().put("bundle", bundle).put("bundle_bytes", bytes).putAll(summary);
        if (!signer.isEmpty()) fields.put("signer", signer);
        return fields.build();
    }

    @Override
    public void show(Page page) {
        page.line(
                "shipped %s as %s (%s)"
                        .formatted(Fields.text(summary, "id"), bundle, Shown.bytes(bytes)));
        var table = Table.of("", "#files", "#bytes", "");
        rows(table, "sent", "travels");
        rows(table, "withheld", "stays home");
        page.table(table);
        more(page, "repositories", "git repositories that stay home");
        more(page, "left_out", "other things that stay home");
        more(page, "unsettled", "files that were written while they were read");
        page.line(signer.isEmpty() ? "not signed" : "signed by " + signer);
    }

    private void rows(Table table, String name, String fate) {
        Fields.object(summary, name)
                .fields()
                .forEach(
                        (volume, counts) -> {
                            if (!(counts instanceof Json.Obj tally)) return;
                            table.row(
                                    volume,
                                    Long.toString(Fields.number(tally, "files")),
                                    Shown.bytes(Fields.number(tally, "bytes")),
                                    fate);
                        });
    }

    private void more(Page page, String name, String what) {
        long count = Fields.number(summary, name);
        if (count > 0) page.line("%s: %d (--dry-run names them)".formatted(what, count));
    }
}
