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
import java.util.Comparator;
import java.util.TreeMap;

@DisplayName("A depot that has lost a keys object")
class LostKeysTest {
    private static final int WRONG_KEY = 18;

    @TempDir private Path folder;
    private DepotShell shell;

    @BeforeEach
    void make() throws IOException {
        shell = DepotShell.in(folder);
        shell.write("t/a", "one");
        shell.done("init d");
        shell.done("snapshot d t --session s1");
        shell.done("snapshot d t --session s2 --own-key");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "snapshot d t --session s1",
                "snapshot d t --session s3",
                "watch d t --session s1 --count 1",
                "keys init d",
                "collect d",
                "collect d --dry-run",
                "stats d",
            })
    void makesNoNewOnes(String line) throws IOException {
        Files.delete(folder.resolve("d/default/keys/common"));
        refused(line);
        // The checkpoints alone tell as much.
        remove("d/default/common");
        refused(line);
    }

    @Test
    void isToldByAVerifyFromADamagedOne() throws IOException {
        Files.delete(folder.resolve("d/default/keys/common"));
        var told = shell.type("verify d");
        assertThat(told.code()).as(told.out()).isEqualTo(WRONG_KEY);
        assertThat(told.out())
                .contains("default/keys/common", "of common", "1 checkpoint with 1 file")
                .doesNotContain("lost: ", "damaged: ");
        assertThat(shell.type("verify d --json").out()).contains("\"closed\":[\"");
        Files.delete(folder.resolve("d/default/keys/own.s2"));
        assertThat(shell.type("verify d").code()).isEqualTo(WRONG_KEY);
        remove("d/default/checkpoints");
        remove("home/heads");
        assertThat(shell.type("verify d").code()).as("only packs").isEqualTo(WRONG_KEY);
    }

    @Test
    void canBeGivenUpAsIsSaid() throws IOException {
        Files.delete(folder.resolve("d/default/keys/own.s2"));
        var told = shell.type("collect d");
        assertThat(told.code()).isEqualTo(WRONG_KEY);
        assertThat(told.err()).contains("default/keys/own.s2", "`forget`", "remove default/own.s2");
        shell.done("forget d s2");
        remove("d/default/own.s2");
        shell.done("collect d");
        shell.done("verify d --read-data");
        shell.done("restore d s1 back");
    }

    @Test
    void makesNoNewOnesWhereOnlyPacksAreLeft() throws IOException {
        Files.delete(folder.resolve("d/default/keys/common"));
        remove("d/default/checkpoints");
        remove("home/heads");
        refused("snapshot d t --session s1");
    }

    @ParameterizedTest
    @ValueSource(strings = {"snapshot d t --session s2", "snapshot d t --session s2 --own-key"})
    void takesNoOthersForASessionThatHadItsOwn(String line) throws IOException {
        Files.delete(folder.resolve("d/default/keys/own.s2"));
        refused(line);
        remove("d/default/own.s2");
        refused(line);
        shell.done("snapshot d t --session s1");
    }

    private void refused(String line) throws IOException {
        var before = everything();
        var answer = shell.type(line);
        assertThat(answer.code()).as(answer.out() + answer.err()).isEqualTo(WRONG_KEY);
        assertThat(answer.err()).contains("keys");
        assertThat(everything()).isEqualTo(before);
    }

    private String everything() throws IOException {
        var all = new TreeMap<String, Long>();
        try (var files = Files.walk(folder.resolve("d"))) {
            for (var file : files.toList()) all.put(file.toString(), file.toFile().length());
        }
        return all.toString();
    }

    private void remove(String top) throws IOException {
        try (var all = Files.walk(folder.resolve(top))) {
            for (Path path : all.sorted(Comparator.reverseOrder()).toList()) Files.delete(path);
        }
    }
}
