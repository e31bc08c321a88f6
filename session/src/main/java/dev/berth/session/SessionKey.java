package dev.berth.session;

import dev.berth.disk.SessionId;

/// A session by tenant and id. Tenants are named as sessions are.
public record SessionKey(SessionId tenant, SessionId id) {
    @Override
    public String toString() {
        return tenant + "/" + id;
    }
}
