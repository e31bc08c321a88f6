package dev.berth.bench.catalog;

import dev.berth.disk.SessionId;
import dev.berth.durable.json.Json;
import dev.berth.session.Event;
import dev.berth.session.EventType;
import dev.berth.session.Life;
import dev.berth.session.Marks;
import dev.berth.session.Mobility;
import dev.berth.session.Node;
import dev.berth.session.Quota;
import dev.berth.session.Session;
import dev.berth.session.SessionKey;
import dev.berth.session.SessionState;
import dev.berth.session.Storage;
import dev.berth.session.Times;
import dev.berth.session.catalog.Catalog;
import dev.berth.session.catalog.Change;
import dev.berth.session.catalog.Leases;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;

/// The sessions of the bench, known by their number. A tenth of them has each mark, so that a page
/// of any kind is full among a thousand.
final class Population {
    static final SessionId TENANT = new SessionId("default");
    static final String TAG = "nightly";
    static final String HOLDER = "bench";

    private static final Node NODE = new Node("bench", "local");
    private static final Instant FIRST = Instant.parse("2026-01-01T00:00:00Z");
    private static final int KINDS = 10;

    private Population() {}

    static SessionKey key(int number) {
        return new SessionKey(TENANT, id(number));
    }

    private static SessionId id(int number) {
        String digits = "%026d".formatted(number);
        return new SessionId((number % KINDS == 1 ? "pb-" : "ses_") + digits);
    }

    /// Enters those from `from` up to, but without, `to`.
    static void fill(Catalog catalog, int from, int to, int hands) throws Exception {
        if (from == 0) catalog.leases().join(new Leases.Holder(HOLDER, "bench", "local"));
        try (var crew = Executors.newFixedThreadPool(hands)) {
            var work = new ArrayList<Callable<Boolean>>();
            for (int hand = 0; hand < hands; hand++) {
                int first = from + hand;
                work.add(
                        () -> {
                            for (int i = first; i < to; i += hands) enter(catalog, i);
                            return true;
                        });
            }
            for (var done : crew.invokeAll(work)) done.get();
        }
    }

    private static void enter(Catalog catalog, int number) throws Exception {
        var asked =
                new Event.Draft(
                        EventType.MESSAGE,
                        Json.object().put("turn", 1).put("text", "hello " + number).build());
        catalog.create(
                session(number),
                new Change.First(Optional.of(HOLDER), List.of(), List.of(asked), List.of()));
    }

    private static Session session(int number) {
        int kind = number % KINDS;
        var made = FIRST.plusMillis(number * 10L);
        return new Session(
                TENANT,
                id(number),
                "session number " + number,
                "shell",
                kind == 2 ? SessionState.ACTIVE : SessionState.RESUMABLE,
                new Session.Place(Storage.CAS, Mobility.LOCAL, NODE),
                new Session.Room(Quota.DEFAULT, 12_345_678),
                new Marks(
                        kind == 3,
                        kind == 5,
                        kind == 7,
                        kind == 9 ? List.of(TAG) : List.of(),
                        Optional.empty(),
                        kind == 1,
                        false),
                new Times(
                        made,
                        made.plusSeconds(60),
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
