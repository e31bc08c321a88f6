package dev.berth.durable.lock;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.berth.durable.FileFault;
import dev.berth.durable.FileLayer;
import dev.berth.durable.Folder;
import dev.berth.durable.SystemFiles;
import dev.berth.durable.lock.Holder.Liveness;
import dev.berth.durable.lock.Processes.Presence;
import dev.berth.failure.Failure;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;

@DisplayName("On the real file system")
@Timeout(120)
class RealLockTest {
    private final FileLayer files = SystemFiles.here();
    private final World world = World.of(files, InstantSource.system());
    @TempDir private Path temp;
    private Folder folder;

    @BeforeEach
    void open() throws FileFault {
        folder = files.open(temp);
    }

    @AfterEach
    void close() {
        folder.close();
    }

    private DirectoryLock lock(String rule) {
        return LockChild.lock(rule, folder, world);
    }

    private ChildJvm holder(String rule, String... prefix) throws Exception {
        var child = ChildJvm.start(List.of(prefix), LockChild.class, temp.toString(), rule, "hold");
        child.await("holding");
        return child;
    }

    @Nested
    @DisplayName("an owner")
    class AnOwner {
        @Test
        void thatLivesKeepsTheLock() throws Exception {
            try (var child = holder("owner")) {
                assertThatThrownBy(() -> lock("owner").acquire(Duration.ofMillis(300)))
                        .isInstanceOfSatisfying(
                                Failure.Locked.class,
                                locked ->
                                        assertThat(locked.facts())
                                                .containsEntry("pid", Long.toString(child.pid())));
            }
        }

        @Test
        void thatWasKilledLosesTheLockAtOnce() throws Exception {
            try (var child = holder("owner")) {
                child.kill();
                lock("owner").acquire(Duration.ZERO).close();
                assertThat(temp).isEmptyDirectory();
            }
        }

        @Test
        void thatIsAZombieLosesTheLockAtOnce() throws Exception {
            // The shell starts the holder and turns into a program that never asks for its end.
            String start = "exec 3<&0; \"$0\" \"$@\" <&3 & exec sleep 1000";
            try (var parent = holder("owner", "sh", "-c", start)) {
                long pid = lock("owner").inspect().orElseThrow().pid().orElseThrow();
                assertThat(pid).isNotEqualTo(parent.pid());
                assertThat(ProcessHandle.of(pid).orElseThrow().destroyForcibly()).isTrue();
                var stat = Path.of("/proc/" + pid + "/stat");
                while (!Files.readString(stat).contains(") Z ")) Thread.onSpinWait();
                assertThat(world.processes().presence(pid, 0)).isEqualTo(new Presence.Gone());
                assertThat(lock("owner").inspect().orElseThrow().liveness())
                        .isEqualTo(Liveness.GONE);
                try (var held = lock("owner").acquire(Duration.ZERO)) {
                    held.check();
                }
                assertThat(Files.readString(stat)).as("still a zombie").contains(") Z ");
                assertThat(temp).isEmptyDirectory();
            }
        }

        @Test
        void inAnotherPidNamespaceCannotBeTold() throws Exception {
            assumeNamespaces();
            try (var child = holder("owner", "unshare", "--pid", "--fork", "--mount-proc")) {
                var seen = lock("owner").inspect().orElseThrow();
                assertThat(seen.liveness()).isEqualTo(Liveness.UNTOLD);
                assertThat(seen.pid()).hasValue(1);
                assertThatThrownBy(() -> lock("owner").acquire(Duration.ofMillis(100)))
                        .isInstanceOf(Failure.Locked.class)
                        .hasMessageContaining("process 1 on");
                child.kill();
            }
        }

        private static void assumeNamespaces() throws Exception {
            boolean works =
                    new ProcessBuilder("unshare", "--pid", "--fork", "--mount-proc", "true")
                                    .start()
                                    .waitFor()
                            == 0;
            if (System.getenv("CI") != null) assertThat(works).as("unshare works").isTrue();
            assumeTrue(works, "needs the right to make a PID namespace");
        }

        @Test
        void isAskedByItsStartToo() throws Exception {
            long pid = ProcessHandle.current().pid();
            var self = world.processes().self();
            assertThat(self.pid()).isEqualTo(pid);
            assertThat(world.processes().presence(pid, 0))
                    .isEqualTo(new Presence.Running(self.started()));
            assertThat(world.processes().uptime()).isPositive();
            assertThat(self.bootId()).hasSize(36);
        }

        @Test
        void isToldByJavaWhereThereIsNoProc() throws Exception {
            Processes java = new JavaProcesses();
            assertThat(java.presence(java.self().pid(), 0))
                    .isEqualTo(new Presence.Running(java.self().started()));
            var ended = new ProcessBuilder("true").start();
            ended.waitFor();
            assertThat(java.presence(ended.pid(), 0)).isEqualTo(new Presence.Gone());
        }
    }

