package dev.berth.cli.depot;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

@DisplayName("An older keys object that was put back")
class OlderKeysTest {
    private static final int DAMAGED = 12;

    @TempDir private Path folder;
    private DepotShell shell = DepotShell.in(Path.of(""));

    @BeforeEach
    void makeDepot() throws IOException {
        shell = DepotShell.in(folder);
        shell.write("t/a", "one");
        shell.done("init d");
        shell.done("snapshot d t --session s");
        shell.done("snapshot d t --session y --own-key");
        Files.copy(folder.resolve("d/default/keys/own.y"), folder.resolve("kept"));
    }

    @Test
    void isNamedBesideTheOneInForce() throws IOException {
        shell.done("keys rotate d");
        namedUntilItIsRemoved();
    }

    @Test
    void isNamedBesideDestroyedOnes() throws IOException {
        shell.done("keys destroy d own.y");
        namedUntilItIsRemoved();
    }

    private void namedUntilItIsRemoved() throws IOException {
        shell.done("verify d");
        Path older = folder.resolve("d/default/keys/own.y");
        Files.copy(folder.resolve("kept"), older);
        var told = shell.type("verify d");
        assertThat(told.code()).as(told.out()).isEqualTo(DAMAGED);
        assertThat(told.out())
                .containsOnlyOnce("default/keys/own.y:")
                .containsPattern("older than default/keys/own\\.y\\.\\d")
                .contains("a former master key", "remove it")
                .doesNotContain("keys/common", "lost: ");
        assertThat(shell.type("verify d --json").out()).contains("\"whole\":false");
        // It harms no reader.
        shell.done("restore d s back");
        Files.delete(older);
        assertThat(shell.done("verify d").out()).contains("whole");
    }
}
