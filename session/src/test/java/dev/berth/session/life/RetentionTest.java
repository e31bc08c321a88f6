package dev.berth.session.life;

import static dev.berth.session.SessionState.ACTIVE;
import static dev.berth.session.SessionState.CREATED;
import static dev.berth.session.SessionState.EXPIRED;
import static dev.berth.session.SessionState.IDLE;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import static java.util.Objects.requireNonNull;

import dev.berth.depot.checkpoint.Checkpoints;
import dev.berth.depot.key.DomainName;
import dev.berth.disk.SessionId;
import dev.berth.disk.Volume;
import dev.berth.durable.json.Json;
import dev.berth.failure.Failure;
import dev.berth.session.EventType;
import dev.berth.session.Mobility;
import dev.berth.session.Node;
import dev.berth.session.Samples;
import dev.berth.session.SessionKey;
import dev.berth.session.SessionState;
import dev.berth.session.Storage;
import dev.berth.session.Times;
import dev.berth.session.catalog.Catalog;
import dev.berth.session.files.FilePath;
import dev.berth.session.sqlite.SqliteCatalog;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.EnumSource.Mode;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

@DisplayName("The end of a session")
class RetentionTest {
    private static final Duration RETENTION = Duration.ofDays(7);
    private static final Duration TRASH = Duration.ofHours(24);
    private static final Duration MOMENT = Duration.ofSeconds(2);

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

    private SessionKey worked(Storage storage) throws Exception {
        var wish = NewSession.of(Samples.TENANT, "talker").kept(storage, Mobility.LOCAL);
        var key = a.sessions.create(wish).key();
        a.turn(key, "put workspace w.txt one", "say remember-me");
        return key;
    }

    private SessionState state(SessionKey key) throws Failure {
        return a.sessions.find(key).state();
    }

    private Times.Over over(SessionKey key) throws Failure {
        return a.sessions.find(key).times().over().orElseThrow();
    }

    private List<Path> trash() throws IOException {
        var trash = a.home.resolve("trash");
        if (!Files.exists(trash)) return List.of();
        try (var all = Files.walk(trash)) {
            return all.filter(Files::isRegularFile).toList();
        }
    }

    private List<Checkpoints.Entry> inDepot(SessionKey key) throws Exception {
        try (var depot = Machine.depot(folder.resolve("depot"), Clock.systemUTC())) {
            return depot.tenant(key.tenant()).checkpoints().list(key.id());
        }
    }

    @Test
    void isShownAsLateAsItWillBe() throws Exception {
        var wish = NewSession.of(Samples.TENANT, "chat");
        var key = a.sessions.create(wish).key();
        a.turn(key, "say hi");
        a.sessions.suspend(key);
        var before = shownEnd(key);
        assertThat(before).isEqualTo(a.sessions.find(key).times().expiresAt().orElseThrow());
        // No server of this node lives through these days.
        a.jump(Duration.ofDays(3));
        a.sessions.sweep();
        assertThat(shownEnd(key)).isEqualTo(before.plus(Duration.ofDays(3)));
        assertThat(state(key)).isEqualTo(SessionState.CREATED);
        a.pass(Duration.between(a.time.get(), shownEnd(key)));
        a.sessions.sweep();
        assertThat(state(key)).isEqualTo(SessionState.EXPIRED);
    }

    private Instant shownEnd(SessionKey key) throws Failure {
        var shown = a.sessions.shown(a.sessions.find(key)).fields().get("expires_at");
        return Instant.parse(requireNonNull((Json.Text) shown).value());
    }

    @ParameterizedTest
    @EnumSource(value = Storage.class, mode = Mode.EXCLUDE, names = "PVC")
    void isAnnouncedThenTrashedThenGone(Storage storage) throws Exception {
        var key = worked(storage);
        a.sessions.terminate(key);
        assertThat(a.sessions.find(key).json().compact())
                .contains("\"expires_reason\":\"terminated\"")
                .contains(a.time.get().plus(RETENTION).toString());
        a.pass(RETENTION.minus(MOMENT));
        a.sessions.sweep();
        assertThat(over(key).removed()).isFalse();
        assertThat(trash()).isEmpty();
        a.pass(MOMENT.multipliedBy(2));
        a.sessions.sweep();
        assertThat(over(key).removed()).isTrue();
        assertThat(a.sessions.find(key).json().compact())
                .contains("terminated, files in the trash")
                .contains(a.time.get().plus(TRASH).toString());
        String kept = storage == Storage.DISK ? key.id() + ".sqlite" : "w.txt";
        assertThat(trash()).anyMatch(path -> path.endsWith(kept));
        assertThat(a.home.resolve("cold").resolve(key.id() + ".sqlite")).doesNotExist();
        assertThat(inDepot(key)).isNotEmpty();
        a.pass(TRASH.minus(MOMENT));
        a.sessions.sweep();
        assertThat(trash()).isNotEmpty();
        a.pass(MOMENT.multipliedBy(2));
        a.sessions.sweep();
        assertThat(trash()).isEmpty();
        assertThat(inDepot(key)).isEmpty();
        assertThat(a.sessions.checkpoints(key)).isEmpty();
        assertThat(a.sessions.find(key).json().compact()).contains("terminated, files removed");
        assertThat(catalog.events(key, 0, 100)).anyMatch(e -> e.text("text").contains("remember"));
        assertThat(new Rebuilding(a.station).run().sessions()).isEmpty();
    }

