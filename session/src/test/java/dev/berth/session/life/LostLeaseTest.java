package dev.berth.session.life;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.berth.failure.Failure;
import dev.berth.session.IdleLimits;
import dev.berth.session.Mobility;
import dev.berth.session.Node;
import dev.berth.session.Retention;
import dev.berth.session.Samples;
import dev.berth.session.Storage;
import dev.berth.session.catalog.CheckpointRow.Line;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

import java.nio.file.Files;
import java.time.Duration;
import java.util.Optional;

@DisplayName("A server that others take for dead")
class LostLeaseTest extends OnOneNode {
    @Test
    void aServerThatLostItsLeaseIsRefusedAndItsWorkIsKeptBesideTheLine() throws Exception {
        var old = new Machine(folder, new Node("old", "r"), catalog, Machine.RULES);
        var key =
                old.sessions
                        .create(
                                NewSession.of(Samples.TENANT, "shell")
                                        .kept(Storage.CAS, Mobility.OBJECT_SYNC))
                        .key();
        old.turn(key, "put workspace w.txt one");
        Files.writeString(old.tree(old.sessions.find(key)).resolve("workspace/w.txt"), "late");
        var taker = new Machine(folder, new Node("new", "r"), catalog, Machine.RULES);
        assertThatThrownBy(() -> taker.sessions.resume(key)).isInstanceOf(Failure.Locked.class);
        taker.declareDead(key);
        taker.sessions.resume(key);
        assertThat(taker.files(key)).containsEntry("workspace/w.txt", "one");
        assertThatThrownBy(() -> old.sessions.message(key, "say late"))
                .isInstanceOf(Failure.StaleWriter.class);
        assertThat(old.sessions.beat()).isFalse();
        assertThat(old.runner.list()).isEmpty();
        var aside =
                taker.sessions.checkpoints(key).stream()
                        .filter(row -> row.line() == Line.ASIDE)
                        .toList();
        assertThat(aside).hasSize(1);
        var fork = taker.sessions.fork(key, Optional.of(aside.getFirst().id().value()), "saved");
        taker.sessions.resume(fork.key());
        assertThat(taker.files(fork.key())).containsEntry("workspace/w.txt", "late");
    }

    @Test
    void aServerThatShowsNoSignOfLifeForALeaseIsTakenForDead() throws Exception {
        var hasty =
                new Station.Rules(
                        IdleLimits.DEFAULT,
                        Retention.DEFAULT,
                        Duration.ofMillis(300),
                        Duration.ofDays(1));
        var key = made(Storage.CAS, Mobility.OBJECT_SYNC);
        a.turn(key, "put workspace w.txt one");
        var taker = new Machine(folder, B, catalog, hasty);
        long end = System.nanoTime() + Duration.ofSeconds(90).toNanos();
        while (catalog.leases().current(key).orElseThrow().epoch() == 1) {
            assertThat(System.nanoTime()).isLessThan(end);
            try {
                taker.sessions.beat();
                taker.sessions.resume(key);
            } catch (Failure.Locked | Failure.StaleWriter notYet) {
                Thread.sleep(20);
            }
        }
        assertThat(a.sessions.beat()).as("to the others it is dead").isFalse();
        assertThat(a.runner.list()).isEmpty();
    }
}
