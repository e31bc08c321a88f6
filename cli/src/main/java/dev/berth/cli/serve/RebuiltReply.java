package dev.berth.cli.serve;

import dev.berth.cli.Page;
import dev.berth.cli.Reply;
import dev.berth.cli.Shown;
import dev.berth.durable.json.Json;
import dev.berth.session.life.Rebuilding.Rebuilt;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// What came back, what did not, and what lies about.
record RebuiltReply(Rebuilt rebuilt, Optional<String> aside, List<String> orphans)
        implements Reply {
    private static final int DAMAGED = 12;

    @Override
    public Json.Obj json() {
        var sessions = new ArrayList<Json>();
        for (var key : rebuilt.sessions()) {
            sessions.add(
                    Json.object()
                            .put("tenant", key.tenant().value())
                            .put("session_id", key.id().value())
                            .build());
        }
        return Json.object()
                .put("sessions", Json.array(sessions))
                .putTexts("problems", rebuilt.problems())
                .putTexts("notes", rebuilt.notes())
                .putTexts("orphans", orphans)
                .putText("moved_aside", aside)
                .build();
    }

    @Override
    public void show(Page page) {
        aside.ifPresent(name -> page.line("the catalog could not be used; it is kept as " + name));
        for (var key : rebuilt.sessions()) page.line("back: " + key);
        for (String note : rebuilt.notes()) page.line("note: " + note);
        for (String problem : rebuilt.problems()) page.line("not back: " + problem);
        for (String orphan : orphans) page.line("left: " + orphan);
        page.line(
                "%s came back, each up to its last checkpoint"
                        .formatted(Shown.count(rebuilt.sessions().size(), "session")));
        if (aside.isPresent()) {
            page.line(
                    "tokens are gone with the old catalog, but for the local user's; sessions"
                            + " without a checkpoint, too");
        }
    }

    @Override
    public int exitCode() {
        return rebuilt.problems().isEmpty() ? 0 : DAMAGED;
    }
}
