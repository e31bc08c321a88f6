package dev.berth.server.http;

import dev.berth.session.catalog.Access.Scope;

import java.util.Optional;

/// What a caller of a route must show.
public enum Need {
    /// Nothing at all, not even how the server was addressed: a load balancer asks.
    NOTHING(Optional.empty()),
    /// No token; the server must be addressed by its name.
    OPEN(Optional.empty()),
    READ(Optional.of(Scope.READ)),
    WRITE(Optional.of(Scope.WRITE)),
    VFS(Optional.of(Scope.VFS)),
    ADMIN(Optional.of(Scope.ADMIN));

    private final Optional<Scope> scope;

    Need(Optional<Scope> scope) {
        this.scope = scope;
    }

    /// The scope that a token must have; empty when no token is needed.
    public Optional<Scope> scope() {
        return scope;
    }
}
