package dev.berth.session.life;

import static dev.berth.session.SessionState.ACTIVE;
import static dev.berth.session.SessionState.CREATED;
import static dev.berth.session.SessionState.RESUMABLE;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.berth.failure.Failure;
import dev.berth.session.EventType;
import dev.berth.session.Mobility;
import dev.berth.session.Node;
import dev.berth.session.Samples;
import dev.berth.session.SessionKey;
import dev.berth.session.Storage;
import dev.berth.session.catalog.CheckpointRow.Line;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.EnumSource.Mode;

import java.nio.file.Files;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

@DisplayName("A server that was cut off for longer than its lease")
class HealingTest extends OnOneNode {
    private final Fuse line = new Fuse(() -> new Failure.Unavailable("no database", "wait"));
    private Machine cut;

    @BeforeEach
    void cutOff() throws Exception {
        cut = new Machine(folder, new Node("cut", "r"), line.on(catalog), Machine.RULES);
    }

    @AfterEach
    void heal() {
        line.mend();
        cut.sessions.close();
    }

    private SessionKey awake(Storage storage, Mobility mobility) throws Exception {
        var wish = NewSession.of(Samples.TENANT, "shell").kept(storage, mobility);
        var key = cut.sessions.create(wish).key();
        cut.turn(key, "put workspace w.txt one");
        return key;
    }

    /// Written by the agent's processes after the last checkpoint.
    private void writeLate(SessionKey key) throws Exception {
        Files.writeString(cut.tree(catalog.find(key).orElseThrow()).resolve("workspace/late"), "x");
    }

    private void partition() {
        line.burnAfter(0);
        cut.pass(Machine.RULES.lease());
        assertThat(cut.sessions.beat()).isFalse();
        assertThat(cut.runner.list()).as("it stops its runner by its own clock").isEmpty();
    }

    private void mend(SessionKey key) throws Exception {
        line.mend();
        Waiting.until(
                "it is in order",
                () -> {
                    cut.sessions.beat();
                    return !catalog.find(key).orElseThrow().state().hasRunner();
                });
    }

    @ParameterizedTest
    @EnumSource(value = Storage.class, mode = Mode.EXCLUDE, names = "PVC")
    void putsOnTheLineWhatNobodyTookMeanwhile(Storage storage) throws Exception {
        var key = awake(storage, Mobility.OBJECT_SYNC);
        writeLate(key);
        partition();
        mend(key);
        assertThat(state(key)).isEqualTo(RESUMABLE);
        assertThat(catalog.checkpoints(key)).allMatch(row -> row.line() == Line.MAIN).hasSize(2);
        // Another node has it at once, with everything.
        Waiting.until("it is nobody's", () -> catalog.leases().current(key).isEmpty());
        var b = new Machine(folder, B, catalog, Machine.RULES);
        assertThat(b.sessions.resume(key).session().state()).isEqualTo(ACTIVE);
        assertThat(b.files(key)).containsKeys("workspace/w.txt", "workspace/late");
        b.sessions.close();
    }

    @Test
    void doesSoUnderAnotherNameWhenItsOwnIsDead() throws Exception {
        var taken = awake(Storage.CAS, Mobility.OBJECT_SYNC);
        var left = awake(Storage.CAS, Mobility.OBJECT_SYNC);
        writeLate(taken);
        writeLate(left);
        partition();
        a.declareDead(taken);
        assertThat(a.sessions.resume(taken).session().state()).isEqualTo(ACTIVE);
        mend(left);
        assertThat(catalog.checkpoints(left)).allMatch(row -> row.line() == Line.MAIN).hasSize(2);
        Waiting.until(
                "what it had of the other is kept beside the line",
                () -> catalog.checkpoints(taken).stream().anyMatch(r -> r.line() == Line.ASIDE));
        assertThat(state(taken)).isEqualTo(ACTIVE);
        assertThat(a.files(taken)).doesNotContainKey("workspace/late");
        cut.sessions.resume(left);
        assertThat(cut.files(left)).containsKey("workspace/late");
    }

    @Test
    void goesOnWithTheTurnsThatWait() throws Exception {
        var key = awake(Storage.CAS, Mobility.LOCAL);
        var lost = cut.sessions.message(key, "put workspace begun.txt x\nhang");
        waitForTurn(key, lost.turn());
        var waits = cut.sessions.message(key, "put workspace next.txt x\nsay next");
        partition();
        line.mend();
        assertThat(cut.sessions.beat()).isTrue();
        Waiting.until(
                "it goes on by itself",
                () -> {
                    cut.sessions.beat();
                    return !catalog.find(key).orElseThrow().life().turns().isWaiting();
                });
        assertThat(said(key)).isEqualTo("next\n");
        assertThat(ended(key, lost.turn())).containsExactly("lost");
        assertThat(ended(key, waits.turn())).containsExactly("exited");
        assertThat(cut.files(key)).containsKeys("workspace/begun.txt", "workspace/next.txt");
    }

    private List<String> ended(SessionKey key, long turn) throws Failure {
        return events(key, EventType.STATE).stream()
                .filter(event -> event.number("turn") == turn)
                .map(event -> event.text("ended"))
                .toList();
    }

