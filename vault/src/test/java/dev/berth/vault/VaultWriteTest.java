package dev.berth.vault;

import static dev.berth.vault.Temporary.at;
import static dev.berth.vault.Temporary.bytes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.berth.durable.ContentHash;
import dev.berth.durable.SystemFiles;
import dev.berth.durable.faulting.Call;
import dev.berth.durable.faulting.InterceptedFiles;
import dev.berth.failure.Failure;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.nio.file.Files;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Optional;

@DisplayName("A write")
class VaultWriteTest extends VaultFixture {
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
