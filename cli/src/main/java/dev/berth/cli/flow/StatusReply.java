package dev.berth.cli.flow;

import dev.berth.cli.Page;
import dev.berth.cli.Reply;
import dev.berth.durable.json.Json;
import dev.berth.flow.FlowStatus;
import dev.berth.flow.History;
import dev.berth.flow.ProjectRoot;

import java.util.List;
import java.util.Optional;

/// Where a project stands, and which project it lies in if that is worth saying; the session's own
/// fields are at the top, `status` is `none` without one.
record StatusReply(FlowStatus status, Optional<ProjectRoot> outer) implements Reply {
    @Override
    public Json.Obj json() {
        var json = Json.object().put("root", status.root().toString());
        if (status.session().isPresent()) json.putAll(status.session().get().json());
        else json.put("status", "none");
        outer.ifPresent(root -> json.put("outer_root", root.toString()));
        return json.put("instructions_current", status.instructionsCurrent())
                .putText("put_away", status.putAway())
                .put("quarantined", quarantined(status.history()))
                .build();
    }

    @Override
    public void show(Page page) {
        status.putAway().ifPresent(page::line);
        outer.ifPresent(
                root ->
                        page.line(
                                "note: %s has a .flow of its own; from here on down, commands mean this one"
                                        .formatted(root)));
        if (status.session().isPresent()) {
            SessionReply.show(page, status.session().get());
        } else {
            page.line("no session is active; start one with `berth flow start --goal TEXT`");
        }
        if (!status.instructionsCurrent()) {
            page.line("the agent's file is not up to date: `berth flow refresh`");
        }
        showQuarantined(page, status.history());
    }

    static List<Json> quarantined(History history) {
        return history.quarantined().stream()
                .<Json>map(
                        each ->
                                Json.object()
                                        .put("name", each.name())
                                        .put("path", each.path())
                                        .putText("reason", each.reason())
                                        .put("advice", each.advice())
                                        .build())
                .toList();
    }

    static void showQuarantined(Page page, History history) {
        if (history.quarantined().isEmpty()) return;
        page.blank();
        page.line("put away because it could not be read:");
        for (var each : history.quarantined()) {
            String reason = each.reason().orElse("it can be read by now");
            page.line("  %s: %s; %s".formatted(each.path(), reason, each.advice()));
        }
    }
}
