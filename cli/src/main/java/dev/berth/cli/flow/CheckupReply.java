package dev.berth.cli.flow;

import dev.berth.cli.Page;
import dev.berth.cli.Reply;
import dev.berth.cli.Table;
import dev.berth.durable.json.Json;
import dev.berth.flow.Checkup;

/// What `berth flow doctor` answers.
record CheckupReply(Checkup checkup) implements Reply {
    @Override
    public Json.Obj json() {
        return Json.object()
                .put("root", checkup.root().toString())
                .put("healthy", checkup.healthy())
                .put("findings", checkup.findings().stream().map(CheckupReply::finding).toList())
                .build();
    }

    @Override
    public void show(Page page) {
        var table = Table.of("what", "", "found");
        for (var each : checkup.findings()) {
            table.row(each.what(), each.fine() ? "ok" : "!", each.found());
        }
        page.table(table);
        for (var each : checkup.findings()) {
            if (!each.advice().isEmpty()) page.line(each.what() + ": " + each.advice());
        }
    }

    private static Json finding(Checkup.Finding finding) {
        return Json.object()
                .put("what", finding.what())
                .put("fine", finding.fine())
                .put("found", finding.found())
                .put("advice", finding.advice())
                .build();
    }
}
