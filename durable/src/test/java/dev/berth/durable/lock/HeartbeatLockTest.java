package dev.berth.durable.lock;

import static dev.berth.durable.lock.Party.LOCK;
import static dev.berth.durable.lock.Party.NO_TIME;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.berth.durable.AtomicFile;
import dev.berth.durable.Errno;
import dev.berth.durable.FileFault;
import dev.berth.durable.Folder;
import dev.berth.durable.Name;
import dev.berth.durable.faulting.Call;
import dev.berth.durable.lock.Holder.Liveness;
import dev.berth.durable.modelled.ModelledFiles;
import dev.berth.failure.Failure;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.ByteArrayOutputStream;
import java.lang.foreign.MemorySegment;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Random;

class HeartbeatLockTest {
    private static final Duration SHORT = Duration.ofMillis(200);

    private final ModelledFiles files = new ModelledFiles();
    private final FakeClock clock = new FakeClock();
    private final FakeProcesses machine = FakeProcesses.machine();
    private final FakePace pace = new FakePace();
    private final Party us = new Party(files, machine, pace, clock);
    private Folder ours;
    private Folder plain;

    @BeforeEach
    void open() throws FileFault {
        ours = us.open("/");
        plain = files.open(Path.of("/"));
    }

    private void touch(Instant time) {
        try {
            plain.setModified(LOCK, time.getEpochSecond(), time.getNano());
        } catch (FileFault fault) {
            throw new IllegalStateException(fault);
        }
    }

    @Nested
    @DisplayName("A lock that we hold")
    class Ours {
        @Test
        void isAnEmptyFolderWithOurNameBesideIt() throws Exception {
            try (var held = us.heartbeat(ours).acquire(NO_TIME)) {
                held.check();
                try (var folder = plain.folder(LOCK)) {
                    assertThat(folder.list()).isEmpty();
                }
                assertThat(plain.list())
                        .extracting(entry -> entry.name().toString())
                        .hasSize(2)
                        .contains("session.lock")
                        .anyMatch(name -> name.matches("session\\.lock\\.held-[0-9a-f]{32}"));
            }
            assertThat(plain.list()).isEmpty();
            assertThat(files.openHandles()).isEqualTo(2);
        }

        @Test
        void isTouchedEveryBeat() throws Exception {
            try (var _ = us.heartbeat(ours).acquire(NO_TIME)) {
                for (int beat = 1; beat <= 5; beat++) {
                    clock.jump(Duration.ofMillis(500));
                    pace.advance(Duration.ofMillis(500));
                    assertThat(plain.stat(LOCK).orElseThrow().modified())
                            .isEqualTo(clock.instant());
                }
            }
        }

        @Test
        void keepsAnotherOfUsOutForAsLongAsItBeats() throws Exception {
            var them = new Party(files, machine.process(200, "6000"), pace, clock);
            try (var held = us.heartbeat(ours).acquire(NO_TIME)) {
                var lock = them.heartbeat(them.open("/"));
                assertThatThrownBy(() -> lock.acquire(Duration.ofSeconds(60)))
                        .isInstanceOf(Failure.Locked.class)
                        .hasMessageContaining("process 100 on pier");
                held.check();
            }
        }

        @ParameterizedTest
        @ValueSource(longs = {-30, 30})
        void keepsAnotherOfUsOutThoughTheClockJumps(long hours) throws Exception {
            var them = new Party(files, machine.process(200, "6000"), pace, clock);
            try (var held = us.heartbeat(ours).acquire(NO_TIME)) {
                clock.jump(Duration.ofHours(hours));
                var lock = them.heartbeat(them.open("/"));
                assertThatThrownBy(() -> lock.acquire(Duration.ofSeconds(5)))
                        .isInstanceOf(Failure.Locked.class);
                held.check();
            }
        }

        @Test
        void keepsAnotherOfUsOutWhereTimesAreNotKept() throws Exception {
            var frozen = new FrozenTimes(files);
            var still = new Party(frozen, machine, pace, clock);
            var alsoStill = new Party(frozen, machine.process(200, "6000"), pace, clock);
            try (var held = still.heartbeat(still.open("/")).acquire(NO_TIME)) {
                var lock = alsoStill.heartbeat(alsoStill.open("/"));
                assertThatThrownBy(() -> lock.acquire(Duration.ofSeconds(5)))
                        .isInstanceOf(Failure.Locked.class);
                held.check();
            }
        }

