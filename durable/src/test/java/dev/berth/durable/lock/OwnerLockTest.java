package dev.berth.durable.lock;

import static dev.berth.durable.lock.Party.LOCK;
import static dev.berth.durable.lock.Party.NO_TIME;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.berth.durable.Errno;
import dev.berth.durable.FileFault;
import dev.berth.durable.Folder;
import dev.berth.durable.Name;
import dev.berth.durable.faulting.Call;
import dev.berth.durable.lock.Holder.Liveness;
import dev.berth.durable.lock.Processes.Presence;
import dev.berth.durable.modelled.ModelledFiles;
import dev.berth.failure.Failure;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;

class OwnerLockTest {
    private final ModelledFiles files = new ModelledFiles();
    private final FakeClock clock = new FakeClock();
    private final FakeProcesses machine = FakeProcesses.machine();
    private final FakeProcesses another = machine.process(200, "6000");
    private final FakePace pace = new FakePace();
    private final Party us = new Party(files, machine, pace, clock);
    private Folder ours;
    private Folder plain;

    @BeforeEach
    void open() throws FileFault {
        ours = us.open("/");
        plain = files.open(Path.of("/"));
    }

    private Held heldBy(FakeProcesses process) throws Failure, FileFault {
        var them = new Party(files, process, pace, clock);
        return them.owner(them.open("/")).acquire(NO_TIME);
    }

    @Nested
    @DisplayName("A free lock")
    class Free {
        @Test
        void isHeldByWhoeverTakesItAndGoneAfterwards() throws Exception {
            try (var held = us.owner(ours).acquire(NO_TIME)) {
                held.check();
                assertThat(plain.stat(LOCK)).isPresent();
            }
            assertThat(plain.list()).isEmpty();
            assertThat(files.openHandles()).isEqualTo(2);
        }

        @Test
        void appearsWithItsOwnerFileInside() throws Exception {
            us.afterCalls(
                    call -> {
                        if (plain.stat(LOCK).isEmpty() || call.kind() == Call.Kind.UNLINK) return;
                        try (var inside = plain.folder(LOCK)) {
                            assertThat(inside.stat(Claim.OWNER)).isPresent();
                        }
                    });
            var held = us.owner(ours).acquire(NO_TIME);
            us.afterCalls(_ -> {});
            held.close();
            assertThat(us.calls()).anyMatch(call -> call.kind() == Call.Kind.RENAME);
        }

        @Test
        void writesDownWhoHoldsIt() throws Exception {
            try (var _ = us.owner(ours).acquire(NO_TIME);
                    var claim = Claim.open(plain, LOCK)) {
                var owner = Owner.decode(claim.ownerBytes());
                assertThat(owner.process()).isEqualTo(machine.self());
                assertThat(owner.created()).isEqualTo(clock.instant());
                assertThat(owner.token()).hasSize(32);
            }
        }

        @Test
        void isTakenOneAfterTheOtherByTheThreadsOfOneProcess() throws Exception {
            var lock = us.owner(ours);
            var first = lock.acquire(NO_TIME);
            assertThatThrownBy(() -> lock.acquire(Duration.ofMillis(1)))
                    .isInstanceOfSatisfying(
                            Failure.Locked.class,
                            locked -> assertThat(locked.facts()).containsEntry("pid", "100"));
            first.close();
            lock.acquire(NO_TIME).close();
        }
    }

    @Nested
    @DisplayName("A lock whose holder lives")
    class Alive {
        @Test
        void isNotTakenAndTheFailureNamesTheHolder() throws Exception {
            try (var held = heldBy(another)) {
                assertThatThrownBy(() -> us.owner(ours).acquire(Duration.ofSeconds(30)))
                        .isInstanceOfSatisfying(
                                Failure.Locked.class,
                                locked -> {
                                    assertThat(locked.what())
                                            .contains("process 200 on pier since 2026-03-01");
                                    assertThat(locked.advice()).contains("wait until it is done");
                                    assertThat(locked.facts())
                                            .containsEntry("pid", "200")
                                            .containsEntry("host", "pier")
                                            .containsEntry("since", "2026-03-01T10:00:00Z")
                                            .containsEntry("liveness", "alive");
                                });
                assertThat(pace.paused()).isGreaterThanOrEqualTo(Duration.ofSeconds(30));
                held.check();
            }
            assertThat(plain.list()).isEmpty();
        }

