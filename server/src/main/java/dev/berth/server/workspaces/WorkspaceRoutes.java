package dev.berth.server.workspaces;

import dev.berth.disk.SessionId;
import dev.berth.durable.json.Json;
import dev.berth.failure.Failure;
import dev.berth.server.http.Answer;
import dev.berth.server.http.Call;
import dev.berth.server.http.Method;
import dev.berth.server.http.Need;
import dev.berth.server.http.Route;
import dev.berth.server.problem.Objection;
import dev.berth.session.Session;
import dev.berth.session.SessionState;
import dev.berth.session.catalog.Catalog;
import dev.berth.session.catalog.Cursor;
import dev.berth.session.catalog.Filter;
import dev.berth.session.catalog.Page;
import dev.berth.session.life.Sessions;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Workspaces themselves: make, list, show, change, delete.
public record WorkspaceRoutes(Sessions sessions, Catalog catalog, List<Path> importRoots) {
    private static final String ALL = "/v1/workspaces";
    private static final String ONE = ALL + "/{id}";
    private static final int USUAL_PAGE = 50;
    private static final int LARGEST_PAGE = 500;

    public WorkspaceRoutes {
        importRoots = List.copyOf(importRoots);
    }

    public List<Route> routes() {
        return List.of(
                Route.of(Method.POST, ALL, Need.WRITE, this::create),
                Route.of(Method.GET, ALL, Need.READ, this::list)
                        .asking(
                                "id",
                                "status",
                                "q",
                                "pinned",
                                "starred",
                                "archived",
                                "tag",
                                "playbooks",
                                "limit",
                                "cursor"),
                Route.of(Method.GET, ONE, Need.READ, this::show),
                Route.of(Method.PATCH, ONE, Need.WRITE, this::change),
                Route.of(Method.DELETE, ONE, Need.WRITE, this::delete));
    }

    private Answer create(Call call) throws Failure, Objection {
        var typed = call.json(Wishes.Typed::read);
        var wish = typed.wish(call.caller().tenant());
        var made =
                typed.from().isPresent()
                        ? origins().make(wish, typed.from().get(), call.caller())
                        : sessions.create(wish);
        return Answer.json(201, shown(made)).with("Location", ALL + "/" + made.id());
    }

    private Origins origins() {
        return new Origins(sessions.importing(), importRoots);
    }

    private Answer list(Call call) throws Failure {
        var query = call.query();
        int limit = query.number("limit", 1, LARGEST_PAGE).orElse((long) USUAL_PAGE).intValue();
        var cursor = query.text("cursor");
        Optional<Cursor> after =
                cursor.isPresent() ? Optional.of(Cursor.parse(cursor.get())) : Optional.empty();
        var page = page(call, after, limit);
        var shown = new ArrayList<Json.Obj>();
        for (var session : page.items()) shown.add(sessions.shown(session));
        return Answer.json(
                Json.object()
                        .put("workspaces", shown)
                        .putText("next_cursor", page.next().map(Cursor::text))
                        .build());
    }

    private Page<Session> page(Call call, Optional<Cursor> after, int limit) throws Failure {
        var tenant = call.caller().tenant();
        var filter = filter(call);
        var start = call.query().text("id");
        if (start.isEmpty()) return catalog.list(tenant, filter, after, limit);
        // What begins an id is itself one, but for its length.
        var known = catalog.starting(tenant, SessionId.parse(start.get()).value(), limit);
        return new Page<>(known.stream().filter(filter::shows).toList(), Optional.empty());
    }

    private static Filter filter(Call call) throws Failure {
        var query = call.query();
        var status = query.text("status");
        return new Filter(
                status.isPresent()
                        ? Optional.of(SessionState.parse(status.get()))
                        : Optional.empty(),
                query.text("q"),
                query.flag("pinned"),
                query.flag("starred"),
                query.flag("archived"),
                query.text("tag"),
                query.flag("playbooks").orElse(false));
    }

    private Answer show(Call call) throws Failure {
        return Answer.json(shown(sessions.find(call.key())));
    }

    /// With the goal and plan of the project in it, where there is one.
    private Json.Obj shown(Session session) throws Failure {
        var shown = Json.object().putAll(sessions.shown(session));
        sessions.flow(session).ifPresent(flow -> shown.put("flow", flow));
        return shown.build();
    }

    private Answer change(Call call) throws Failure, Objection {
        var key = call.key();
        sessions.find(key);
        var fields = call.json(Changes::read).fields();
        return Answer.json(sessions.shown(sessions.set(key, fields)));
    }

    private Answer delete(Call call) throws Failure {
        sessions.delete(call.key());
        return Answer.empty(204);
    }
}
