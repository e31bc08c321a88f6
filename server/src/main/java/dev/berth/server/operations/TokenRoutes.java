package dev.berth.server.operations;

import dev.berth.disk.SessionId;
import dev.berth.durable.json.Json;
import dev.berth.durable.json.JsonFields;
import dev.berth.durable.json.JsonReader;
import dev.berth.durable.json.JsonRefusal;
import dev.berth.failure.Failure;
import dev.berth.server.access.Tokens;
import dev.berth.server.http.Answer;
import dev.berth.server.http.Call;
import dev.berth.server.http.Method;
import dev.berth.server.http.Need;
import dev.berth.server.http.Route;
import dev.berth.server.problem.Objection;
import dev.berth.session.catalog.Access;
import dev.berth.session.catalog.Access.Scope;
import dev.berth.session.catalog.Access.Token;

import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// Tenants and their tokens. Whoever has the scope `admin` runs the server, for all tenants.
public record TokenRoutes(Access access, Tokens tokens) {
    private static final String TOKENS = "/v1/tokens";
    private static final String TENANTS = "/v1/tenants";
    private static final int LONGEST_NAME = 200;

    public List<Route> routes() {
        return List.of(
                Route.of(Method.GET, TOKENS, Need.ADMIN, this::list),
                Route.of(Method.POST, TOKENS, Need.ADMIN, this::create),
                Route.of(Method.DELETE, TOKENS + "/{token}", Need.ADMIN, this::revoke),
                Route.of(Method.GET, TENANTS, Need.ADMIN, this::tenants),
                Route.of(Method.POST, TENANTS, Need.ADMIN, this::addTenant));
    }

    private Answer list(Call call) throws Failure {
        var rows = access.tokens().stream().map(row -> shown(row).build()).toList();
        return Answer.json(Json.object().put("tokens", rows).build());
    }

    private static JsonFields shown(Token row) {
        return Json.object()
                .put("id", row.id())
                .put("tenant", row.tenant().value())
                .putTexts("scopes", row.scopes().stream().sorted().map(Scope::label).toList())
                .put("name", row.name())
                .put("created_at", row.createdAt());
    }

    private record Wish(Optional<String> tenant, List<String> scopes, String name) {
        static Wish read(JsonReader in) throws JsonRefusal {
            return new Wish(
                    in.optionalText("tenant"),
                    in.texts("scopes"),
                    in.optionalText("name").orElse(""));
        }
    }

    /// The only time that the token itself is shown.
    private Answer create(Call call) throws Failure, Objection {
        var wish = call.json(Wish::read);
        var tenant =
                wish.tenant().isPresent() ? tenant(wish.tenant().get()) : call.caller().tenant();
        if (!access.tenants().contains(tenant)) {
            throw new Failure.NotFound(
                    "there is no tenant " + tenant, "make it with POST /v1/tenants");
        }
        var issued = tokens.issue(tenant, scopes(wish.scopes()), line(wish.name()));
        return Answer.json(201, shown(issued.row()).put("token", issued.secret()).build());
    }

    private static Set<Scope> scopes(List<String> labels) throws Failure {
        var scopes = EnumSet.noneOf(Scope.class);
        for (String label : labels) {
            for (var scope : Scope.values()) if (scope.label().equals(label)) scopes.add(scope);
        }
        if (!scopes.isEmpty() && scopes.size() == Set.copyOf(labels).size()) return scopes;
        throw new Failure.Malformed(
                "the scopes are not what a token can have", "use read, write, vfs or admin");
    }

    private static String line(String name) throws Failure {
        boolean fits =
                name.length() <= LONGEST_NAME && name.chars().noneMatch(Character::isISOControl);
        if (fits) return name;
        throw new Failure.Malformed("the name is too long, or not one line", "shorten it");
    }

    private Answer revoke(Call call) throws Failure {
        String id = call.value("token");
        SessionId.parse(id);
        if (access.revoke(id)) return Answer.empty(204);
        throw new Failure.NotFound("there is no token " + id, "see `berth tokens list`");
    }

    private Answer tenants(Call call) throws Failure {
        var names =
                access.tenants().stream()
                        .map(name -> Json.object().put("name", name.value()).build())
                        .toList();
        return Answer.json(Json.object().put("tenants", names).build());
    }

    /// Tenants are named as sessions are.
    private static SessionId tenant(String typed) throws Failure {
        try {
            return SessionId.parse(typed);
        } catch (Failure.Malformed malformed) {
            throw new Failure.Malformed("this is no name for a tenant", malformed.advice())
                    .because(malformed);
        }
    }

    private Answer addTenant(Call call) throws Failure, Objection {
        var name = tenant(call.json(in -> in.text("name")));
        access.addTenant(name);
        return Answer.json(201, Json.object().put("name", name.value()).build());
    }
}
