package dev.berth.session.life;

import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.durable.SystemFiles;
import dev.berth.failure.Failure;
import dev.berth.session.EventType;
import dev.berth.session.Mobility;
import dev.berth.session.Node;
import dev.berth.session.Samples;
import dev.berth.session.SessionKey;
import dev.berth.session.Storage;
import dev.berth.session.catalog.Catalog;
import dev.berth.session.events.Transcript;
import dev.berth.session.sqlite.SqliteCatalog;
import dev.berth.testbed.Needed;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.Optional;

@DisplayName("A session on a data folder whose disk is full")
class FullDiskTest {
    private static final String FILL = "head -c 100000000 /dev/urandom >>big; echo filled";

    @TempDir Path folder;
    private Catalog catalog;
    private Machine machine;
    private SessionKey key;

    @BeforeEach
    void begin() throws Exception {
        Needed.rootWith("bwrap");
        shell("mount -t tmpfs -o size=48m tmpfs \"$0\"");
        var reserve = new Reserve(SystemFiles.here(), folder.resolve("node-a"));
        catalog =
                SqliteCatalog.open(folder.resolve("catalog.db"), Clock.systemUTC(), reserve::spend);
        machine =
                new Machine(
                        folder,
                        new Node("a", "here"),
                        catalog,
                        Machine.RULES,
                        RealRunnerTest::crew);
        machine.sessions.sweep();
        key =
                machine.sessions
                        .create(
                                NewSession.of(Samples.TENANT, "shell")
                                        .kept(Storage.CAS, Mobility.OBJECT_SYNC))
                        .key();
    }

    @AfterEach
    void end() throws Exception {
        machine.sessions.close();
        machine.station.depot().close();
        catalog.close();
        shell("umount \"$0\"");
    }

    private void shell(String script) throws Exception {
        var words = new String[] {"sh", "-c", script, folder.toString()};
        assertThat(new ProcessBuilder(words).inheritIO().start().waitFor()).as(script).isZero();
    }

    @Test
    void goesOnWithATurnThatFreesIt() throws Exception {
        for (int i = 0; i < 2; i++) {
            var filled = machine.turn(key, FILL);
            assertThat(filled.ending()).isEqualTo("exited");
            assertThat(filled.checkpoint()).isEmpty();
            assertThat(told()).contains("no space left");
        }
        var freed = machine.turn(key, "rm big; echo freed");
        assertThat(freed.exitCode()).isZero();
        assertThat(freed.checkpoint()).isPresent();
        assertThat(reserve()).isLessThan(6L << 20);
        machine.sessions.sweep();
        assertThat(reserve()).isEqualTo(6L << 20);
    }

    /// That its checkpoint cannot be written ends no other turn.
    @Test
    void dropsNoMessageThatWaits() throws Exception {
        var first = machine.sessions.message(key, FILL);
        var second = machine.sessions.message(key, "rm big; echo freed");
        for (var asked : new Sessions.Asked[] {first, second}) {
            var result = machine.sessions.await(key, asked.turn(), Duration.ofSeconds(60));
            assertThat(result.orElseThrow().ending()).isEqualTo("exited");
        }
        assertThat(machine.turn(key, "ls").checkpoint()).isPresent();
    }

    @Test
    void stopsATurnThatFillsItAgainAndAgain() throws Exception {
        var turn = machine.sessions.message(key, "while :; do " + FILL + "; done 2>&1").turn();
        var result = Optional.<TurnResult>empty();
        for (int sweeps = 0; result.isEmpty(); sweeps++) {
            assertThat(sweeps).as("it is not stopped").isLessThan(600);
            sweepIfItCan();
            result = machine.sessions.await(key, turn, Duration.ofMillis(100));
        }
        assertThat(result.get().ending()).isEqualTo("over_quota");
        assertThat(told()).contains("the disk of the data folder is full");
        assertThat(machine.turn(key, "rm big").checkpoint()).isPresent();
    }

    /// As a server does: what finds no space is tried again.
    private void sweepIfItCan() throws Failure {
        try {
            machine.sessions.sweep();
        } catch (Failure.Unavailable full) {
            assertThat(full.what()).contains("no space left");
        }
    }

    private long reserve() throws Exception {
        return Files.size(machine.home.resolve("reserve"));
    }

    /// What the events say of trouble.
    private String told() throws Exception {
        var text = new StringBuilder();
        for (var event : Transcript.of(catalog, key, Long.MAX_VALUE).events()) {
            if (event.type() == EventType.ERROR) text.append(event.text("what")).append('\n');
        }
        return text.toString();
    }
}
