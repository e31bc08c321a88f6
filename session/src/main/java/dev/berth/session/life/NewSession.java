package dev.berth.session.life;

import dev.berth.disk.SessionId;
import dev.berth.session.Mobility;
import dev.berth.session.Quota;
import dev.berth.session.Storage;

import java.time.Duration;
import java.util.List;
import java.util.Optional;

/// What a new session is to be.
public record NewSession(
        SessionId tenant,
        Optional<SessionId> id,
        String agent,
        String name,
        Storage storage,
        Mobility mobility,
        Quota quota,
        List<String> tags,
        Optional<Duration> expiresIn,
        Optional<Duration> retention,
        boolean ownKey,
        boolean playbook) {
    public NewSession {
        tags = List.copyOf(tags);
    }

    public static NewSession of(SessionId tenant, String agent) {
        return new NewSession(
                tenant,
                Optional.empty(),
                agent,
                "",
                Storage.CAS,
                Mobility.LOCAL,
                Quota.DEFAULT,
                List.of(),
                Optional.empty(),
                Optional.empty(),
                false,
                false);
    }

    /// With an id that somebody chose, when there is one.
    public NewSession called(Optional<SessionId> other) {
        return new NewSession(
                tenant, other, agent, name, storage, mobility, quota, tags, expiresIn, retention,
                ownKey, playbook);
    }

    /// Sealed under a key of its own, which goes with it.
    public NewSession withOwnKey() {
        return new NewSession(
                tenant, id, agent, name, storage, mobility, quota, tags, expiresIn, retention, true,
                playbook);
    }

    public NewSession upTo(Quota other) {
        return new NewSession(
                tenant, id, agent, name, storage, mobility, other, tags, expiresIn, retention,
                ownKey, playbook);
    }

    /// Files are to be kept so long after the end.
    public NewSession keeping(Duration after) {
        return new NewSession(
                tenant,
                id,
                agent,
                name,
                storage,
                mobility,
                quota,
                tags,
                expiresIn,
                Optional.of(after),
                ownKey,
                playbook);
    }

    public NewSession kept(Storage in, Mobility going) {
        return new NewSession(
                tenant, id, agent, name, in, going, quota, tags, expiresIn, retention, ownKey,
                playbook);
    }

    public NewSession expiring(Duration in) {
        return new NewSession(
                tenant,
                id,
                agent,
                name,
                storage,
                mobility,
                quota,
                tags,
                Optional.of(in),
                retention,
                ownKey,
                playbook);
    }
}
