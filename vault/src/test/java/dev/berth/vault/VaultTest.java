package dev.berth.vault;

import static dev.berth.vault.Temporary.at;
import static dev.berth.vault.Temporary.bytes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.berth.durable.ContentHash;
import dev.berth.durable.FileFault;
import dev.berth.durable.Name;
import dev.berth.durable.SystemFiles;
import dev.berth.durable.faulting.Call;
import dev.berth.durable.faulting.InterceptedFiles;
import dev.berth.durable.faulting.Interceptor;
import dev.berth.durable.lock.HeartbeatRule;
import dev.berth.failure.Failure;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.MessageDigest;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;

@Timeout(120)
class VaultTest {
    private static final Expectation ABSENT = new Expectation.Absent();
    private static final Expectation ANYTHING = new Expectation.Anything();

    @TempDir private Path temp;
    private Temporary place;

    @BeforeEach
    void make() throws Exception {
        place = Temporary.in(temp.toRealPath());
    }

    private static Expectation content(String text) {
        return new Expectation.Content(ContentHash.of(bytes(text)));
    }

    @Nested
    @DisplayName("A write")
    class AWrite {
        @Test
        void putsTheBytesExactlyAsTheyAre() throws Exception {
            byte[] odd = {'a', '\r', '\n', 0, (byte) 0xff, '\n', '\r'};
            try (var vault = place.open()) {
                var written = vault.write(at("notes/odd.bin"), odd, ABSENT).orThrow();
                assertThat(written.hash()).isEqualTo(ContentHash.of(odd));
                assertThat(vault.hash(at("notes/odd.bin"))).contains(ContentHash.of(odd));
            }
            assertThat(Files.readAllBytes(place.path().resolve("notes/odd.bin"))).isEqualTo(odd);
            assertThat(place.lock()).doesNotExist();
        }

        @Test
        void keepsTheModeOfWhatItReplaces() throws Exception {
            var file = place.put("run.sh", "old");
            Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-x---"));
            try (var vault = place.open()) {
                vault.write(at("run.sh"), bytes("new"), ANYTHING).orThrow();
            }
            assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
                    .isEqualTo("rwxr-x---");
        }

        @Test
        void isRefusedWhenTheFileIsNotWhatWasExpected() throws Exception {
            place.put("PLAN.md", "theirs");
            try (var vault = place.open()) {
                var result = vault.write(at("PLAN.md"), bytes("ours"), content("base"));
                assertThat(result)
                        .isInstanceOfSatisfying(
                                WriteResult.Conflicted.class,
                                conflict -> {
                                    assertThat(conflict.theirs()).contains(bytes("theirs"));
                                    assertThat(conflict.failure().facts())
                                            .containsEntry("expected", hash("base"))
                                            .containsEntry("current", hash("theirs"))
                                            .containsEntry("new", hash("ours"));
                                });
                assertThatThrownBy(result::orThrow).isInstanceOf(Failure.Conflict.class);
            }
            assertThat(place.text("PLAN.md")).isEqualTo("theirs");
            assertThat(place.path().toFile().list()).hasSize(1);
        }

        @Test
        void isRefusedWhenAFileIsThereThatShouldNotBe() throws Exception {
            place.put("PLAN.md", "theirs");
            try (var vault = place.open()) {
                assertThat(vault.write(at("PLAN.md"), bytes("ours"), ABSENT))
                        .isInstanceOf(WriteResult.Conflicted.class);
            }
        }

        @Test
        void isRefusedWhenTheFileIsGoneAndMakesNoFolders() throws Exception {
            try (var vault = place.open()) {
                assertThat(vault.write(at("a/b/c.md"), bytes("ours"), content("base")))
                        .isInstanceOfSatisfying(
                                WriteResult.Conflicted.class,
                                conflict ->
                                        assertThat(conflict.failure().facts())
                                                .containsEntry("current", "absent"));
            }
            assertThat(place.path()).isEmptyDirectory();
        }

