package dev.berth.server.operations;

import dev.berth.durable.json.Json;
import dev.berth.failure.Failure;
import dev.berth.server.http.Answer;
import dev.berth.server.http.Call;
import dev.berth.server.http.Method;
import dev.berth.server.http.Need;
import dev.berth.server.http.Route;
import dev.berth.session.catalog.Catalog;

import java.util.List;
import java.util.function.BooleanSupplier;

/// Whether the server lives, and whether it can work.
public record HealthRoutes(Catalog catalog, BooleanSupplier stopping) {
    public List<Route> routes() {
        return List.of(
                Route.of(Method.GET, "/healthz", Need.NOTHING, _ -> says("ok")),
                Route.of(Method.GET, "/readyz", Need.NOTHING, this::ready));
    }

    private Answer ready(Call call) throws Failure {
        if (stopping.getAsBoolean()) {
            throw new Failure.Unavailable("the server is stopping", "ask another one");
        }
        catalog.access().tenants();
        return says("ready");
    }

    private static Answer says(String status) {
        return Answer.json(Json.object().put("status", status).build());
    }
}
