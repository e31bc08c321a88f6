package dev.berth.depot.restore;

import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.depot.Depot;
import dev.berth.depot.DepotFixture;
import dev.berth.depot.checkpoint.Checkpoint;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Files;
import java.nio.file.Path;

@DisplayName("A tree that is looked at once more")
class LookedAtTest {
    @TempDir Path scratch;
    private DepotFixture depot;
    private Path back;
    private Checkpoint taken;
    private Receipt receipt;

    @BeforeEach
    void bringBack() throws Exception {
        depot = DepotFixture.make(scratch.resolve("depot"), Depot.Kind.SEALED);
        Path tree = scratch.resolve("tree");
        for (String folder : new String[] {"a/deep/down", "b", "c"}) {
            Files.createDirectories(tree.resolve(folder));
            for (int i = 0; i < 5; i++) {
                Files.writeString(tree.resolve(folder).resolve("file" + i), folder + i);
            }
        }
        back = scratch.resolve("back");
        taken = depot.snapshot(tree).checkpoint();
        receipt = depot.restore(taken, back);
    }

    @AfterEach
    void close() {
        depot.close();
    }

    @Test
    void isWholeWhenNobodyTouchedIt() throws Exception {
        assertThat(again().isWhole()).isTrue();
    }

    @Test
    void lacksAFolderButNotOnceMoreEverythingThatWasInIt() throws Exception {
        Files.move(back.resolve("a"), scratch.resolve("elsewhere"));

        assertThat(again().missing()).containsExactly("a");
    }

    @Test
    void tellsOfEachFileInAFolderThatIsThere() throws Exception {
        Files.delete(back.resolve("a/deep/down/file1"));
        Files.delete(back.resolve("c/file4"));
        Files.writeString(back.resolve("b/file2"), "something else");

        var seen = again();

        assertThat(seen.missing()).containsExactly("a/deep/down/file1", "c/file4");
        assertThat(seen.altered()).contains("b/file2");
        assertThat(seen.isWhole()).isFalse();
    }

    @Test
    void isNotWholeWhenAFileStandsInAFoldersPlace() throws Exception {
        Files.move(back.resolve("b"), scratch.resolve("elsewhere"));
        Files.writeString(back.resolve("b"), "no folder");

        var seen = again();

        assertThat(seen.altered()).contains("b");
        assertThat(seen.missing()).isEmpty();
    }

    private Receipt again() throws Exception {
        return depot.tenant()
                .restoring(taken)
                .lookAgain(taken, back, RestoreCheckpoint.Wish.ALL, receipt);
    }
}
