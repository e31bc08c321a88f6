package dev.berth.vault;

import static dev.berth.vault.Temporary.at;
import static dev.berth.vault.Temporary.bytes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.berth.durable.SystemFiles;
import dev.berth.durable.faulting.Call;
import dev.berth.durable.faulting.InterceptedFiles;
import dev.berth.durable.lock.HeartbeatRule;
import dev.berth.failure.Failure;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.time.Duration;
import java.time.InstantSource;
import java.util.HexFormat;

@DisplayName("The lock")
class VaultLockTest extends VaultFixture {
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
        try (var vault = Vault.open(place.path(), locks, InstantSource.system(), Temporary.HASTY)) {
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
                    .hasMessageContaining(place.lock().resolveSibling(".").normalize() + ": lock");
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
