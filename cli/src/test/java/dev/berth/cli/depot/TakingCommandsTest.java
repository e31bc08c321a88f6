package dev.berth.cli.depot;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/// What `snapshot` takes and leaves out, and `restore` of parts.
class TakingCommandsTest {
    @TempDir private Path folder;
    private DepotShell shell = DepotShell.in(Path.of(""));

    @BeforeEach
    void makeTree() throws Exception {
        shell = DepotShell.in(folder);
        shell.done("init d");
        shell.write("t/src/a.c", "a");
        shell.write("t/src/a.o", "o");
        shell.write("t/log/today", "l");
        shell.write("t/log/keep", "k");
        shell.write("t/README", "r");
    }

    @Test
    void ignoreFilesAndPatternsLeaveThingsOut() throws Exception {
        shell.write("t/.berthignore", "# what is made\nlog/*\n!log/keep\n");
        shell.write("t/src/.berthignore", "*.o\n");
        shell.done("snapshot d t --session s --exclude /README");
        shell.done("restore d s back");
        assertThat(shell.files("back"))
                .containsOnlyKeys(".berthignore", "src/.berthignore", "src/a.c", "log/keep");
    }

    @Test
    void severalPatternsAllCount() throws Exception {
        var answer = shell.done("snapshot d t --session s --exclude *.o --exclude log --json");
        assertThat(answer.out()).contains("\"files\":2", "\"skipped\":[]");
        shell.done("restore d s back");
        assertThat(shell.files("back")).containsOnlyKeys("src/a.c", "README");
    }

    @Test
    void theDepotInsideOfATreeIsLeftOutAndNamed() throws Exception {
        shell.done("init t/depot");
        var answer = shell.done("snapshot t/depot t --session s --json");
        assertThat(answer.out()).contains("\"skipped\":[\"depot\"]", "\"files\":5");
    }

    @Test
    void partsComeBackAloneAndLeaveTheRestAsItIs() throws Exception {
        shell.done("snapshot d t --session s");
        shell.write("back/other", "mine");
        shell.write("back/src/a.c", "changed");
        var answer = shell.done("restore d s back src log/keep --json");
        assertThat(answer.out()).contains("\"whole\":true", "\"written\":3", "\"removed\":0");
        assertThat(shell.files("back"))
                .containsOnlyKeys("other", "src/a.c", "src/a.o", "log/keep")
                .containsEntry("src/a.c", "a")
                .containsEntry("other", "mine");
    }

    @Test
    void exactRemovesOnlyWhatLiesWhereThePathsSay() throws Exception {
        shell.done("snapshot d t --session s");
        shell.write("back/other", "mine");
        shell.write("back/src/extra", "x");
        shell.done("restore d s back src --exact");
        assertThat(shell.files("back")).containsOnlyKeys("other", "src/a.c", "src/a.o");
        shell.done("restore d s back --exact");
        assertThat(shell.files("back")).isEqualTo(shell.files("t"));
    }

    @Test
    void neverRemovesItsOwnKeysAsWhatIsNotInACheckpoint() throws Exception {
        shell.done("snapshot d t --session s");
        shell.write("home/keys/mine", "a key");
        var answer = shell.type("restore d s home --exact");
        assertThat(answer.code()).isEqualTo(14);
        assertThat(answer.err()).contains("keys");
        assertThat(shell.path("home/keys/mine")).hasContent("a key");
    }

    @Test
    void neverStrewsATreeIntoTheDepotNorRemovesIt() throws Exception {
        shell.done("snapshot d t --session s");
        Files.createSymbolicLink(shell.path("link"), Path.of("d"));
        var before = below(shell.path("d"));
        for (String target : List.of("d", "d/default", "d/new/er", "link/new", ". --exact")) {
            var answer = shell.type("restore d s " + target);
            assertThat(answer.code()).as(target).isEqualTo(14);
            assertThat(answer.err()).contains("the depot");
        }
        assertThat(below(shell.path("d"))).isEqualTo(before);
        assertThat(Files.exists(shell.path("README"))).isFalse();
    }

    private static List<Path> below(Path folder) throws IOException {
        try (var walk = Files.walk(folder)) {
            return walk.sorted().toList();
        }
    }

    @Test
    void aPathThatIsNotThereTouchesNothing() {
        shell.done("snapshot d t --session s");
        assertThat(shell.type("restore d s back src/nothing").code()).isEqualTo(10);
        assertThat(shell.type("restore d s back ../t").code()).isEqualTo(2);
        assertThat(Files.exists(shell.path("back"))).isFalse();
    }

    @Test
    void theAnswerNamesWhatScriptsNeed() throws Exception {
        var answer = shell.done("snapshot d t --session s --json").out();
        assertThat(answer)
                .contains("\"checkpoint\":\"cp_", "\"files\":5", "\"bytes\":5", "\"new_bytes\":5")
                .contains("\"skipped\":[]", "\"unsettled\":[]")
                .hasLineCount(1);
        assertThat(shell.done("snapshot d t --session s --json").out())
                .contains("\"new_bytes\":0", "\"stored_bytes\":0");
    }
}
