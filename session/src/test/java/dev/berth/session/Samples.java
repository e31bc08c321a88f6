package dev.berth.session;

import dev.berth.disk.SessionId;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/// Sessions for tests.
public final class Samples {
    public static final SessionId TENANT = new SessionId("default");
    public static final Instant NOON = Instant.parse("2026-05-01T12:00:00Z");
    public static final Node NODE = new Node("a", "us-west-2");

    private Samples() {}

    public static Session session(String id) {
        return session(id, NOON);
    }

    public static Session session(String id, Instant created) {
        return new Session(
                TENANT,
                new SessionId(id),
                "name of " + id,
                "shell",
                SessionState.CREATED,
                new Session.Place(Storage.CAS, Mobility.LOCAL, NODE),
                new Session.Room(Quota.DEFAULT, 0),
                Marks.NONE,
                new Times(
                        created,
                        created,
                        Optional.empty(),
                        false,
                        Optional.empty(),
                        Duration.ofDays(7),
                        Optional.empty()),
                new Life(
                        true,
                        false,
                        Optional.empty(),
                        Optional.empty(),
                        0,
                        1,
                        Optional.empty(),
                        false,
                        Life.Turns.NONE),
                List.of());
    }
}
