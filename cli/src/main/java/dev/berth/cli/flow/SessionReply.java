package dev.berth.cli.flow;

import dev.berth.cli.Page;
import dev.berth.cli.Reply;
import dev.berth.cli.Table;
import dev.berth.durable.json.Json;
import dev.berth.flow.Feature;
import dev.berth.flow.FlowSession;
import dev.berth.flow.ProjectRoot;

import java.util.Locale;
import java.util.Optional;

/// A session, after `done` was done with it, and what was put away on the way.
record SessionReply(ProjectRoot root, FlowSession session, String done, Optional<String> putAway)
        implements Reply {
    private static final int NOTES_SHOWN = 5;

    @Override
    public Json.Obj json() {
        var json = Json.object().put("root", root.toString()).putAll(session.json());
        putAway.ifPresent(what -> json.put("put_away", what));
        return json.build();
    }

    @Override
    public void show(Page page) {
        putAway.ifPresent(page::line);
        if (!done.isEmpty()) page.line(done);
        show(page, session);
    }

    static long done(FlowSession session) {
        return session.features().stream()
                .filter(feature -> feature.status() == Feature.Status.DONE)
                .count();
    }

    static void show(Page page, FlowSession session) {
        page.heading(Visible.line(session.goal()));
        page.line(
                "%s, %s; the plan is %s; %d of %d features done"
                        .formatted(
                                session.id(),
                                word(session.status()),
                                word(session.approval()),
                                done(session),
                                session.features().size()));
        if (!session.features().isEmpty()) {
            page.blank();
            var table = Table.of("", "id", "status", "title");
            for (var feature : session.features()) {
                boolean active = session.active().filter(feature.id()::equals).isPresent();
                table.row(
                        active ? ">" : "",
                        feature.id().value(),
                        word(feature.status()),
                        Visible.line(feature.title()));
            }
            page.table(table);
        }
        var notes = session.notes();
        if (notes.isEmpty()) return;
        page.blank();
        int hidden = Math.max(0, notes.size() - NOTES_SHOWN);
        if (hidden > 0) page.line("%d earlier notes; --json shows all".formatted(hidden));
        var table = Table.of("at", "note");
        for (var note : notes.subList(hidden, notes.size())) {
            table.row(note.at().toString(), Visible.line(note.text()));
        }
        page.table(table);
    }

    private static String word(Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT).replace('_', ' ');
    }
}