        @Test
        void isNotLostWhenEverybodyWasStoppedTogether() throws Exception {
            var them = new Party(files, machine.process(200, "6000"), pace, clock);
            var held = us.heartbeat(ours).acquire(NO_TIME);
            var lock = them.heartbeat(them.open("/"));
            boolean[] slept = new boolean[1];
            them.beforeCalls(
                    _ -> {
                        // A lid is closed for an hour while the other one is watching.
                        if (slept[0] || them.calls().size() < 60) return;
                        slept[0] = true;
                        pace.sleep(Duration.ofHours(1));
                    });
            assertThatThrownBy(() -> lock.acquire(SHORT)).isInstanceOf(Failure.Locked.class);
            assertThat(slept[0]).isTrue();
            held.check();
            held.close();
        }

        @Test
        void isSeenToBeLostWhenAStrangerTookItOver() throws Exception {
            var held = us.heartbeat(ours).acquire(NO_TIME);
            plain.removeFolder(LOCK);
            plain.makeFolder(LOCK, 0700);
            assertThatThrownBy(held::check).isInstanceOf(Failure.StaleWriter.class);
            assertThatThrownBy(() -> Party.put(held, ours, "late"))
                    .isInstanceOf(Failure.StaleWriter.class);
            held.close();
            assertThat(plain.stat(LOCK)).as("the stranger's lock").isPresent();
            assertThat(plain.list()).hasSize(1);
        }

        @Test
        void isSeenToBeLostWhenAStrangerRemovedIt() throws Exception {
            var held = us.heartbeat(ours).acquire(NO_TIME);
            plain.removeFolder(LOCK);
            assertThatThrownBy(held::check).isInstanceOf(Failure.StaleWriter.class);
            held.close();
            assertThat(plain.list()).isEmpty();
        }

        @Test
        void publishesNothingWhenAStrangerRemovesWhatIsStaged() throws Exception {
            try (var held = us.heartbeat(ours).acquire(NO_TIME)) {
                us.beforeCalls(
                        call -> {
                            if (call.kind() != Call.Kind.RENAME) return;
                            for (var entry : plain.list()) {
                                if (AtomicFile.isTemporary(entry.name())) {
                                    plain.unlink(entry.name());
                                }
                            }
                        });
                assertThatThrownBy(() -> Party.put(held, ours, "late"))
                        .isInstanceOf(Failure.StaleWriter.class);
                us.beforeCalls(_ -> {});
            }
            assertThat(plain.list()).isEmpty();
        }

        @Test
        void isTakenOverWhenItFallsSilentAndNotEarlier() throws Exception {
            var stopped = new Party(files, machine.process(200, "6000"), new FakePace(), clock);
            var theirs = stopped.open("/");
            var late = stopped.heartbeat(theirs).acquire(NO_TIME);
            try (var held = us.heartbeat(ours).acquire(SHORT)) {
                assertThat(pace.paused()).isGreaterThanOrEqualTo(Party.RULE.term());
                held.check();
                assertThatThrownBy(() -> Party.put(late, theirs, "late"))
                        .isInstanceOf(Failure.StaleWriter.class);
                late.close();
                held.check();
            }
            assertThat(plain.list()).isEmpty();
        }
    }

    @Nested
    @DisplayName("A lock that is taken many times")
    class Keeping {
        @Test
        void isTheSameFolderEachTimeAndLooksNewEachTime() throws Exception {
            try (var lock = us.keepingHeartbeat(ours)) {
                lock.acquire(NO_TIME).close();
                clock.jump(Duration.ofMinutes(1));
                assertThat(plain.stat(LOCK)).isEmpty();
                int made = made();
                try (var held = lock.acquire(NO_TIME)) {
                    held.check();
                    assertThat(plain.stat(LOCK).orElseThrow().modified())
                            .isEqualTo(clock.instant());
                    try (var folder = plain.folder(LOCK)) {
                        assertThat(folder.list()).isEmpty();
                    }
                }
                assertThat(made()).isEqualTo(made);
            }
            assertThat(plain.list()).isEmpty();
        }