    @Test
    void isRefusedUntilItIsInOrder() throws Exception {
        var key = awake(Storage.CAS, Mobility.OBJECT_SYNC);
        partition();
        a.declareDead(key);
        a.sessions.resume(key);
        line.mend();
        // Its next beat has not come yet, and then its loss is known but nothing is kept.
        for (Asking each : everything(key)) {
            assertThatThrownBy(each::ask).isInstanceOf(Failure.StaleWriter.class);
        }
    }

    @Test
    void isRefusedAsLateForAsLongAsAnotherHasIt() throws Exception {
        var key = awake(Storage.CAS, Mobility.OBJECT_SYNC);
        partition();
        a.declareDead(key);
        a.sessions.resume(key);
        line.mend();
        Waiting.until(
                "what it had is kept",
                () -> {
                    cut.sessions.beat();
                    return catalog.checkpoints(key).stream()
                            .anyMatch(row -> row.line() == Line.ASIDE);
                });
        for (Asking each : everything(key)) {
            assertThatThrownBy(each::ask).isInstanceOf(Failure.StaleWriter.class);
        }
        a.sessions.suspend(key);
        Waiting.until("it is nobody's", () -> catalog.leases().current(key).isEmpty());
        assertThat(cut.sessions.resume(key).session().state()).isEqualTo(ACTIVE);
    }

    private interface Asking {
        void ask() throws Exception;
    }

    private List<Asking> everything(SessionKey key) {
        return List.of(
                () -> cut.sessions.message(key, "say x"),
                () -> cut.sessions.checkpoint(key),
                () -> cut.sessions.fork(key, Optional.empty(), ""),
                () -> cut.sessions.suspend(key),
                () -> cut.sessions.resume(key),
                () -> cut.sessions.terminate(key));
    }

    @Test
    void startsNoRunnerThatItMayNotHaveAnyMore() throws Exception {
        var key = awake(Storage.CAS, Mobility.LOCAL);
        cut.sessions.suspend(key);
        var runner = cut.runner.of(key.tenant());
        int before = cut.runner.started.get();
        runner.starting = this::partition;
        var asked = cut.sessions.message(key, "say heard");
        Waiting.until("it is started", () -> cut.runner.started.get() > before);
        Waiting.until("it is stopped again", () -> cut.runner.list().isEmpty());
        runner.starting = () -> {};
        line.mend();
        Waiting.until(
                "the turn begins",
                () -> {
                    cut.sessions.beat();
                    return !catalog.find(key).orElseThrow().life().turns().isWaiting();
                });
        assertThat(ended(key, asked.turn())).containsExactly("exited");
        assertThat(said(key)).isEqualTo("heard\n");
    }

    @Test
    void letsAnEphemeralOneRestWithoutFiles() throws Exception {
        var key = cut.sessions.create(NewSession.of(Samples.TENANT, "chat")).key();
        cut.turn(key, "put workspace w.txt one");
        partition();
        mend(key);
        assertThat(state(key)).isEqualTo(CREATED);
        assertThat(catalog.checkpoints(key)).isEmpty();
    }

    @Test
    void leavesNothingForALaterServerWhenItIsStopped() throws Exception {
        var key = awake(Storage.CAS, Mobility.OBJECT_SYNC);
        writeLate(key);
        partition();
        line.mend();
        cut.sessions.beat();
        cut.sessions.close();
        assertThat(state(key)).isEqualTo(RESUMABLE);
        assertThat(catalog.leases().current(key)).isEmpty();
        assertThat(catalog.checkpoints(key)).hasSize(2);
    }

    @Test
    void whoeverTakesOverBeginsTheTurnsThatNeverBegan() throws Exception {
        var key = awake(Storage.CAS, Mobility.OBJECT_SYNC);
        var lost = cut.sessions.message(key, "hang");
        waitForTurn(key, lost.turn());
        var first = cut.sessions.message(key, "say first");
        var second = cut.sessions.message(key, "say second");
        partition();
        a.declareDead(key);
        a.sessions.resume(key);
        var result = a.sessions.await(key, second.turn(), Duration.ofSeconds(90)).orElseThrow();
        assertThat(result.ending()).isEqualTo("exited");
        assertThat(said(key)).isEqualTo("first\nsecond\n");
        assertThat(ended(key, lost.turn())).containsExactly("lost");
        assertThat(ended(key, first.turn())).containsExactly("exited");
    }

    @Test
    void anEphemeralOneThatIsTakenOverRestsInCreated() throws Exception {
        var wish = NewSession.of(Samples.TENANT, "chat").kept(Storage.CAS, Mobility.OBJECT_SYNC);
        var key = cut.sessions.create(wish).key();
        cut.turn(key, "put workspace w.txt one", "say hi");
        partition();
        a.declareDead(key);
        assertThat(a.sessions.suspend(key).state()).isEqualTo(CREATED);
        a.turn(key, "tell");
        assertThat(said(key)).as("its conversation is told").contains("[message]");
    }
}
