package dev.berth.session.life;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.berth.failure.Failure;
import dev.berth.session.EventType;
import dev.berth.session.Mobility;
import dev.berth.session.Node;
import dev.berth.session.Samples;
import dev.berth.session.SessionKey;
import dev.berth.session.SessionState;
import dev.berth.session.Storage;
import dev.berth.session.catalog.CheckpointRow;
import dev.berth.session.catalog.CheckpointRow.Line;
import dev.berth.session.catalog.Leases;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.nio.file.Files;
import java.util.List;
import java.util.Optional;
import java.util.stream.LongStream;

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
        Waiting.until("its work is kept", () -> aside(taker, key).size() == 1);
        var aside = aside(taker, key);
        var fork = taker.sessions.fork(key, Optional.of(aside.getFirst().id().value()), "saved");
        taker.sessions.resume(fork.key());
        assertThat(taker.files(fork.key())).containsEntry("workspace/w.txt", "late");
    }

    private static List<CheckpointRow> aside(Machine machine, SessionKey key) throws Failure {
        return machine.sessions.checkpoints(key).stream()
                .filter(row -> row.line() == Line.ASIDE)
                .toList();
    }

    @Test
    void aServerThatShowsNoSignOfLifeForALeaseIsTakenForDead() throws Exception {
        var key = made(Storage.CAS, Mobility.OBJECT_SYNC);
        a.turn(key, "put workspace w.txt one");
        var taker = new Machine(folder, B, catalog, Machine.RULES);
        assertThatThrownBy(() -> taker.sessions.resume(key)).isInstanceOf(Failure.Locked.class);
        taker.pass(Machine.RULES.lease());
        taker.sessions.beat();
        assertThatThrownBy(() -> taker.sessions.resume(key)).isInstanceOf(Failure.Locked.class);
        taker.pass(Machine.RULES.lease().dividedBy(4));
        assertThat(taker.sessions.resume(key).session().state()).isEqualTo(SessionState.ACTIVE);
        assertThat(a.sessions.beat()).as("to the others it is dead").isFalse();
        assertThat(a.runner.list()).isEmpty();
    }

    /// It needs no lease: the row is changed as it is then, under its lock.
    @Test
    void changesWhatPeopleMayChangeAndNothingThatTheTakerDid() throws Exception {
        var key = made(Storage.CAS, Mobility.OBJECT_SYNC);
        a.turn(key, "put workspace w.txt one");
        var taker = new Machine(folder, B, catalog, Machine.RULES);
        taker.declareDead(key);
        taker.turn(key, "put workspace w.txt two");
        var taken = taker.sessions.find(key);
        var lease = catalog.leases().current(key);
        assertThat(a.sessions.set(key, Fields.NONE.named("late").pinned(true)).name())
                .isEqualTo("late");
        var now = taker.sessions.find(key);
        assertThat(now.marks().pinned()).isTrue();
        assertThat(now.state()).isEqualTo(taken.state());
        assertThat(now.place()).isEqualTo(taken.place());
        assertThat(now.life()).isEqualTo(taken.life());
        assertThat(catalog.leases().current(key)).isEqualTo(lease);
        taker.turn(key, "say on");
        assertThat(taker.sessions.find(key).name()).as("the taker keeps it").isEqualTo("late");
        var seqs = catalog.events(key, 0, 1_000).stream().map(event -> event.seq()).toList();
        assertThat(seqs).isEqualTo(LongStream.rangeClosed(1, seqs.size()).boxed().toList());
        taker.sessions.close();
    }

    @Test
    void keepsItsWorkEvenIfItsMachineWasOff() throws Exception {
        var key = made(Storage.CAS, Mobility.OBJECT_SYNC);
        a.turn(key, "put workspace w.txt one");
        Files.writeString(a.tree(a.sessions.find(key)).resolve("workspace/w.txt"), "late");
        a.runner.crash();
        var taker = new Machine(folder, B, catalog, Machine.RULES);
        taker.declareDead(key);
        taker.sessions.resume(key);
        assertThat(new Leftovers(a.station).stop().problems()).isEmpty();
        assertThat(aside(taker, key)).hasSize(1);
        new Leftovers(a.station).stop();
        assertThat(aside(taker, key)).as("once").hasSize(1);
        var fork =
                taker.sessions.fork(
                        key, Optional.of(aside(taker, key).getFirst().id().value()), "");
        taker.sessions.resume(fork.key());
        assertThat(taker.files(fork.key())).containsEntry("workspace/w.txt", "late");
        taker.sessions.close();
    }

    /// Whether it comes back alive, or as another process of its node.
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void keepsItsWorkWithWhatWasSaidUntilThenAndNotLater(boolean alive) throws Exception {
        var key = made(Storage.CAS, Mobility.OBJECT_SYNC);
        a.turn(key, "put workspace w.txt one");
        var last = a.sessions.find(key).life().head().orElseThrow();
        Files.writeString(a.tree(a.sessions.find(key)).resolve("workspace/w.txt"), "late");
        var taker = new Machine(folder, B, catalog, Machine.RULES);
        taker.declareDead(key);
        taker.turn(key, "put workspace w.txt two", "say second");
        if (alive) {
            assertThat(a.sessions.beat()).isFalse();
        } else {
            a.runner.crash();
            assertThat(new Leftovers(a.station).stop().problems()).isEmpty();
        }
        Waiting.until("its work is kept", () -> aside(taker, key).size() == 1);
        var aside = aside(taker, key).getFirst();
        assertThat(aside.parent().orElseThrow().value()).isEqualTo(last);
        var fork = taker.sessions.fork(key, Optional.of(aside.id().value()), "");
        assertThat(catalog.events(fork.key(), 0, 1_000))
                .filteredOn(event -> event.type() == EventType.MESSAGE)
                .extracting(event -> event.text("text"))
                .containsExactly("put workspace w.txt one");
        taker.sessions.resume(fork.key());
        assertThat(taker.files(fork.key())).containsEntry("workspace/w.txt", "late");
        taker.sessions.close();
    }

    @Test
    void leavesNothingBesideTheLineOfOneThatWentElsewhereInOrder() throws Exception {
        var key = made(Storage.CAS, Mobility.OBJECT_SYNC);
        a.turn(key, "put workspace w.txt one");
        a.sessions.suspend(key);
        var taker = new Machine(folder, B, catalog, Machine.RULES);
        taker.turn(key, "put workspace w.txt two");
        new Leftovers(a.station).stop();
        assertThat(aside(taker, key)).isEmpty();
        taker.sessions.close();
    }

    @Test
    void isBuriedUnderEveryNameThatItHad() throws Exception {
        var leases = catalog.leases();
        for (String name : List.of("x", "x.2", "x.3", "y")) {
            leases.join(new Leases.Holder(name, "n", "r"));
        }
        leases.bury("x", 0);
        HolderNames.bury(leases, "x");
        assertThat(leases.pulse("x.3").orElseThrow().dead()).isTrue();
        assertThat(leases.pulse("x.2").orElseThrow().dead()).isTrue();
        assertThat(leases.pulse("y").orElseThrow().dead()).isFalse();
    }
}