        @ParameterizedTest
        @ValueSource(longs = {-30, -1, 1, 30})
        void isNotTakenWhateverTheClockSays(long hours) throws Exception {
            try (var held = heldBy(another)) {
                clock.jump(Duration.ofHours(hours));
                assertThatThrownBy(() -> us.owner(ours).acquire(Duration.ofSeconds(1)))
                        .isInstanceOf(Failure.Locked.class);
                held.check();
            }
        }

        @Test
        void isShownByALook() throws Exception {
            assertThat(us.owner(ours).inspect()).isEmpty();
            try (var _ = heldBy(another)) {
                var holder = us.owner(ours).inspect().orElseThrow();
                assertThat(holder.pid()).hasValue(200);
                assertThat(holder.liveness()).isEqualTo(Liveness.ALIVE);
            }
        }
    }

    @Nested
    @DisplayName("A lock whose holder is dead")
    class Dead {
        private void isTakenAtOnce() throws Exception {
            try (var held = us.owner(ours).acquire(NO_TIME)) {
                held.check();
            }
            assertThat(pace.paused()).isZero();
            assertThat(plain.list()).isEmpty();
        }

        @Test
        void isTakenAtOnce_whenTheProcessIsGone() throws Exception {
            heldBy(another);
            machine.kill(another);
            assertThat(us.owner(ours).inspect().orElseThrow().liveness()).isEqualTo(Liveness.GONE);
            isTakenAtOnce();
        }

        @Test
        void isTakenAtOnce_whenItsNumberWasGivenToAnotherProcess() throws Exception {
            heldBy(another);
            machine.now(200, new Presence.Running("7000"));
            isTakenAtOnce();
        }

        @Test
        void isTakenAtOnce_afterARestartOfTheMachine() throws Exception {
            heldBy(machine.elsewhere("boot-before", "pier", "machine-a", "pid:[1]"));
            isTakenAtOnce();
        }

        @Test
        void isTakenAtOnce_whateverTheClockSays() throws Exception {
            heldBy(another);
            machine.kill(another);
            clock.jump(Duration.ofHours(-30));
            isTakenAtOnce();
        }

        @Test
        void isTakenAtOnce_whenItIsOurOwnReleaseThatFailed() throws Exception {
            var held = us.owner(ours).acquire(NO_TIME);
            us.beforeCalls(
                    call -> {
                        throw new FileFault(Errno.EIO, "test", call.subject());
                    });
            held.close();
            us.beforeCalls(_ -> {});
            assertThat(plain.stat(LOCK)).isPresent();
            isTakenAtOnce();
        }
    }

    @Nested
    @DisplayName("A lock of whose holder nothing can be told")
    class Untold {
        private void isTakenOnlyAtItsAge() throws Exception {
            assertThatThrownBy(() -> us.owner(ours).acquire(Duration.ofSeconds(30)))
                    .isInstanceOfSatisfying(
                            Failure.Locked.class,
                            locked -> assertThat(locked.advice()).contains("gone after 10 min"));
            machine.up(Duration.ofMinutes(9));
            assertThatThrownBy(() -> us.owner(ours).acquire(NO_TIME))
                    .isInstanceOf(Failure.Locked.class);
            machine.up(Duration.ofMinutes(1));
            us.owner(ours).acquire(NO_TIME).close();
            assertThat(plain.list()).isEmpty();
        }

        @Test
        void isTakenOnlyAtItsAge_onAnotherHost() throws Exception {
            heldBy(machine.elsewhere("boot-b", "quay", "machine-b", "pid:[1]"));
            isTakenOnlyAtItsAge();
        }

        @Test
        void isTakenOnlyAtItsAge_onAnotherMachineOfTheSameName() throws Exception {
            heldBy(machine.elsewhere("boot-b", "pier", "machine-b", "pid:[1]"));
            isTakenOnlyAtItsAge();
        }

        @Test
        void isTakenOnlyAtItsAge_inAnotherPidNamespace() throws Exception {
            heldBy(machine.elsewhere("boot-a", "container", "", "pid:[2]"));
            isTakenOnlyAtItsAge();
        }

        @Test
        void isTakenOnlyAtItsAge_whenTheTableOfProcessesHidesIt() throws Exception {
            heldBy(another);
            machine.now(200, new Presence.Hidden());
            isTakenOnlyAtItsAge();
        }

        @ParameterizedTest
        @ValueSource(longs = {-30, 30})
        void isTakenOnlyAtItsAge_thoughTheClockJumpedByHours(long hours) throws Exception {
            heldBy(machine.elsewhere("boot-a", "container", "", "pid:[2]"));
            clock.jump(Duration.ofHours(hours));
            isTakenOnlyAtItsAge();
        }