        @Test
        void isNeverMovedOverOneThatIsThere() throws Exception {
            try (var lock = us.keepingHeartbeat(ours)) {
                lock.acquire(NO_TIME).close();
                plain.makeFolder(LOCK, 0755);
                long theirs = plain.stat(LOCK).orElseThrow().inode();
                try (var _ = pace.every(Party.RULE.beat(), () -> touch(clock.instant()))) {
                    assertThatThrownBy(() -> lock.acquire(Duration.ofSeconds(3)))
                            .isInstanceOf(Failure.Locked.class);
                }
                assertThat(plain.stat(LOCK).orElseThrow().inode()).isEqualTo(theirs);
            }
        }

        @Test
        void isMadeAnewWhenTheFileSystemCannotMoveWithoutReplacing() throws Exception {
            us.beforeCalls(
                    call -> {
                        if (call.kind() != Call.Kind.RENAME_NEW) return;
                        throw new FileFault(Errno.EINVAL, "rename", call.subject());
                    });
            try (var lock = us.keepingHeartbeat(ours)) {
                for (int i = 0; i < 3; i++) {
                    try (var held = lock.acquire(Duration.ofMillis(100))) {
                        held.check();
                    }
                }
            }
            assertThat(plain.list()).isEmpty();
        }

        private int made() {
            return (int)
                    us.calls().stream()
                            .filter(call -> call.kind() == Call.Kind.MAKE_FOLDER)
                            .count();
        }
    }

    @Nested
    @DisplayName("A lock that a stranger holds")
    class Strangers {
        @BeforeEach
        void make() throws FileFault {
            plain.makeFolder(LOCK, 0755);
        }

        @Test
        void isLeftAloneForAsLongAsItIsTouched() throws Exception {
            try (var _ = pace.every(Party.RULE.beat(), () -> touch(clock.instant()))) {
                assertThatThrownBy(() -> us.heartbeat(ours).acquire(Duration.ofSeconds(60)))
                        .isInstanceOf(Failure.Locked.class)
                        .hasMessageContaining("left no name");
            }
            assertThat(plain.list()).hasSize(1);
        }

        @Test
        void isLeftAloneThoughItsTouchesSetTheSameTimeAgain() throws Exception {
            var constant = Instant.parse("2026-01-01T00:00:00Z");
            try (var _ = pace.every(Party.RULE.beat(), () -> touch(constant))) {
                assertThatThrownBy(() -> us.heartbeat(ours).acquire(Duration.ofSeconds(60)))
                        .isInstanceOf(Failure.Locked.class);
            }
        }

        @ParameterizedTest
        @ValueSource(longs = {-100_000, -1, 0, 1, 100_000})
        void isTakenOverWhenItFallsSilentWhateverItsTimeSays(long hours) throws Exception {
            touch(clock.instant().plus(Duration.ofHours(hours)));
            try (var held = us.heartbeat(ours).acquire(SHORT)) {
                held.check();
            }
            assertThat(pace.paused())
                    .isBetween(Party.RULE.term(), Party.RULE.term().plusMillis(200));
            assertThat(plain.list()).isEmpty();
        }

        @Test
        void isNotGuessedAtWhereTouchesShowNothing() throws Exception {
            var still = new Party(new FrozenTimes(files), machine, pace, clock);
            var folder = still.open("/");
            assertThatThrownBy(() -> still.heartbeat(folder).acquire(SHORT))
                    .isInstanceOf(Failure.Unavailable.class)
                    .hasMessageContaining("keeps no modification times");
            assertThat(plain.list()).extracting(Folder.Entry::name).containsExactly(LOCK);
        }

        @Test
        void isLeftAloneWhenItIsTakenAnewInTheLastMoment() throws Exception {
            boolean[] woken = new boolean[1];
            us.beforeCalls(
                    call -> {
                        // The stranger takes it anew just before we would.
                        if (woken[0] || !call.subject().startsWith("session.lock.probe-")) return;
                        woken[0] = true;
                        plain.removeFolder(LOCK);
                        plain.makeFolder(LOCK, 0755);
                    });
            assertThatThrownBy(() -> us.heartbeat(ours).acquire(SHORT))
                    .isInstanceOf(Failure.Locked.class);
            assertThat(woken[0]).isTrue();
            assertThat(plain.list()).extracting(Folder.Entry::name).containsExactly(LOCK);
        }