        @Test
        void isRefusedWhenSomebodyWhoIgnoresTheLockComesInTheLastMoment() throws Exception {
            var file = place.put("PLAN.md", "base");
            // An editor saves while our bytes are being synced.
            var meddled =
                    new InterceptedFiles(
                            SystemFiles.here(),
                            before(
                                    Call.Kind.SYNC_FILE,
                                    ".PLAN.md.tmp",
                                    () -> Files.writeString(file, "the editor's")));
            try (var vault = place.on(meddled).open()) {
                assertThat(vault.write(at("PLAN.md"), bytes("ours"), content("base")))
                        .isInstanceOf(WriteResult.Conflicted.class);
            }
            assertThat(place.text("PLAN.md")).isEqualTo("the editor's");
            assertThat(place.path().toFile().list()).hasSize(1);
        }

        @Test
        void isMergedUnderTheLockWhenThatIsAskedFor() throws Exception {
            place.put("PLAN.md", "theirs");
            Reconcile both = (ours, theirs) -> Optional.of(bytes("ours and theirs"));
            try (var vault = place.open()) {
                var written =
                        vault.write(at("PLAN.md"), bytes("ours"), content("base"), both).orThrow();
                assertThat(written.merged()).isTrue();
            }
            assertThat(place.text("PLAN.md")).isEqualTo("ours and theirs");
        }

        @ParameterizedTest
        @ValueSource(strings = {"link.md", "linked/file.md", "folder"})
        void followsNoLinkAndReplacesNoFolder(String path) throws Exception {
            Files.createSymbolicLink(place.path().resolve("link.md"), temp.resolve("outside"));
            Files.createDirectory(temp.resolve("elsewhere"));
            Files.createSymbolicLink(place.path().resolve("linked"), temp.resolve("elsewhere"));
            Files.createDirectory(place.path().resolve("folder"));
            try (var vault = place.open()) {
                assertThatThrownBy(() -> vault.write(at(path), bytes("x"), ANYTHING))
                        .isInstanceOf(Failure.Refused.class);
            }
            assertThat(temp.resolve("outside")).doesNotExist();
            assertThat(temp.resolve("elsewhere")).isEmptyDirectory();
        }

        @ParameterizedTest
        @ValueSource(strings = {"", "/etc/passwd", "../x", "a/../b", "a//b", "./a", "a/", "a\0b"})
        void cannotLeaveTheVault(String path) {
            assertThatThrownBy(() -> VaultPath.parse(path)).isInstanceOf(Failure.Malformed.class);
        }

        private static String hash(String text) {
            return ContentHash.of(bytes(text)).hex();
        }
    }

    @Nested
    @DisplayName("The lock")
    class TheLock {
        @Test
        void liesWhereTheProtocolSays() throws Exception {
            try (var vault = place.open();
                    var held = vault.hold()) {
                var digest = MessageDigest.getInstance("SHA-256");
                var name = HexFormat.of().formatHex(digest.digest(bytes(place.path().toString())));
                var lock = temp.toRealPath().resolve("cache/agentm/locks/" + name + "/lock");
                assertThat(lock).isEmptyDirectory();
                held.check();
            }
        }

        @Test
        void isOneForAVaultThatIsReachedByALink() throws Exception {
            var link = Files.createSymbolicLink(temp.resolve("link"), place.path());
            try (var vault = place.open();
                    var same = place.open(link);
                    var _ = vault.hold()) {
                assertThat(same.path()).isEqualTo(vault.path());
                assertThatThrownBy(same::hold).isInstanceOf(Failure.Locked.class);
            }
        }

        @Test
        void saysSoWhenItsFolderCannotBeMade() throws Exception {
            Files.writeString(temp.resolve("cache"), "a file in the way");
            try (var vault = place.open()) {
                assertThatThrownBy(vault::hold)
                        .isInstanceOf(Failure.Unavailable.class)
                        .hasMessageContaining("the folder for locks")
                        .hasMessageContaining("agentm/locks")
                        .satisfies(
                                failure ->
                                        assertThat(((Failure) failure).advice())
                                                .contains("XDG_CACHE_HOME"));
            }
        }

