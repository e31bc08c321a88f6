package dev.berth.durable.lock;

import static dev.berth.durable.lock.Party.LOCK;
import static dev.berth.durable.lock.Party.NO_TIME;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.berth.durable.FileFault;
import dev.berth.durable.FileStat;
import dev.berth.durable.Folder;
import dev.berth.durable.Name;
import dev.berth.durable.faulting.Call;
import dev.berth.durable.faulting.Call.Kind;
import dev.berth.durable.modelled.ModelledFiles;
import dev.berth.failure.Failure;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

@DisplayName("A badge that is worn from one hold to the next")
class WornBadgeTest {
    private final ModelledFiles files = new ModelledFiles();
    private final FakeClock clock = new FakeClock();
    private final FakeProcesses machine = FakeProcesses.machine();
    private final FakePace pace = new FakePace();
    private final Party us = new Party(files, machine, pace, clock);
    private final Party them = new Party(files, machine.process(200, "6000"), pace, clock);
    private Folder ours;
    private Folder plain;

    @BeforeEach
    void open() throws FileFault {
        ours = us.open("/");
        plain = files.open(Path.of("/"));
    }

    @Test
    void leavesAHoldOnlyTheFolderToMoveThereAndBack() throws Exception {
        try (var lock = Worn.lock(us, ours)) {
            int before = us.calls().size();
            try (var held = lock.acquire(NO_TIME)) {
                Party.put(held, ours, "new");
            }
            assertThat(us.calls().subList(before, us.calls().size()))
                    .extracting(Call::kind)
                    .as("what one write under the lock costs")
                    .containsExactly(
                            // The folder there, looked at; the badge looked for.
                            Kind.RENAME_NEW,
                            Kind.STAT,
                            Kind.STAT,
                            // The note, the file, and whether both are still ours.
                            Kind.WRITE,
                            Kind.CREATE,
                            Kind.WRITE,
                            Kind.SYNC_FILE,
                            Kind.STAT,
                            Kind.STAT,
                            Kind.RENAME,
                            Kind.SYNC_FOLDER,
                            // The folder back, if it is ours.
                            Kind.STAT,
                            Kind.STAT,
                            Kind.RENAME,
                            Kind.STAT,
                            Kind.STAT);
        }
        assertThat(plain.list()).extracting(Folder.Entry::name).containsExactly(Party.VALUE);
        assertThat(files.openHandles()).isEqualTo(2);
    }

    @Test
    void namesItsHolderAndWhenThisHoldBegan() throws Exception {
        try (var lock = Worn.lock(us, ours)) {
            clock.jump(Duration.ofSeconds(20));
            try (var _ = lock.acquire(NO_TIME)) {
                var holder = them.heartbeat(them.open("/")).inspect().orElseThrow();
                assertThat(holder.pid()).hasValue(100);
                assertThat(holder.since()).contains(clock.instant());
            }
        }
    }

    @Test
    void namesItsHolderThoughTheFolderIsAnotherOneNow() throws Exception {
        try (var lock = Worn.lock(us, ours)) {
            for (var entry : plain.list()) {
                boolean isFolder = entry.kind() == FileStat.Kind.FOLDER;
                if (isFolder) plain.removeFolder(entry.name());
            }
            // Long unused, and cleared away by somebody.
            clock.jump(Duration.ofMinutes(2));
            try (var held = lock.acquire(NO_TIME)) {
                held.check();
                assertThat(lock.inspect().orElseThrow().pid()).hasValue(100);
            }
        }
    }

    @Test
    void doesNotNameAStrangerWhoHoldsMeanwhile() throws Exception {
        try (var lock = Worn.lock(us, ours)) {
            plain.makeFolder(LOCK, 0755);
            assertThat(lock.inspect().orElseThrow().pid()).isEmpty();
            assertThatThrownBy(() -> lock.acquire(NO_TIME))
                    .isInstanceOf(Failure.Locked.class)
                    .hasMessageContaining("left no name");
        }
    }

    @Test
    void isTakenAwayByTheNextOneOfUsWhichItsHolderNotices() throws Exception {
        try (var lock = Worn.lock(us, ours);
                var other = Worn.lock(them, them.open("/"))) {
            assertThat(Worn.badges(plain)).as("theirs alone").hasSize(1);
            for (int turn = 0; turn < 5; turn++) {
                for (var each : List.of(lock, other)) {
                    try (var held = each.acquire(NO_TIME)) {
                        held.check();
                        assertThat(Worn.badges(plain)).hasSize(1);
                    }
                }
            }
            // From the second turn on both know that they are not alone.
            assertThat(Worn.badges(plain)).isEmpty();
        }
        assertThat(plain.list()).isEmpty();
    }

