package dev.berth.cli.depot;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

@DisplayName("A depot in which the keys of one domain are damaged")
class DamagedKeysTest {
    private static final int DAMAGED = 12;

    @TempDir private Path folder;
    private DepotShell shell = DepotShell.in(Path.of(""));

    @BeforeEach
    void make() throws IOException {
        shell = DepotShell.in(folder);
        shell.write("t/a", "one");
        shell.done("init d");
        shell.done("snapshot d t --session s1");
        shell.done("snapshot d t --session s2 --own-key");
    }

    private Path keys(String domain) {
        return folder.resolve("d/default/keys/" + domain);
    }

    private static void flip(Path file, int at) throws IOException {
        byte[] bytes = Files.readAllBytes(file);
        bytes[at] ^= 1;
        Files.write(file, bytes);
    }

    @ParameterizedTest
    @CsvSource({"common,s1,s2,8", "own.s2,s2,s1,8", "common,s1,s2,40", "own.s2,s2,s1,40"})
    void theOthersAreAsBefore(String domain, String harmed, String other, int at) throws Exception {
        flip(keys(domain), at);
        var list = shell.type("list d");
        assertThat(list.code()).isEqualTo(DAMAGED);
        assertThat(list.out()).contains(" " + other + " ", "cannot be read: cp_");
        assertThat(shell.type("cat d " + harmed + " a").code()).isEqualTo(DAMAGED);
        assertThat(shell.done("cat d " + other + " a").out()).isEqualTo("one");
        shell.done("show d " + other);
        shell.done("stats d");
        shell.done("restore d " + other + " back");
        assertThat(shell.done("keys show d").out()).contains("keys/" + domain);
        shell.done("snapshot d t --session " + other);
        var told = shell.type("verify d");
        assertThat(told.code()).isEqualTo(DAMAGED);
        assertThat(told.out())
                .contains("damaged: default/keys/" + domain + ": ", "bring it back", "lost: cp_");
        var refused = shell.type("collect d");
        assertThat(refused.code()).isEqualTo(DAMAGED);
        assertThat(refused.err()).contains("default/keys/" + domain, "nothing was deleted");
        shell.done("forget d " + other);
        assertThat(shell.type("snapshot d t --session " + harmed).code()).isEqualTo(DAMAGED);
    }

    @Test
    void whatIsLostForGoodCanBeTakenOut() throws Exception {
        flip(keys("own.s2"), 40);
        shell.done("forget d s2");
        Files.delete(keys("own.s2"));
        try (var all = Files.walk(folder.resolve("d/default/own.s2"))) {
            for (Path path : all.sorted((a, b) -> b.compareTo(a)).toList()) Files.delete(path);
        }
        shell.done("verify d");
        shell.done("collect d");
        assertThat(shell.done("cat d s1 a").out()).isEqualTo("one");
    }

    /// Whole, and another domain's.
    @Test
    void swappedKeysAreNoticed() throws Exception {
        shell.done("snapshot d t --session s3 --own-key");
        byte[] two = Files.readAllBytes(keys("own.s2"));
        Files.write(keys("own.s2"), Files.readAllBytes(keys("own.s3")));
        Files.write(keys("own.s3"), two);
        assertThat(shell.done("cat d s1 a").out()).isEqualTo("one");
        for (String session : List.of("s2", "s3")) {
            assertThat(shell.type("cat d " + session + " a").code()).isIn(DAMAGED, 18);
        }
        var told = shell.type("verify d");
        assertThat(told.code()).isIn(DAMAGED, 18);
        assertThat(told.out()).contains("default/keys/own.s2: ", "default/keys/own.s3: ");
    }
}
