package dev.berth.session.life;

import static dev.berth.session.SessionState.ACTIVE;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.berth.failure.Failure;
import dev.berth.session.Elsewhere;
import dev.berth.session.Mobility;
import dev.berth.session.Storage;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.EnumSource.Mode;

import java.util.Optional;

@DisplayName("A session that goes elsewhere")
class MovingTest extends OnOneNode {
    @ParameterizedTest
    @EnumSource(value = Storage.class, mode = Mode.EXCLUDE, names = "PVC")
    void withObjectSyncALostNodeIsNoLoss(Storage storage) throws Exception {
        var key = made(storage, Mobility.OBJECT_SYNC);
        a.turn(key, "put workspace w.txt one", "put memory m.txt two", "put tmp t x", "say hi");
        a.sessions.suspend(key);
        Removed.all(a.home);
        var b = new Machine(folder, B, catalog, Machine.RULES);
        b.sessions.resume(key);
        assertThat(b.files(key))
                .containsOnlyKeys("workspace/w.txt", "memory/m.txt")
                .containsValue("one");
        assertThat(said(key)).isEqualTo("hi\n");
        assertThat(b.turn(key, "say there").ending()).isEqualTo("exited");
        assertThat(b.sessions.find(key).place().node()).isEqualTo(B);
        b.sessions.close();
    }

    @Test
    void aNodeKeepsNoHoldOfASessionThatRests() throws Exception {
        var key = made(Storage.CAS, Mobility.OBJECT_SYNC);
        a.turn(key, "put workspace w.txt one");
        a.sessions.suspend(key);
        a.sessions.fork(key, Optional.empty(), "another");
        var b = new Machine(folder, B, catalog, Machine.RULES);
        assertThat(b.sessions.resume(key).session().state()).isEqualTo(ACTIVE);
        b.sessions.close();
    }

    @Test
    void aLocalSessionIsRefusedElsewhereByTheNameOfItsNode() throws Exception {
        var key = made();
        a.turn(key, "say hi");
        a.sessions.suspend(key);
        var b = new Machine(folder, B, catalog, Machine.RULES);
        assertThatThrownBy(() -> b.sessions.resume(key))
                .isInstanceOfSatisfying(
                        Failure.class,
                        failure -> assertThat(Elsewhere.of(failure)).contains(new Elsewhere(A)));
        var shared = made(Storage.CAS, Mobility.SHARED);
        a.turn(shared, "say hi");
        a.sessions.suspend(shared);
        assertThatThrownBy(() -> b.sessions.resume(shared)).hasMessageContaining("us-west-2");
        b.sessions.close();
    }

    @Test
    void pvcIsUnavailable() {
        assertThatThrownBy(() -> made(Storage.PVC, Mobility.LOCAL))
                .isInstanceOf(Failure.Unavailable.class);
    }
}
