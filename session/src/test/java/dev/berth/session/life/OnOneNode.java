package dev.berth.session.life;

import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.failure.Failure;
import dev.berth.session.Event;
import dev.berth.session.EventType;
import dev.berth.session.Mobility;
import dev.berth.session.Node;
import dev.berth.session.Samples;
import dev.berth.session.SessionKey;
import dev.berth.session.SessionState;
import dev.berth.session.Storage;
import dev.berth.session.catalog.Catalog;
import dev.berth.session.sqlite.SqliteCatalog;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.List;

/// A node for tests of sessions, on a catalog of its own, and what is often asked of it.
abstract class OnOneNode {
    static final Node A = new Node("a", "us-west-2");
    static final Node B = new Node("b", "eu-west-1");

    @TempDir Path folder;
    Catalog catalog;
    Machine a;

    @BeforeEach
    void begin() throws Exception {
        catalog = SqliteCatalog.open(folder.resolve("catalog.db"), Clock.systemUTC());
        a = new Machine(folder, A, catalog, Machine.RULES);
    }

    @AfterEach
    void end() {
        a.sessions.close();
        catalog.close();
    }

    SessionKey made(Storage storage, Mobility mobility) throws Failure {
        return a.sessions
                .create(NewSession.of(Samples.TENANT, "shell").kept(storage, mobility))
                .key();
    }

    SessionKey made() throws Failure {
        return made(Storage.CAS, Mobility.LOCAL);
    }

    /// One whose agent is told what was said before.
    SessionKey told() throws Failure {
        return a.sessions.create(NewSession.of(Samples.TENANT, "talker")).key();
    }

    SessionState state(SessionKey key) throws Failure {
        return a.sessions.find(key).state();
    }

    List<Event> events(SessionKey key, EventType type) throws Failure {
        return catalog.events(key, 0, 1_000).stream()
                .filter(event -> event.type() == type)
                .toList();
    }

    String said(SessionKey key) throws Failure {
        var text = new StringBuilder();
        for (var event : events(key, EventType.OUTPUT)) text.append(event.text("text"));
        return text.toString();
    }

    void waitForTurn(SessionKey key, long turn) throws Exception {
        long end = System.nanoTime() + Duration.ofSeconds(90).toNanos();
        while (a.sessions
                .find(key)
                .life()
                .turns()
                .begun()
                .filter(b -> b.turn() == turn)
                .isEmpty()) {
            assertThat(System.nanoTime()).as("the turn begins").isLessThan(end);
            Thread.sleep(5);
        }
    }
}