        @Test
        void isShownByALookWithItsLastTouch() throws Exception {
            touch(clock.instant());
            var holder = us.heartbeat(ours).inspect().orElseThrow();
            assertThat(holder.pid()).isEmpty();
            assertThat(holder.beaten()).contains(clock.instant());
            assertThat(holder.liveness()).isEqualTo(Liveness.UNTOLD);
        }

        @Test
        void isWaitedForAndThenTaken() throws Exception {
            var done = clock.instant();
            var beating = new Pace.Repeating[1];
            int[] beats = new int[1];
            beating[0] =
                    pace.every(
                            Party.RULE.beat(),
                            () -> {
                                if (++beats[0] < 4) {
                                    touch(done);
                                    return;
                                }
                                beating[0].close();
                                try {
                                    plain.removeFolder(LOCK);
                                } catch (FileFault fault) {
                                    throw new IllegalStateException(fault);
                                }
                            });
            us.heartbeat(ours).acquire(Duration.ofSeconds(10)).close();
            assertThat(beats[0]).isEqualTo(4);
        }
    }

    @Test
    void aFileInPlaceOfTheFolderIsRefused() throws Exception {
        plain.create(LOCK, 0600).close();
        assertThatThrownBy(() -> us.heartbeat(ours).acquire(SHORT))
                .isInstanceOf(Failure.Refused.class);
        assertThat(plain.list()).extracting(Folder.Entry::name).containsExactly(LOCK);
    }

    @Test
    void aBadgeOfManyMebibytesIsReadToItsLastNote() throws Exception {
        // A hold of many writes and beats: some forty bytes for each write.
        var first = Name.of(".value.tmp-00000000000000aa");
        var last = Name.of(".value.tmp-00000000000000bb");
        var them = new World(machine.process(200, "6000"), clock, pace, new Random(1));
        var owner = Owner.here(them, false);
        var badge = new ByteArrayOutputStream();
        badge.writeBytes(owner.encode());
        badge.writeBytes(new Note(List.of(first)).encode());
        byte[] between = new Note(List.of(Name.of(".value.tmp-00000000000000cc"))).encode();
        while (badge.size() < 3 << 20) {
            badge.writeBytes(between);
            badge.write(1);
        }
        badge.writeBytes(new Note(List.of(last)).encode());
        plain.makeFolder(LOCK, 0700);
        put(Name.of(LOCK + ".held-" + owner.token()), badge.toByteArray());
        put(first, new byte[1]);
        put(last, new byte[1]);
        assertThat(us.heartbeat(ours).inspect().orElseThrow().pid()).hasValue(200);
        try (var held = us.heartbeat(ours).acquire(Duration.ofSeconds(1))) {
            held.check();
            assertThat(plain.stat(first)).as("staged first").isEmpty();
            assertThat(plain.stat(last)).as("staged last").isEmpty();
        }
        assertThat(plain.list()).isEmpty();
    }

    private void put(Name name, byte[] bytes) throws FileFault {
        try (var file = plain.create(name, 0600)) {
            file.writeFully(MemorySegment.ofArray(bytes), 0);
        }
    }

    @Test
    void anotherNameBesideItIsLeftAlone() throws Exception {
        plain.makeFolder(Name.of("session.lock.mine"), 0700);
        us.heartbeat(ours).acquire(NO_TIME).close();
        assertThat(plain.list()).hasSize(1);
    }

    @Test
    void whatOnlyHasTheNameOfOursBlocksNobody() throws Exception {
        plain.makeFolder(Name.of(LOCK + ".held-00112233445566778899aabbccddeeff"), 0700);
        plain.symlink(Name.of(LOCK + ".ended-ff"), Name.Target.of("elsewhere"));
        put(Name.of(LOCK + ".gone-ff"), new byte[1]);
        plain.makeFolder(LOCK, 0700);
        try (var held = us.heartbeat(ours).acquire(Duration.ofSeconds(1))) {
            held.check();
        }
        assertThat(plain.list()).as("they are left alone").hasSize(3);
    }
}
