package dev.berth.server.workspaces;

import dev.berth.depot.diff.Change;
import dev.berth.depot.tree.TreeEntry;
import dev.berth.disk.Volume;
import dev.berth.durable.json.Json;
import dev.berth.failure.Failure;
import dev.berth.server.http.Answer;
import dev.berth.server.http.Call;
import dev.berth.server.http.Method;
import dev.berth.server.http.Need;
import dev.berth.server.http.Route;
import dev.berth.session.catalog.Access.Scope;
import dev.berth.session.life.Sessions;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/// What differs between two points of a workspace; from the depot, whatever state it is in.
public record DiffRoute(Sessions sessions) {
    private static final int MOST = 20_000;

    public List<Route> routes() {
        return List.of(
                Route.of(
                        Method.GET,
                        "/v1/workspaces/{id}/checkpoints/{a}/diff/{b}",
                        Need.READ,
                        this::diff));
    }

    /// Of what is not the work only those learn who may read it.
    private Answer diff(Call call) throws Failure {
        boolean all = call.caller().scopes().contains(Scope.VFS);
        var changes = new ArrayList<Json.Obj>();
        var more = new boolean[1];
        sessions.diff(
                call.key(),
                call.value("a"),
                call.value("b"),
                change -> {
                    if (!all && change.volume() != Volume.WORKSPACE) return;
                    if (changes.size() < MOST) changes.add(shown(change));
                    else more[0] = true;
                });
        return Answer.json(
                Json.object()
                        .put("before", call.value("a"))
                        .put("after", call.value("b"))
                        .put("changes", changes)
                        .put("truncated", more[0])
                        .build());
    }

    private static Json.Obj shown(Change change) {
        var fields =
                Json.object()
                        .put("volume", change.volume().label())
                        .put("path", change.path())
                        .put("change", change.kind().name().toLowerCase(Locale.ROOT));
        change.before().ifPresent(entry -> fields.put("before", entry(entry)));
        change.after().ifPresent(entry -> fields.put("after", entry(entry)));
        return fields.build();
    }

    private static Json.Obj entry(TreeEntry entry) {
        return switch (entry) {
            case TreeEntry.File file -> entry("file", file.size(), entry);
            case TreeEntry.Folder _ -> entry("folder", 0, entry);
            case TreeEntry.Link link -> entry("link", link.target().bytes().length, entry);
        };
    }

    private static Json.Obj entry(String type, long size, TreeEntry entry) {
        return Json.object()
                .put("type", type)
                .put("size", size)
                .put("mtime", entry.meta().modified())
                .build();
    }
}