        @Test
        void isTakenOnlyAtItsAge_thoughTheClockWasSetBackByHours() throws Exception {
            heldBy(machine.elsewhere("boot-b", "quay", "machine-b", "pid:[1]"));
            clock.jump(Duration.ofHours(-30));
            isTakenOnlyAtItsAge();
        }

        @Test
        void isTakenAtOnceWhenItWasOldBeforeAnybodyAsked() throws Exception {
            heldBy(machine.elsewhere("boot-b", "quay", "machine-b", "pid:[1]"));
            clock.jump(Duration.ofMinutes(10));
            us.owner(ours).acquire(NO_TIME).close();
        }

        @Test
        void isTakenOnlyAtItsAge_withAnEmptyOwnerFile() throws Exception {
            plain.makeFolder(LOCK, 0700);
            try (var inside = plain.folder(LOCK)) {
                inside.create(Claim.OWNER, 0600).close();
                inside.setModified(Claim.OWNER, clock.instant().getEpochSecond(), 0);
            }
            isTakenOnlyAtItsAge();
        }

        @Test
        void isTakenOnlyAtItsAge_withAnOwnerFileThatCannotBeRead() throws Exception {
            heldBy(another);
            try (var inside = plain.folder(LOCK)) {
                inside.setModified(Claim.OWNER, clock.instant().getEpochSecond(), 0);
            }
            us.beforeCalls(unreadable(200));
            isTakenOnlyAtItsAge();
        }

        /// Of the owner files, only the one that was there first cannot be opened.
        private Party.Interruption unreadable(long pid) {
            return call -> {
                if (call.kind() != Call.Kind.OPEN_FILE || !call.subject().equals("owner.json")) {
                    return;
                }
                if (plain.stat(LOCK).isEmpty()) return;
                try (var claim = Claim.open(plain, LOCK)) {
                    boolean theirs =
                            new String(claim.ownerBytes(), StandardCharsets.UTF_8)
                                    .contains("\"pid\": " + pid);
                    if (theirs) throw new FileFault(Errno.EACCES, "open", "owner.json");
                }
            };
        }

        @Test
        void isMovedAsideAtItsAge_whenTheOwnerFileIsAFolder() throws Exception {
            plain.makeFolder(LOCK, 0700);
            try (var inside = plain.folder(LOCK)) {
                inside.makeFolder(Claim.OWNER, 0700);
                inside.setModified(Claim.OWNER, clock.instant().getEpochSecond(), 0);
            }
            machine.up(Duration.ZERO);
            assertThatThrownBy(() -> us.owner(ours).acquire(NO_TIME))
                    .isInstanceOf(Failure.Locked.class);
            machine.up(Duration.ofMinutes(10));
            us.owner(ours).acquire(NO_TIME).close();
            assertThat(plain.list())
                    .singleElement()
                    .satisfies(
                            left ->
                                    assertThat(left.name().toString())
                                            .startsWith("session.lock.unreadable-"));
        }
    }

    @Nested
    @DisplayName("A lock folder that is nobody's")
    class Nobodys {
        @Test
        void isTakenAtOnce_whenItIsEmpty() throws Exception {
            plain.makeFolder(LOCK, 0755);
            us.owner(ours).acquire(NO_TIME).close();
            assertThat(plain.list()).isEmpty();
        }

        @Test
        void isTakenAtOnce_whenATakerWasKilledWhileClearingIt() throws Exception {
            plain.makeFolder(LOCK, 0755);
            try (var inside = plain.folder(LOCK)) {
                inside.create(Note.name(0), 0600).close();
                inside.create(Name.of("seen.json"), 0600).close();
            }
            us.owner(ours).acquire(NO_TIME).close();
            assertThat(plain.list()).isEmpty();
        }

        @Test
        void isMovedAsideWhenItHoldsWhatIsNotOurs() throws Exception {
            plain.makeFolder(LOCK, 0755);
            try (var inside = plain.folder(LOCK)) {
                inside.create(Name.of("precious"), 0600).close();
            }
            us.owner(ours).acquire(NO_TIME).close();
            assertThat(plain.list()).hasSize(1);
        }

        @Test
        void isRefusedWhenItIsNoFolder() throws Exception {
            plain.create(LOCK, 0600).close();
            assertThatThrownBy(() -> us.owner(ours).acquire(NO_TIME))
                    .isInstanceOf(Failure.Refused.class)
                    .hasMessageContaining("not a folder");
            assertThat(plain.list()).hasSize(1);
        }
    }
}
