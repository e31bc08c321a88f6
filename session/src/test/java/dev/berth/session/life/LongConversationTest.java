package dev.berth.session.life;

import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.depot.checkpoint.CheckpointId;
import dev.berth.depot.checkpoint.Checkpoints;
import dev.berth.durable.json.Json;
import dev.berth.session.Event;
import dev.berth.session.EventType;
import dev.berth.session.Node;
import dev.berth.session.Samples;
import dev.berth.session.SessionKey;
import dev.berth.session.catalog.Catalog;
import dev.berth.session.catalog.Change;
import dev.berth.session.events.Transcript;
import dev.berth.session.sqlite.SqliteCatalog;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.ByteArrayOutputStream;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;

@DisplayName("A long conversation")
class LongConversationTest {
    private static final int MANY = 12_000;

    @TempDir Path folder;
    private final AtomicLong rows = new AtomicLong();
    private Catalog catalog;
    private Machine machine;
    private SessionKey key;

    @BeforeEach
    void begin() throws Exception {
        catalog = SqliteCatalog.open(folder.resolve("catalog.db"), Clock.systemUTC());
        machine = new Machine(folder, new Node("a", "r"), counting(), Machine.RULES);
        key = machine.sessions.create(NewSession.of(Samples.TENANT, "shell")).key();
    }

    @AfterEach
    void end() {
        machine.sessions.close();
        catalog.close();
    }

    /// Counts the rows that are read.
    private Catalog counting() {
        return (Catalog)
                Proxy.newProxyInstance(
                        Catalog.class.getClassLoader(),
                        new Class<?>[] {Catalog.class},
                        (_, method, values) -> {
                            try {
                                Object answer = method.invoke(catalog, values);
                                if (answer instanceof Collection<?> some)
                                    rows.addAndGet(some.size());
                                return answer;
                            } catch (InvocationTargetException failed) {
                                throw failed.getCause();
                            }
                        });
    }

    /// As much as many turns say.
    private void talk(int events) throws Exception {
        for (int at = 0; at < events; at += 1_000) {
            var drafts = new ArrayList<Event.Draft>();
            for (int i = 0; i < 1_000; i++) {
                var data =
                        Json.object()
                                .put("turn", 0)
                                .put("text", "line %d of many%n".formatted(at + i));
                drafts.add(new Event.Draft(EventType.OUTPUT, data.build()));
            }
            catalog.amend(key, (now, _) -> Change.of(now, drafts));
        }
    }

    /// What a turn and its checkpoint read of the catalog.
    private long turn() throws Exception {
        rows.set(0);
        assertThat(machine.turn(key, "put workspace a one", "say yes").checkpoint()).isPresent();
        return rows.get();
    }

    private String carried() throws Exception {
        var head = new CheckpointId(machine.sessions.find(key).life().head().orElseThrow());
        var tenant = machine.station.depot().tenant(key.tenant());
        var point = tenant.checkpoints().read(new Checkpoints.Entry(key.id(), head));
        try (var browsing = tenant.browse(point)) {
            return browsing.transcript();
        }
    }

    private String said(long last) throws Exception {
        var all = new ByteArrayOutputStream();
        Transcript.lines(catalog, key, 0, last, all::writeBytes);
        return all.toString(StandardCharsets.UTF_8);
    }

    @Test
    void costsATurnNoMoreThanAShortOne() throws Exception {
        turn();
        long early = turn();
        talk(MANY);
        machine.sessions.checkpoint(key);
        long late = turn();
        assertThat(late).as("rows that a turn reads, early and late").isEqualTo(early);
        assertThat(late).isLessThan(20);
    }

    @Test
    void isCarriedWholeByEachCheckpoint() throws Exception {
        turn();
        talk(MANY);
        machine.sessions.checkpoint(key);
        turn();
        long last = machine.sessions.find(key).life().headSeq();
        assertThat(last).isGreaterThan(MANY);
        assertThat(carried()).isEqualTo(said(last));
    }

    @Test
    void isToldAnewWhereTheDepotHasLostAPartOfIt() throws Exception {
        turn();
        talk(MANY);
        machine.sessions.checkpoint(key);
        try (var packs = Files.walk(folder.resolve("depot/default/common/packs"))) {
            for (var pack : packs.filter(Files::isRegularFile).toList()) Files.delete(pack);
        }
        turn();
        assertThat(carried()).isEqualTo(said(machine.sessions.find(key).life().headSeq()));
    }

    @Test
    void isCarriedWholeAfterARewindAndByAFork() throws Exception {
        var first = machine.turn(key, "say one").checkpoint().orElseThrow();
        machine.turn(key, "say two");
        machine.sessions.rewind(key, first);
        machine.turn(key, "say three");
        assertThat(carried()).isEqualTo(said(machine.sessions.find(key).life().headSeq()));
        assertThat(carried()).contains("one").contains("two").contains("three");
        key = machine.sessions.fork(key, Optional.empty(), "fork").key();
        machine.turn(key, "say four");
        assertThat(carried()).isEqualTo(said(machine.sessions.find(key).life().headSeq()));
        assertThat(carried()).contains("one").contains("four");
    }

    @Test
    void ofLongOutputsGrowsNoRow() throws Exception {
        output(16);
    }

    @Test
    @Tag("campaign")
    void ofOneHundredMegabytesGrowsNoRow() throws Exception {
        output(100);
    }

    private void output(int megabytes) throws Exception {
        var text = "0123456789abcdef".repeat(1 << 16);
        for (int i = 0; i < megabytes; i++) {
            var data = Json.object().put("turn", 0).put("text", text).build();
            catalog.amend(key, (now, _) -> Change.of(now, new Event.Draft(EventType.OUTPUT, data)));
        }
        machine.sessions.checkpoint(key);
        for (var event : catalog.events(key, 0, 1_000)) {
            assertThat(event.data().compact().length()).as("a row").isLessThan(20_000);
        }
        assertThat(carried().length()).isGreaterThan(megabytes << 20);
        assertThat(catalog.spilled(key, 5).orElseThrow()).isEqualTo(text);
    }
}