    @Test
    void isPutDownAnewAfterAMinuteAndWhatWasLeftIsCleared() throws Exception {
        try (var lock = Worn.lock(us, ours)) {
            plain.create(Name.of(LOCK + ".held-0123"), 0600).close();
            plain.makeFolder(Name.of(LOCK + ".probe-0123"), 0700);
            lock.acquire(NO_TIME).close();
            assertThat(Worn.badges(plain)).as("nobody looks each time").hasSize(2);
            pace.advance(Duration.ofMinutes(1).plusMillis(1));
            lock.acquire(NO_TIME).close();
            lock.acquire(NO_TIME).close();
            assertThat(Worn.badges(plain)).as("ours").hasSize(1);
            assertThat(plain.stat(Name.of(LOCK + ".probe-0123"))).isEmpty();
        }
    }

    @Test
    void beatsWhereTimesAreNotKeptThoughOlderTextStandsBehind() throws Exception {
        var frozen = new FrozenTimes(files);
        var still = new Party(frozen, machine, pace, clock);
        var folder = still.open("/");
        var other = new Party(frozen, machine.process(300, "6500"), pace, clock);
        try (var lock = Worn.lock(still, folder)) {
            try (var held = lock.acquire(NO_TIME)) {
                for (int i = 0; i < 3; i++) Party.put(held, folder, "long");
            }
            for (int notes = 0; notes < 3; notes++) {
                try (var held = lock.acquire(NO_TIME)) {
                    for (int i = 0; i < notes; i++) Party.put(held, folder, "short");
                    var taker = other.heartbeat(other.open("/"));
                    assertThatThrownBy(() -> taker.acquire(Duration.ofSeconds(5)))
                            .isInstanceOf(Failure.Locked.class);
                    held.check();
                }
            }
        }
    }

    @Test
    void isFoundByATakerWithTheNotesOfThisHold() throws Exception {
        // A pace of its own: stopped.
        var stopped = new Party(files, machine.process(300, "6500"), new FakePace(), clock);
        var folder = stopped.open("/");
        var lock = Worn.lock(stopped, folder);
        try (var held = lock.acquire(NO_TIME)) {
            for (int i = 0; i < 3; i++) Party.put(held, folder, "long");
        }
        var held = lock.acquire(NO_TIME);
        var late = new boolean[1];
        stopped.beforeCalls(
                call -> {
                    if (late[0] || call.kind() != Kind.RENAME) return;
                    late[0] = true;
                    try (var taken = us.heartbeat(ours).acquire(Duration.ofSeconds(3))) {
                        Party.put(taken, ours, "theirs");
                    } catch (Failure failure) {
                        throw new IllegalStateException(failure);
                    }
                });
        assertThatThrownBy(() -> Party.put(held, folder, "late"))
                .isInstanceOf(Failure.StaleWriter.class);
        assertThat(late[0]).isTrue();
        assertThat(Party.value(plain)).isEqualTo("theirs");
        held.close();
        lock.close();
        assertThat(plain.list()).extracting(Folder.Entry::name).containsExactly(Party.VALUE);
    }

    @Test
    void staysForAsLongAsTheHoldWhenTheLockIsClosedBefore() throws Exception {
        var lock = Worn.lock(us, ours);
        var held = lock.acquire(NO_TIME);
        lock.close();
        Party.put(held, ours, "new");
        held.check();
        assertThat(plain.stat(LOCK)).isPresent();
        held.close();
        assertThat(plain.list()).extracting(Folder.Entry::name).containsExactly(Party.VALUE);
        assertThat(files.openHandles()).isEqualTo(2);
    }

    /// A taker of ours keeps the folder where it stands and takes the badge away.
    @Test
    void leavesTheFolderAloneOnceTheBadgeIsGone() throws Exception {
        try (var lock = Worn.lock(us, ours)) {
            var held = lock.acquire(NO_TIME);
            for (var entry : plain.list()) {
                if (Badge.isBadge(entry.name(), entry.kind(), LOCK)) plain.unlink(entry.name());
            }
            int before = us.calls().size();
            held.close();
            assertThat(us.calls().subList(before, us.calls().size()))
                    .filteredOn(call -> call.kind() == Kind.RENAME && isTheFolder(call))
                    .as("what is not ours any more is not even moved for a moment")
                    .isEmpty();
            assertThat(plain.stat(LOCK)).isPresent();
        }
    }

    private static boolean isTheFolder(Call call) {
        return call.subject().startsWith(LOCK + " to ");
    }
}