        @Test
        void saysSoWhenItsFolderCannotBeWritten() throws Exception {
            var locks = LocksFolder.in(place.files(), Path.of("/sys"));
            try (var vault =
                    Vault.open(place.path(), locks, InstantSource.system(), Temporary.HASTY)) {
                assertThat(vault.hash(VaultPath.parse("x"))).as("needs no lock").isEmpty();
                assertThatThrownBy(vault::hold)
                        .isInstanceOf(Failure.Unavailable.class)
                        .hasMessageContaining("the folder for locks, /sys/agentm/locks");
            }
        }

        @Test
        void saysWhereItLiesWhenItCannotBeTaken() throws Exception {
            try (var vault = place.open()) {
                Files.createDirectories(place.lock().resolveSibling("."));
                Files.writeString(place.lock(), "not a folder");
                assertThatThrownBy(vault::hold)
                        .isInstanceOf(Failure.Unavailable.class)
                        .hasMessageContaining(
                                place.lock().resolveSibling(".").normalize() + ": lock");
                Files.delete(place.lock());
                Files.createDirectory(place.lock());
                try (var other = place.open();
                        var _ = other.hold()) {
                    assertThatThrownBy(vault::hold)
                            .isInstanceOf(Failure.Locked.class)
                            .hasMessageContaining(place.path().toString());
                }
            }
        }

        @Test
        void isNamedByItsVaultWhenItWasLost() throws Exception {
            var meddled =
                    new InterceptedFiles(
                            SystemFiles.here(),
                            before(
                                    Call.Kind.SYNC_FILE,
                                    ".a.md.tmp",
                                    () -> {
                                        Files.delete(place.lock());
                                        Files.createDirectory(place.lock());
                                    }));
            try (var vault =
                    Vault.open(
                            place.path(),
                            "my vault",
                            place.on(meddled).locks(),
                            InstantSource.system(),
                            Temporary.HASTY)) {
                assertThatThrownBy(() -> vault.write(at("a.md"), bytes("a"), ANYTHING))
                        .isInstanceOf(Failure.StaleWriter.class)
                        .hasMessageStartingWith("my vault: lock: taken over");
            }
            assertThat(place.path().resolve("a.md")).doesNotExist();
        }

        @Test
        void isLeftWhenSomebodyPutThingsIntoIt() throws Exception {
            Files.createDirectories(place.lock().resolve("stuff"));
            try (var vault = place.open()) {
                vault.write(at("a.md"), bytes("a"), new Expectation.Anything()).orThrow();
                vault.write(at("a.md"), bytes("b"), new Expectation.Anything()).orThrow();
            }
            try (var left = Files.walk(place.lock().resolveSibling("."))) {
                assertThat(left.map(path -> path.getFileName().toString()))
                        .contains("stuff")
                        .doesNotContain("lock")
                        .noneMatch(name -> name.startsWith("lock.held-"));
            }
        }

        @Test
        void isShownWithItsVaultAndWhetherItsHolderLives() throws Exception {
            var hasty = Temporary.HASTY.rule();
            // Who beats in time however slow the machine is, and is watched until it does.
            var patient = new HeartbeatRule(hasty.beat(), Duration.ofMinutes(1));
            var list = ListLocks.of(place.locks(), InstantSource.system(), patient);
            assertThat(list.all()).isEmpty();
            try (var vault = place.open();
                    var _ = vault.hold()) {
                assertThat(list.all())
                        .singleElement()
                        .satisfies(
                                lock -> {
                                    assertThat(lock.vault()).contains(place.path().toString());
                                    assertThat(lock.holder().pid())
                                            .hasValue(ProcessHandle.current().pid());
                                    assertThat(lock.holder().liveness()).hasToString("ALIVE");
                                });
            }
            assertThat(list.of(place.path())).isEmpty();
            Files.createDirectory(place.lock());
            var left = ListLocks.of(place.locks(), InstantSource.system(), hasty);
            assertThat(left.of(place.path()).orElseThrow().holder().liveness()).hasToString("GONE");
        }
    }

