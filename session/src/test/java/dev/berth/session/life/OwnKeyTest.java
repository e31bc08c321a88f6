package dev.berth.session.life;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.berth.depot.key.DomainName;
import dev.berth.disk.SessionId;
import dev.berth.failure.Failure;
import dev.berth.session.Node;
import dev.berth.session.Samples;
import dev.berth.session.SessionKey;
import dev.berth.session.catalog.Catalog;
import dev.berth.session.sqlite.SqliteCatalog;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Path;
import java.time.Clock;
import java.util.Optional;

@DisplayName("Forks of a session with a key of its own")
class OwnKeyTest {
    @TempDir Path folder;
    private Catalog catalog;
    private Machine machine;
    private SessionKey origin;
    private SessionKey fork;

    @BeforeEach
    void begin() throws Exception {
        catalog = SqliteCatalog.open(folder.resolve("catalog.db"), Clock.systemUTC());
        machine = new Machine(folder, new Node("a", "r"), catalog, Machine.RULES);
        var wish = NewSession.of(Samples.TENANT, "shell").withOwnKey();
        origin = machine.sessions.create(wish).key();
        machine.turn(origin, "put workspace a one", "say hello");
        fork = fork(origin);
    }

    @AfterEach
    void end() {
        machine.sessions.close();
        catalog.close();
    }

    private SessionKey fork(SessionKey of) throws Exception {
        return machine.sessions.fork(of, Optional.empty(), "fork").key();
    }

    private DomainName domainOfHead(SessionKey key) throws Exception {
        var session = machine.sessions.find(key);
        var points = new Points(machine.station, Observer.NONE);
        return points.read(session, points.find(session, "latest").id()).domain();
    }

    private boolean isKeyThere() throws Failure {
        var tenant = machine.station.depot().tenant(Samples.TENANT);
        return tenant.ring().domains().stream()
                .filter(each -> each.name().equals(DomainName.of(origin.id())))
                .anyMatch(each -> each.destroyed().isEmpty());
    }

    @Test
    void haveTheSameKey() throws Exception {
        machine.turn(fork, "put workspace b two");
        assertThat(domainOfHead(fork)).isEqualTo(DomainName.of(origin.id()));
        assertThat(machine.files(fork))
                .containsEntry("workspace/a", "one")
                .containsEntry("workspace/b", "two");
    }

    @Test
    void outliveTheSessionThatTheyCameFrom() throws Exception {
        machine.sessions.delete(origin);
        assertThat(isKeyThere()).isTrue();
        machine.turn(fork, "put workspace b two");
        machine.sessions.suspend(fork);
        machine.sessions.resume(fork);
        assertThat(machine.files(fork)).containsEntry("workspace/a", "one");
    }

    @Test
    void takeNothingWithThem() throws Exception {
        machine.sessions.delete(fork);
        assertThat(isKeyThere()).isTrue();
        machine.turn(origin, "put workspace b two");
        assertThat(machine.files(origin)).containsEntry("workspace/a", "one");
    }

    @Test
    void takeTheKeyWithTheLastOfThem() throws Exception {
        var second = fork(fork);
        machine.sessions.delete(fork);
        machine.sessions.delete(origin);
        assertThat(isKeyThere()).isTrue();
        machine.sessions.delete(second);
        assertThat(isKeyThere()).isFalse();
        var tenant = machine.station.depot().tenant(Samples.TENANT);
        var receipt =
                tenant.ring().domains().stream()
                        .filter(each -> each.name().equals(DomainName.of(origin.id())))
                        .findFirst();
        assertThat(receipt.orElseThrow().destroyed()).as("a receipt").isPresent();
        assertThat(tenant.checkpoints().list()).isEmpty();
        assertThatThrownBy(() -> tenant.domain(DomainName.of(origin.id())))
                .isInstanceOf(Failure.WrongKey.class);
    }

    @Test
    void knowTheirKeyWhenTheCatalogIsRebuilt() throws Exception {
        machine.sessions.close();
        try (var fresh = SqliteCatalog.open(folder.resolve("new.db"), Clock.systemUTC())) {
            var next = new Machine(folder, new Node("a", "r"), fresh, Machine.RULES);
            assertThat(new Rebuilding(next.station).run().sessions())
                    .containsExactlyInAnyOrder(origin, fork);
            next.sessions.delete(origin);
            assertThat(isKeyThere()).isTrue();
            next.turn(fork, "put workspace b two");
            assertThat(next.files(fork)).containsEntry("workspace/a", "one");
            next.sessions.delete(fork);
            assertThat(isKeyThere()).isFalse();
            next.sessions.close();
        }
    }

    @Test
    void areNotHeldUpByADeleteThatWasCutShort() throws Exception {
        catalog.keyHolders().leave(origin, origin.id());
        machine.sessions.delete(origin);
        assertThat(isKeyThere()).isTrue();
        assertThat(catalog.keyHolders().any(Samples.TENANT, new SessionId("ses_other"))).isFalse();
    }
}
