package dev.berth.server.access;

import dev.berth.disk.SessionId;
import dev.berth.server.problem.Objection;
import dev.berth.server.problem.Problem;
import dev.berth.session.catalog.Access.Scope;
import dev.berth.session.catalog.Access.Token;

import java.util.Set;

/// Whoever calls, known by a token.
public record Caller(Token token) {
    public SessionId tenant() {
        return token.tenant();
    }

    public Set<Scope> scopes() {
        return token.scopes();
    }

    /// Refused when the token was not given this scope.
    public void require(Scope scope) throws Objection {
        if (scopes().contains(scope)) return;
        throw new Objection(
                Problem.forbidden(
                        "this token lacks the scope " + scope.label(),
                        "use a token that was made with --scope " + scope.label()));
    }
}
