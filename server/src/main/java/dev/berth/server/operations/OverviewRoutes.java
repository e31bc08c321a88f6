package dev.berth.server.operations;

import dev.berth.durable.json.Json;
import dev.berth.failure.Failure;
import dev.berth.server.http.Answer;
import dev.berth.server.http.Call;
import dev.berth.server.http.Method;
import dev.berth.server.http.Need;
import dev.berth.server.http.Route;
import dev.berth.session.SessionState;
import dev.berth.session.catalog.Catalog;
import dev.berth.session.catalog.Cursor;
import dev.berth.session.catalog.Filter;

import java.util.EnumMap;
import java.util.List;
import java.util.Optional;

/// Which agents there are, and what the caller's tenant uses.
public record OverviewRoutes(Catalog catalog, List<Agent> agents) {
    private static final int PAGE = 500;

    /// An agent as the API shows it.
    public record Agent(
            String name,
            List<String> command,
            String runner,
            boolean network,
            boolean persistentSessions,
            boolean sandboxed) {
        public Agent {
            command = List.copyOf(command);
        }

        Json.Obj json() {
            return Json.object()
                    .put("name", name)
                    .putTexts("command", command)
                    .put("runner", runner)
                    .put("network", network)
                    .put("persistent_sessions", persistentSessions)
                    .put("sandboxed", sandboxed)
                    .build();
        }
    }

    public OverviewRoutes {
        agents = List.copyOf(agents);
    }

    public List<Route> routes() {
        return List.of(
                Route.of(Method.GET, "/v1/profiles", Need.READ, this::profiles),
                Route.of(Method.GET, "/v1/usage", Need.READ, this::usage));
    }

    private Answer profiles(Call call) {
        return Answer.json(
                Json.object().put("profiles", agents.stream().map(Agent::json).toList()).build());
    }

    private Answer usage(Call call) throws Failure {
        var tenant = call.caller().tenant();
        var counts = new EnumMap<SessionState, Long>(SessionState.class);
        for (var state : SessionState.values()) counts.put(state, 0L);
        long bytes = 0;
        Optional<Cursor> cursor = Optional.empty();
        do {
            var page = catalog.list(tenant, Filter.ALL.withPlaybooks(), cursor, PAGE);
            for (var session : page.items()) {
                counts.merge(session.state(), 1L, Long::sum);
                bytes += session.room().usedBytes();
            }
            cursor = page.next();
        } while (cursor.isPresent());
        var byStatus = Json.object();
        counts.forEach((state, count) -> byStatus.put(state.label(), count));
        return Answer.json(
                Json.object()
                        .put("tenant", tenant.value())
                        .put("workspaces", counts.values().stream().mapToLong(n -> n).sum())
                        .put("by_status", byStatus)
                        .put("used_bytes", bytes)
                        .build());
    }
}
