package dev.berth.session.life;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.berth.durable.SystemFiles;
import dev.berth.failure.Failure;
import dev.berth.session.EventType;
import dev.berth.session.Node;
import dev.berth.session.Quota;
import dev.berth.session.Samples;
import dev.berth.session.SessionKey;
import dev.berth.session.SessionState;
import dev.berth.session.catalog.Catalog;
import dev.berth.session.sqlite.SqliteCatalog;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;

@DisplayName("A session with a quota of one megabyte")
class QuotaTest {
    private static final String MUCH = "x".repeat(700_000);

    @TempDir Path folder;
    private Catalog catalog;
    private Machine a;

    @BeforeEach
    void begin() throws Exception {
        catalog = SqliteCatalog.open(folder.resolve("catalog.db"), Clock.systemUTC());
        a = new Machine(folder, new Node("a", "r"), catalog, Machine.RULES);
    }

    @AfterEach
    void end() {
        a.sessions.close();
        catalog.close();
    }

    private SessionKey made(String agent) throws Failure {
        var wish = NewSession.of(Samples.TENANT, agent).upTo(new Quota(1));
        return a.sessions.create(wish).key();
    }

    @Test
    void isStoppedAtItAndNothingIsLost() throws Exception {
        var key = made("shell");
        var result = a.turn(key, "put workspace one " + MUCH, "put memory two " + MUCH, "hang", "");
        assertThat(result.ending()).isEqualTo("over_quota");
        assertThat(a.files(key)).containsOnlyKeys("workspace/one", "memory/two");
        var session = a.sessions.find(key);
        assertThat(session.state()).isEqualTo(SessionState.ACTIVE);
        assertThat(session.room().usedBytes()).isEqualTo(1_400_000);
        assertThat(session.life().head()).isEqualTo(result.checkpoint());
        assertThat(catalog.events(key, 0, 100))
                .filteredOn(event -> event.type() == EventType.ERROR)
                .singleElement()
                .satisfies(event -> assertThat(event.text("type")).contains("quota"));
    }

    @Test
    void isToldOfItWhenItsTurnWasOverBeforeAnybodyLooked() throws Exception {
        var key = made("shell");
        var result = a.turn(key, "put workspace one " + MUCH, "put memory two " + MUCH, "exit 0");
        assertThat(catalog.events(key, 0, 100))
                .filteredOn(event -> event.type() == EventType.ERROR)
                .singleElement()
                .satisfies(event -> assertThat(event.text("type")).contains("quota"));
        assertThat(result.ending()).isIn("exited", "over_quota");
        assertThat(a.sessions.find(key).json().toString()).contains("is used up: remove files");
        Files.delete(a.tree(a.sessions.find(key)).resolve("memory/two"));
        a.turn(key, "say hi");
        assertThat(a.sessions.find(key).json().toString()).doesNotContain("is used up");
    }

    @Test
    void theNextTurnWaitsForSpace() throws Exception {
        var key = made("shell");
        a.turn(key, "put workspace one " + MUCH, "put memory two " + MUCH, "hang");
        assertThatThrownBy(() -> a.sessions.message(key, "say hi"))
                .isInstanceOf(Failure.OverQuota.class);
        Files.delete(a.tree(a.sessions.find(key)).resolve("memory/two"));
        assertThat(a.turn(key, "say hi").ending()).isEqualTo("exited");
        assertThat(a.sessions.find(key).room().usedBytes()).isEqualTo(700_000);
    }

    @Test
    void scratchDoesNotCountAndEphemeralSessionsUseNone() throws Exception {
        var key = made("shell");
        var two = "put tmp two " + MUCH;
        assertThat(a.turn(key, "put tmp one " + MUCH, two, "exit 0").ending()).isEqualTo("exited");
        assertThat(a.turn(key, "say more").ending()).isEqualTo("exited");
        var tree = a.tree(a.sessions.find(key));
        assertThat(Measuring.of(SystemFiles.here(), tree)).isZero();
        var chat = made("chat");
        var lines = new String[] {"put workspace one " + MUCH, "put workspace two " + MUCH};
        assertThat(a.turn(chat, lines).ending()).isEqualTo("exited");
        assertThat(a.turn(chat, "say more").ending()).isEqualTo("exited");
    }
}
