package dev.berth.cli.depot;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Files;
import java.nio.file.Path;

/// What the commands do with a tree that another one has brought back.
class RestoredTreeTest {
    @TempDir private Path folder;

    @Test
    void isNotReadForTheNextSnapshot() throws Exception {
        var shell = DepotShell.in(folder);
        shell.done("init d");
        shell.write("t/a", "one");
        shell.write("t/sub/b", "two");
        shell.done("snapshot d t --session s1");
        Files.createDirectories(folder.resolve("deep"));
        Files.createSymbolicLink(folder.resolve("way"), folder.resolve("deep"));
        shell.done("restore d s1 way/back");
        assertThat(shell.done("snapshot d deep/back --session s1 --json").out())
                .contains("\"read_files\":0", "\"files\":2");
    }
}
