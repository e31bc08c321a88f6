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

@DisplayName("A tree that has to do with its own depot")
class OwnTreeTest {
    private static final int REFUSED = 14;
    private static final String ONCE = " --session s --count 1 --quiet 0 --every 0";

    @TempDir private Path folder;
    private DepotShell shell = DepotShell.in(Path.of(""));

    @BeforeEach
    void make() throws IOException {
        shell = DepotShell.in(folder);
        shell.write("t/a", "one");
        shell.done("init t/d");
        shell.done("snapshot t/d t --session s");
        Files.createSymbolicLink(folder.resolve("link"), Path.of("t/d"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "t/d t/d",
                "t/d t/../t/d/.",
                "t/d link",
                "link t/d",
                "link link",
                "t/d t/d/default",
                "t/d link/default/common",
            })
    void isRefusedWhereItIsTheDepot(String words) throws IOException {
        var before = shell.done("list t/d").out();
        for (String line : new String[] {"snapshot " + words + " --session s", watch(words)}) {
            var answer = shell.type(line);
            assertThat(answer.code()).as(line + answer.out()).isEqualTo(REFUSED);
            assertThat(answer.err()).contains("lies in the depot itself", "outside");
        }
        assertThat(shell.done("list t/d").out()).isEqualTo(before);
    }

    @Test
    void isRefusedWhereAVolumeOfItIsTheDepot() throws IOException {
        shell.write("disk/memory/m", "m");
        shell.done("init disk/workspace");
        for (String line :
                new String[] {
                    "snapshot disk/workspace disk --session s", watch("disk/workspace disk")
                }) {
            var answer = shell.type(line);
            assertThat(answer.code()).as(line + answer.out()).isEqualTo(REFUSED);
            assertThat(answer.err()).contains("the depot itself");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "workspace/deep/", "memory/"})
    void isTakenWithoutADepotThatLiesInIt(String where) throws Exception {
        shell.write("disk/workspace/w", "w");
        shell.write("disk/memory/m", "m");
        String depot = "disk/" + where + "d";
        Files.createDirectories(folder.resolve(depot));
        shell.done("init " + depot);
        // A depot beside the volumes is in none of them, and nobody takes it.
        var told = shell.done("snapshot " + depot + " disk --session s --json");
        if (!where.isEmpty()) assertThat(told.out()).contains("\"" + where + "d\"");
        shell.write("disk/workspace/w", "changed");
        shell.done(watch(depot + " disk"));
        shell.done("restore " + depot + " s back");
        assertThat(shell.files("back")).containsOnlyKeys("workspace/w", "memory/m");
        assertThat(shell.files("back")).containsEntry("workspace/w", "changed");
    }

    private static String watch(String words) {
        return "watch " + words + ONCE;
    }
}
