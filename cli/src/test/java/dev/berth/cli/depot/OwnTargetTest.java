package dev.berth.cli.depot;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

@DisplayName("A restore over the depot that it reads from")
class OwnTargetTest {
    private static final int REFUSED = 14;

    @TempDir private Path folder;
    private DepotShell shell = DepotShell.in(Path.of(""));

    /// Of `a` there is a checkpoint with files where the depot lies in `b`.
    @BeforeEach
    void make() throws IOException {
        shell = DepotShell.in(folder);
        shell.write("a/.depot/depot.json", "not yours");
        shell.write("a/.depot/default/keys/common", "not yours");
        shell.write("a/sub/file", "work");
        Files.createDirectories(folder.resolve("b"));
        shell.done("init b/.depot");
        shell.done("snapshot b/.depot a --session s");
    }

    @ParameterizedTest
    @ValueSource(strings = {"b/.depot s b", "link/.depot s b", "b/.depot s link", "way s b/../b/."})
    void leavesTheDepotAsItIsAndSaysSo(String words) throws IOException {
        Files.createSymbolicLink(folder.resolve("link"), Path.of("b"));
        Files.createSymbolicLink(folder.resolve("way"), Path.of("b/.depot"));
        var before = shell.bytes("b/.depot");
        var answer = shell.done("restore " + words + " --json");
        assertThat(answer.out()).contains("\"left_out\":[\".depot\"]", "\"written\":1");
        assertThat(shell.bytes("b/.depot")).isEqualTo(before);
        assertThat(shell.path("b/sub/file")).hasContent("work");
        assertThat(shell.done("restore " + words).out()).contains("left as it is", ".depot");
        assertThat(shell.done("verify b/.depot --read-data").out()).contains("whole");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                ".depot",
                ".depot/depot.json",
                "sub .depot/default",
                "--exact",
                ".depot --exact",
            })
    void refusesItWhereItWasAskedForByItsPathOrWouldBeRemoved(String paths) throws IOException {
        var before = shell.bytes("b");
        var answer = shell.type("restore b/.depot s b " + paths);
        assertThat(answer.code()).as(answer.err()).isEqualTo(REFUSED);
        assertThat(answer.err()).contains("the depot");
        assertThat(shell.bytes("b")).isEqualTo(before);
    }

    @Test
    void bringsOtherPathsBackBesideIt() throws IOException {
        var before = shell.bytes("b/.depot");
        var answer = shell.done("restore b/.depot s b sub --json");
        assertThat(answer.out()).contains("\"left_out\":[]", "\"whole\":true");
        assertThat(shell.bytes("b/.depot")).isEqualTo(before);
    }

    @Test
    void putsNoFileInThePlaceOfTheDepot() throws IOException {
        shell.write("c/.depot", "a file");
        shell.write("c/other", "o");
        shell.done("snapshot b/.depot c --session c");
        var answer = shell.done("restore b/.depot c b --json");
        assertThat(answer.out()).contains("\"left_out\":[\".depot\"]");
        assertThat(shell.path("b/other")).hasContent("o");
    }

    @Test
    void refusesAVolumeThatIsTheDepot() throws IOException {
        shell.write("disk/workspace/default/keys/common", "not yours");
        shell.write("disk/memory/m", "m");
        shell.write("other/memory/m", "mine");
        Files.createDirectories(folder.resolve("other/workspace"));
        shell.done("init other/workspace");
        shell.done("snapshot other/workspace disk --session s");
        var before = shell.bytes("other");
        var answer = shell.type("restore other/workspace s other");
        assertThat(answer.code()).as(answer.err()).isEqualTo(REFUSED);
        assertThat(shell.bytes("other")).isEqualTo(before);
    }

    @Test
    void leavesTheMasterKeyAndThatOfARotationAsTheyAre() throws IOException {
        Files.createDirectories(folder.resolve("p"));
        shell.done("init d --key-file p/key");
        shell.write("p/work", "w");
        shell.done("snapshot d p --session s --key-file p/key");
        shell.done("keys rotate d --key-file p/key");
        shell.write("p/work", "changed");
        var before = shell.bytes("p");
        var answer = shell.done("restore d s p --key-file p/key --json");
        assertThat(answer.out()).contains("\"left_out\":[\"key\"]", "\"written\":1");
        before.put("work", "w");
        assertThat(shell.bytes("p")).isEqualTo(before);
        shell.done("verify d --key-file p/key");

        var exact = shell.type("restore d s p --key-file p/key --exact");
        assertThat(exact.code()).isEqualTo(REFUSED);
        assertThat(exact.err()).contains("master key");
        assertThat(shell.bytes("p")).isEqualTo(before);
    }

    @Test
    void removesNoMasterKeyThatIsNotInTheCheckpoint() throws IOException {
        shell.write("p/work", "w");
        shell.write("p/extra/x", "x");
        shell.done("init d --key-file p/extra/key");
        shell.done("snapshot d p --session s --key-file p/extra/key --exclude extra");
        var before = shell.bytes("p");
        var answer = shell.type("restore d s p --key-file p/extra/key --exact");
        assertThat(answer.code()).isEqualTo(REFUSED);
        assertThat(answer.err()).contains("extra/key", "master key");
        assertThat(shell.bytes("p")).isEqualTo(before);
    }

    @Test
    void writesNothingToTheKeysOfTheDataFolder() throws IOException {
        shell.write("t/home/keys/mine", "older");
        shell.write("t/work", "w");
        shell.done("snapshot b/.depot t --session t");
        var before = shell.bytes("home/keys");
        var answer = shell.done("restore b/.depot t . --json");
        assertThat(answer.out()).contains("\"left_out\":[\"home/keys\"]");
        assertThat(shell.bytes("home/keys")).isEqualTo(before);
        assertThat(shell.path("work")).hasContent("w");
        for (String target : new String[] {"home/keys", "home/keys/new", "home/keys/new.sqlite"}) {
            var refused = shell.type("restore b/.depot t " + target);
            assertThat(refused.code()).as(target).isEqualTo(REFUSED);
        }
        assertThat(shell.bytes("home/keys")).isEqualTo(before);
    }

    @Test
    void makesNoFileFormInTheDepot() throws IOException {
        var before = shell.bytes("b/.depot");
        var answer = shell.type("restore b/.depot s b/.depot/x.sqlite");
        assertThat(answer.code()).isEqualTo(REFUSED);
        assertThat(shell.bytes("b/.depot")).isEqualTo(before);
    }
}
