package dev.berth.cli.flow;

import dev.berth.cli.Given;
import dev.berth.cli.Group;
import dev.berth.cli.Page;
import dev.berth.cli.Reply;
import dev.berth.cli.Spec;
import dev.berth.cli.Table;
import dev.berth.cli.flow.OpenFlow.Opened;
import dev.berth.durable.json.Json;
import dev.berth.failure.Failure;
import dev.berth.flow.FlowSession;
import dev.berth.flow.History;
import dev.berth.flow.ProjectRoot;

import java.time.Instant;
import java.util.Optional;

/// `berth flow history`: closed sessions.
final class HistoryCommands {
    private HistoryCommands() {}

    static Group group() {
        return Group.of(
                "history",
                "Shows closed sessions, and opens one again.",
                FlowVerb.of(
                        () -> Spec.of("list", "Lists closed sessions, oldest first."),
                        (_, opened) -> new Listed(opened.root(), opened.flow().history())),
                FlowVerb.of(
                        () ->
                                Spec.of("show", "Shows a closed session.")
                                        .argument("NAME", NAME)
                                        .example(
                                                "berth flow history show ses_01M7GW4ZGHHSPJ57EQC3GYBQJR"),
                        HistoryCommands::show),
                FlowVerb.of(
                        () ->
                                Spec.of("reopen", "Makes a closed session the active one again.")
                                        .argument("NAME", NAME)
                                        .example(
                                                "berth flow history reopen ses_01M7GW4ZGHHSPJ57EQC3GYBQJR"),
                        HistoryCommands::reopen));
    }

    private static final String NAME = "a session's id, or a file's name in .flow/history";

    private static Reply show(Given given, Opened opened) throws Failure {
        var archived = opened.flow().archived(name(given));
        return new SessionReply(opened.root(), archived.session(), "", Optional.empty());
    }

    private static Reply reopen(Given given, Opened opened) throws Failure {
        var reopened = opened.flow().reopen(name(given));
        return new SessionReply(opened.root(), reopened.session(), "reopened", reopened.putAway());
    }

    private static String name(Given given) {
        String typed = given.text("NAME");
        return typed.endsWith(".json") ? typed.substring(0, typed.length() - 5) : typed;
    }

    /// What `history list` answers.
    private record Listed(ProjectRoot root, History history) implements Reply {
        @Override
        public Json.Obj json() {
            return Json.object()
                    .put("root", root.toString())
                    .put("sessions", history.archives().stream().map(Listed::summary).toList())
                    .put("quarantined", StatusReply.quarantined(history))
                    .putTexts("recovered", history.recovered())
                    .build();
        }

        @Override
        public void show(Page page) {
            var table = Table.of("name", "closed", "#features", "#done", "goal");
            for (var each : history.archives()) {
                var session = each.session();
                table.row(
                        each.name(),
                        session.closed().map(Instant::toString).orElse("-"),
                        String.valueOf(session.features().size()),
                        String.valueOf(SessionReply.done(session)),
                        Visible.line(session.goal()));
            }
            if (table.isEmpty()) page.line("no session was closed here yet");
            else page.table(table);
            StatusReply.showQuarantined(page, history);
            if (history.recovered().isEmpty()) return;
            page.blank();
            page.line("recovered, and to be removed when no longer needed:");
            for (String file : history.recovered()) page.line("  .flow/history/" + file);
        }

        private static Json summary(History.Archived archived) {
            FlowSession session = archived.session();
            return Json.object()
                    .put("name", archived.name())
                    .put("id", session.id().value())
                    .put("goal", session.goal())
                    .put("status", "closed")
                    .put("features", session.features().size())
                    .put("done", SessionReply.done(session))
                    .put("notes", session.notes().size())
                    .put("created_at", session.created())
                    .putText("closed_at", session.closed().map(Instant::toString))
                    .build();
        }
    }
}