    @Nested
    @DisplayName("An update")
    class AnUpdate {
        @Test
        void ofManyThreadsLosesNothing() throws Exception {
            int threads = 8;
            int times = 25;
            try (var vault =
                            Vault.open(
                                    place.path(),
                                    place.locks(),
                                    InstantSource.system(),
                                    VaultSettings.USUAL);
                    var pool = Executors.newFixedThreadPool(threads)) {
                var work = new ArrayList<Callable<Void>>();
                for (int thread = 0; thread < threads; thread++) {
                    int number = thread;
                    work.add(
                            () -> {
                                for (int i = 0; i < times; i++) {
                                    String line = number + "-" + i + "\n";
                                    vault.update(at("log.md"), now -> plus(now, line));
                                }
                                return null;
                            });
                }
                for (var done : pool.invokeAll(work)) done.get();
            }
            assertThat(place.text("log.md").lines())
                    .hasSize(threads * times)
                    .doesNotHaveDuplicates();
        }

        @Test
        void startsOverWhenTheFileChangedMeanwhile() throws Exception {
            var file = place.put("PLAN.md", "one");
            var tries = new ArrayList<String>();
            try (var vault = place.open()) {
                vault.update(
                        at("PLAN.md"),
                        now -> {
                            tries.add(new String(now.orElseThrow(), StandardCharsets.UTF_8));
                            if (tries.size() == 1) write(file, "two");
                            return plus(now, "+");
                        });
            }
            assertThat(tries).containsExactly("one", "two");
            assertThat(place.text("PLAN.md")).isEqualTo("two+");
        }

        @Test
        void givesUpWhenTheFileNeverHoldsStill() throws Exception {
            var file = place.put("PLAN.md", "0");
            int[] tries = new int[1];
            try (var vault = place.open()) {
                assertThatThrownBy(
                                () ->
                                        vault.update(
                                                at("PLAN.md"),
                                                now -> {
                                                    write(file, "" + ++tries[0]);
                                                    return bytes("mine");
                                                }))
                        .isInstanceOf(Failure.Conflict.class);
            }
            assertThat(tries[0]).isEqualTo(8);
            assertThat(place.text("PLAN.md")).isEqualTo("8");
        }

        private static byte[] plus(Optional<byte[]> now, String more) {
            return bytes(
                    now.map(each -> new String(each, StandardCharsets.UTF_8)).orElse("") + more);
        }

        private static void write(Path file, String text) {
            try {
                Files.writeString(file, text);
            } catch (IOException failed) {
                throw new AssertionError(failed);
            }
        }
    }

    @Nested
    @DisplayName("A capture")
    class ACapture {
        @Test
        void goesToTheInboxUnderItsTimeProcessAndSlug() throws Exception {
            try (var vault = place.open()) {
                var path = vault.capture(Slug.parse("größe-2"), bytes("note"));
                assertThat(path)
                        .hasToString(
                                "_inbox/20260102T030405.678901Z-%d-größe-2.md"
                                        .formatted(ProcessHandle.current().pid()));
                assertThat(place.text(path.toString())).isEqualTo("note");
            }
        }

        @Test
        void hasANameOfItsOwnHoweverManyComeAtOnce() throws Exception {
            var names = new HashSet<String>();
            try (var vault = place.open();
                    var pool = Executors.newFixedThreadPool(8)) {
                var work = new ArrayList<Callable<VaultPath>>();
                // The clock of this vault stands still, so that all of them want the same name.
                for (int i = 0; i < 100; i++) {
                    String text = "note " + i;
                    work.add(() -> vault.capture(new Slug("s"), bytes(text)));
                }
                for (var done : pool.invokeAll(work)) names.add(done.get().toString());
            }
            assertThat(names).hasSize(100);
            try (var inbox = Files.list(place.path().resolve("_inbox"))) {
                var notes = new HashSet<String>();
                for (var file : inbox.toList()) notes.add(Files.readString(file));
                assertThat(notes).hasSize(100);
            }
        }

