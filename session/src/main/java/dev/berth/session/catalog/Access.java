package dev.berth.session.catalog;

import dev.berth.disk.SessionId;
import dev.berth.durable.ContentHash;
import dev.berth.failure.Failure;

import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/// Tenants, and the tokens by which their programs are known. Of a token only the hash is kept.
public interface Access {
    /// Enters a tenant; one that is there stays as it is.
    void addTenant(SessionId name) throws Failure;

    List<SessionId> tenants() throws Failure;

    /// Enters a token; a `Conflict` when its id or hash is taken.
    void addToken(Token token) throws Failure;

    /// Who has the token with this hash; empty when nobody has, or it was revoked.
    Optional<Token> token(ContentHash hash) throws Failure;

    List<Token> tokens() throws Failure;

    /// Revokes a token; false when there was none.
    boolean revoke(String id) throws Failure;

    /// A token by its hash.
    record Token(
            String id,
            SessionId tenant,
            ContentHash hash,
            Set<Scope> scopes,
            String name,
            Instant createdAt) {
        public Token {
            scopes = Set.copyOf(scopes);
        }
    }

    /// What a token may do.
    enum Scope {
        READ,
        WRITE,
        VFS,
        ADMIN;

        public String label() {
            return name().toLowerCase(Locale.ROOT);
        }
    }
}