    @Nested
    @DisplayName("in place of an owner file")
    class InPlaceOfAnOwnerFile {
        private void isNotWaitedFor() {
            assertThatThrownBy(() -> lock("owner").acquire(Duration.ofMillis(50)))
                    .isInstanceOf(Failure.Locked.class)
                    .hasMessageContaining("left no name");
            var hasty =
                    DirectoryLock.owner(
                            folder, LockChild.LOCK, new OwnerRule(Duration.ofMillis(1)), world);
            assertThat(assertHeld(hasty)).isTrue();
        }

        private boolean assertHeld(DirectoryLock lock) {
            try (var held = lock.acquire(Duration.ofSeconds(10))) {
                held.check();
                return true;
            } catch (Failure failure) {
                throw new AssertionError(failure);
            }
        }

        @Test
        void aLinkToAPipeHangsNobody() throws Exception {
            Files.createDirectory(temp.resolve("lock"));
            makePipe(temp.resolve("pipe"));
            Files.createSymbolicLink(temp.resolve("lock/owner.json"), temp.resolve("pipe"));
            isNotWaitedFor();
        }

        @Test
        void aPipeHangsNobody() throws Exception {
            Files.createDirectory(temp.resolve("lock"));
            makePipe(temp.resolve("lock/owner.json"));
            isNotWaitedFor();
        }

        @Test
        void aFolderHangsNobody() throws Exception {
            Files.createDirectories(temp.resolve("lock/owner.json"));
            isNotWaitedFor();
        }

        @Test
        void anEmptyFileHangsNobody() throws Exception {
            Files.createDirectory(temp.resolve("lock"));
            Files.createFile(temp.resolve("lock/owner.json"));
            isNotWaitedFor();
        }

        private static void makePipe(Path path) throws IOException, InterruptedException {
            assertThat(new ProcessBuilder("mkfifo", path.toString()).start().waitFor()).isZero();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"owner", "patient heartbeat", "patient keeping"})
    void openingAndClosingAnyFileOfThisProcessLeavesItAlone(String rule) throws Exception {
        Files.createFile(temp.resolve("other"));
        try (var lock = lock(rule);
                var child =
                        ChildJvm.start(List.of(), LockChild.class, temp.toString(), rule, "try")) {
            var held = lock.acquire(Duration.ZERO);
            child.await("locked");
            try (var left = new OpenedAndClosed(temp)) {
                for (int round = 1; round <= 3; round++) {
                    left.again();
                    // Others may look, too, and open what they look at.
                    assertThat(lock(rule).inspect().orElseThrow().pid())
                            .hasValue(ProcessHandle.current().pid());
                    isStillKept(child);
                    held.check();
                }
                assertThat(left.files()).as("files of the lock itself").isPositive();
            }
            isStillKept(child);
            held.check();
            held.close();
            child.await("took");
        }
    }

    /// Two attempts from now on, since one may be under way.
    private static void isStillKept(ChildJvm child) throws InterruptedException {
        for (int attempt = 1; attempt <= 2; attempt++) {
            child.awaitAfter(child.said().size(), "");
        }
        assertThat(child.said()).allMatch(word -> word.startsWith("locked "));
    }

    @ParameterizedTest
    @ValueSource(strings = {"owner", "heartbeat"})
    void aFolderThatIsGoneIsAFailureThatSaysSo(String rule) throws Exception {
        var gone = Files.createDirectory(temp.resolve("gone"));
        try (var open = files.open(gone)) {
            Files.delete(gone);
            var lock = LockChild.lock(rule, open, world);
            assertThatThrownBy(() -> lock.acquire(Duration.ZERO))
                    .isInstanceOfSatisfying(
                            Failure.NotFound.class,
                            failure -> {
                                assertThat(failure.what())
                                        .isEqualTo("lock: no such file or folder");
                                assertThat(failure.advice()).isEqualTo("check the name");
                            });
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"owner", "heartbeat"})
    void aFolderThatCannotBeWrittenIsAFailureThatSaysSo(String rule) throws Exception {
        try (var closed = files.open(Path.of("/sys"))) {
            var lock = LockChild.lock(rule, closed, world);
            assertThatThrownBy(() -> lock.acquire(Duration.ZERO))
                    .isInstanceOfSatisfying(
                            Failure.class,
                            failure ->
                                    assertThat(failure.what() + "; " + failure.advice())
                                            .isIn(
                                                    "lock: not permitted; check its owner and"
                                                            + " permissions",
                                                    "lock: permission denied; check its owner and"
                                                            + " permissions",
                                                    "lock: the file system is read-only; mount it"
                                                            + " writable and try again"));
        }
    }
}