        @Test
        void waitsForNobody() throws Exception {
            try (var vault = place.open();
                    var _ = vault.hold()) {
                vault.capture(new Slug("s"), bytes("note"));
            }
        }

        @ParameterizedTest
        @ValueSource(strings = {"", "-a", "a/b", "..", "a b", "a\nb", ".hidden"})
        void takesNoSlugThatWouldMakeAnOddName(String slug) {
            assertThatThrownBy(() -> Slug.parse(slug)).isInstanceOf(Failure.Malformed.class);
        }
    }

    @Nested
    @DisplayName("A file that is not downloaded")
    class NotHere {
        @Test
        void isNotReadThroughWhenItIsAPlaceholder() throws Exception {
            try (var file = new RandomAccessFile(place.path().resolve("far.md").toFile(), "rw")) {
                file.setLength(100_000);
            }
            try (var vault = place.open()) {
                isReported(() -> vault.hash(at("far.md")));
                isReported(() -> vault.write(at("far.md"), bytes("x"), content("y")));
            }
        }

        @Test
        void isNotWaitedForWhenItStalls() throws Exception {
            place.put("far.md", "somewhere");
            var forever = new CountDownLatch(1);
            var stalling =
                    new InterceptedFiles(
                            SystemFiles.here(), before(Call.Kind.READ, "far.md", forever::await));
            var impatient = Temporary.HASTY.withPatience(Duration.ofMillis(300));
            try (var vault =
                    Vault.open(
                            place.path(),
                            place.on(stalling).locks(),
                            InstantSource.system(),
                            impatient)) {
                isReported(() -> vault.hash(at("far.md")));
                isReported(() -> vault.read(at("far.md")));
                isReported(() -> vault.write(at("far.md"), bytes("x"), content("y")));
            } finally {
                forever.countDown();
            }
            assertThat(place.text("far.md")).isEqualTo("somewhere");
        }

        private void isReported(Callable<?> reading) {
            assertThatThrownBy(reading::call)
                    .isInstanceOf(Failure.Unavailable.class)
                    .hasMessageContaining("far.md: not downloaded")
                    .satisfies(
                            failure ->
                                    assertThat(((Failure) failure).advice())
                                            .contains("Available offline"));
        }
    }

    @Test
    void stateOfARepositoryTakesNoLock() throws Exception {
        try (var vault = place.open();
                var _ = vault.hold();
                var folder = place.files().open(place.path())) {
            var state = new RepoState(folder);
            state.write(Name.of("cursor"), bytes("7"));
            assertThat(state.read(Name.of("cursor"))).contains(bytes("7"));
            assertThat(state.read(Name.of("absent"))).isEmpty();
        }
    }

    @Test
    void aVaultThatIsNotThereIsNotFound() {
        assertThatThrownBy(() -> place.open(temp.resolve("nowhere")))
                .isInstanceOf(Failure.NotFound.class);
    }

    /// Does something before every call of one kind on what has a name that begins so.
    private static Interceptor before(Call.Kind kind, String name, Meddling meddling) {
        return new Interceptor() {
            @Override
            public <T> T call(Call call, Body<T> body) throws FileFault {
                if (call.kind() == kind && call.subject().startsWith(name)) run(meddling);
                return body.run();
            }
        };
    }

    private static void run(Meddling meddling) {
        try {
            meddling.run();
        } catch (Exception failed) {
            throw new IllegalStateException(failed);
        }
    }

    private interface Meddling {
        void run() throws Exception;
    }
}