    @Test
    void whatIsGoneIsSaidPlainlyAndTheConversationComesBack() throws Exception {
        var key = worked(Storage.CAS);
        a.sessions.terminate(key);
        a.pass(RETENTION.plus(MOMENT));
        a.sessions.sweep();
        a.pass(TRASH.plus(MOMENT));
        a.sessions.sweep();
        a.sessions.resume(key);
        assertThat(a.files(key)).isEmpty();
        var told =
                catalog.events(key, 0, 100).stream()
                        .filter(event -> event.type() == EventType.ERROR)
                        .toList();
        assertThat(told.getLast().text("what")).contains("removed");
        a.turn(key, "tell");
        assertThat(catalog.events(key, 0, 100).stream().map(e -> e.text("text")))
                .anyMatch(text -> text.contains("[message] put workspace w.txt one"));
        a.sessions.suspend(key);
        a.sessions.resume(key);
        assertThat(state(key)).isEqualTo(ACTIVE);
    }

    @ParameterizedTest
    @EnumSource(value = Storage.class, mode = Mode.EXCLUDE, names = "PVC")
    void whatIsInTheTrashComesBackWhole(Storage storage) throws Exception {
        var key = worked(storage);
        a.sessions.terminate(key);
        a.pass(RETENTION.plus(MOMENT));
        a.sessions.sweep();
        assertThatThrownBy(() -> a.sessions.files().list(key, Volume.WORKSPACE, FilePath.TOP))
                .isInstanceOf(Failure.NotFound.class)
                .hasMessageContaining("in the trash until " + a.time.get().plus(TRASH));
        var receipt = a.sessions.resume(key).receipt().orElseThrow();
        assertThat(receipt.text("text")).contains("1 files written");
        assertThat(a.files(key)).containsEntry("workspace/w.txt", "one");
        a.pass(TRASH.plus(MOMENT));
        a.sessions.sweep();
        assertThat(trash()).isEmpty();
        assertThat(a.files(key)).containsEntry("workspace/w.txt", "one");
        assertThat(inDepot(key)).isNotEmpty();
    }

    @Test
    void comingBackFromTheTrashLeavesNothingThereForEver() throws Exception {
        var key = worked(Storage.CAS);
        a.sessions.terminate(key);
        a.pass(RETENTION.plus(MOMENT));
        a.sessions.sweep();
        a.sessions.resume(key);
        a.turn(key, "put workspace new.txt two");
        a.pass(TRASH.plus(MOMENT));
        a.sessions.sweep();
        assertThat(trash()).isEmpty();
        a.sessions.suspend(key);
        a.sessions.resume(key);
        assertThat(a.files(key)).containsEntry("workspace/new.txt", "two");
    }

    @Test
    void pinnedSessionsNeitherExpireNorLoseTheirFiles() throws Exception {
        var wish = NewSession.of(Samples.TENANT, "shell").expiring(Duration.ofHours(1));
        var key = a.sessions.create(wish).key();
        var other = a.sessions.create(wish).key();
        var ended = worked(Storage.CAS);
        var trashed = worked(Storage.CAS);
        a.sessions.terminate(ended);
        a.sessions.terminate(trashed);
        a.sessions.set(key, Fields.NONE.pinned(true));
        a.sessions.set(ended, Fields.NONE.pinned(true));
        a.pass(RETENTION.plus(MOMENT));
        a.sessions.sweep();
        a.sessions.set(trashed, Fields.NONE.pinned(true));
        a.pass(Duration.ofDays(60));
        a.sessions.sweep();
        assertThat(state(key)).isEqualTo(CREATED);
        assertThat(state(other)).isEqualTo(EXPIRED);
        assertThat(over(ended).removed()).isFalse();
        assertThat(inDepot(trashed)).isNotEmpty();
        assertThat(trash()).isNotEmpty();
    }

    @Test
    void aClockThatJumpsOrAMachineThatSleptEndsNothingEarly() throws Exception {
        var key = worked(Storage.CAS);
        var quiet = worked(Storage.CAS);
        a.sessions.terminate(key);
        a.jump(Duration.ofDays(400));
        for (int i = 0; i < 3; i++) a.sessions.sweep();
        assertThat(over(key).removed()).isFalse();
        assertThat(state(quiet)).isEqualTo(ACTIVE);
        a.pass(Duration.ofSeconds(61));
        a.sweepTo(quiet, IDLE);
        a.turn(quiet, "say new activity counts from now");
        a.pass(Duration.ofSeconds(61));
        a.sweepTo(quiet, IDLE);
        a.pass(RETENTION);
        a.sessions.sweep();
        assertThat(over(key).removed()).as("lived through").isTrue();
    }

    @Test
    void timeWithoutAServerIsNotLivedThrough() throws Exception {
        var key = worked(Storage.CAS);
        a.sessions.terminate(key);
        a.pass(Duration.ofDays(1));
        a.sessions.sweep();
        a.sessions.close();
        a.jump(Duration.ofDays(30));
        a.sessions = a.server();
        a.sessions.sweep();
        assertThat(over(key).removed()).isFalse();
        a.pass(Duration.ofDays(6).plus(MOMENT));
        a.sessions.sweep();
        assertThat(over(key).removed()).isTrue();
    }

    @Test
    void aClockThatIsSetRightAgainDelaysNothing() throws Exception {
        var key = worked(Storage.CAS);
        a.sessions.terminate(key);
        a.jump(Duration.ofDays(400));
        a.sessions.sweep();
        a.jump(Duration.ofDays(-400));
        a.sessions.sweep();
        a.pass(RETENTION.plus(MOMENT));
        a.sessions.sweep();
        assertThat(over(key).removed()).isTrue();
    }

    @Test
    void retentionIsGrantedWithinItsBounds() throws Exception {
        var wish = NewSession.of(Samples.TENANT, "shell");
        for (var wrong : List.of(Duration.ofHours(23), Duration.ofDays(31))) {
            assertThatThrownBy(() -> a.sessions.create(wish.keeping(wrong)))
                    .isInstanceOf(Failure.Refused.class);
        }
        var session = a.sessions.create(wish.keeping(Duration.ofDays(30)));
        assertThat(session.times().retention()).isEqualTo(Duration.ofDays(30));
    }

    @ParameterizedTest
    @EnumSource(value = Storage.class, mode = Mode.EXCLUDE, names = "PVC")
    void aDeletedSessionLeavesNothing(Storage storage) throws Exception {
        var key = worked(storage);
        var tree = a.tree(a.sessions.find(key));
        a.sessions.suspend(key);
        a.sessions.delete(key);
        assertThatThrownBy(() -> a.sessions.find(key)).isInstanceOf(Failure.NotFound.class);
        assertThat(tree.getParent()).doesNotExist();
        assertThat(a.home.resolve("cold").resolve(key.id() + ".sqlite")).doesNotExist();
        assertThat(inDepot(key)).isEmpty();
        assertThat(new Rebuilding(a.station).run().sessions()).isEmpty();
    }

    @Test
    void aDeletedSessionTakesItsOwnKeyAlong() throws Exception {
        var key = a.sessions.create(NewSession.of(Samples.TENANT, "shell").withOwnKey()).key();
        a.turn(key, "put workspace w.txt one");
        a.sessions.suspend(key);
        var ring = a.station.depot().tenant(key.tenant()).ring();
        var own = DomainName.of(key.id());
        assertThat(ring.has(own)).isTrue();
        a.sessions.delete(key);
        assertThat(ring.domains())
                .filteredOn(domain -> domain.name().equals(own))
                .allMatch(domain -> domain.destroyed().isPresent())
                .isNotEmpty();
        assertThat(inDepot(key)).isEmpty();
    }

    @Test
    void frozenFilesOfTenantsThatCallASessionAlikeDoNotMeet() throws Exception {
        var id = Optional.of(new SessionId("same"));
        var other = new SessionId("other");
        var keys = new SessionKey[2];
        int i = 0;
        for (var tenant : List.of(Samples.TENANT, other)) {
            var wish = NewSession.of(tenant, "shell").called(id).kept(Storage.DISK, Mobility.LOCAL);
            keys[i] = a.sessions.create(wish).key();
            a.turn(keys[i], "put workspace w.txt of-" + tenant);
            a.sessions.suspend(keys[i]);
            i++;
        }
        for (var key : keys) {
            a.sessions.resume(key);
            assertThat(a.files(key)).containsEntry("workspace/w.txt", "of-" + key.tenant());
        }
    }
}
