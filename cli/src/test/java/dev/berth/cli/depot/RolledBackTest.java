package dev.berth.cli.depot;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;

/// An older state of the whole depot, put back by whoever holds the storage: authentic by itself,
/// and noticed wherever a newer head is remembered.
class RolledBackTest {
    @TempDir private Path folder;
    private DepotShell shell = DepotShell.in(Path.of(""));

    @BeforeEach
    void makeDepot() throws Exception {
        shell = DepotShell.in(folder);
        shell.done("init d --key-file k");
        shell.write("t/a", "one");
        snapshot("s1");
    }

    private void snapshot(String session) {
        shell.done("snapshot d t --session " + session + " --key-file k");
    }

    private static void copy(Path from, Path to) throws IOException {
        try (var all = Files.walk(from)) {
            for (Path path : all.toList()) Files.copy(path, to.resolve(from.relativize(path)));
        }
    }

    private void rollBack(String state) throws IOException {
        try (var all = Files.walk(shell.path("d"))) {
            for (Path path : all.sorted(Comparator.reverseOrder()).toList()) Files.delete(path);
        }
        copy(shell.path(state), shell.path("d"));
    }

    @Test
    void isRefusedByWhoeverHasSeenMore() throws Exception {
        copy(shell.path("d"), shell.path("older"));
        shell.write("t/a", "two");
        snapshot("s1");
        rollBack("older");
        for (String line :
                new String[] {
                    "list d",
                    "show d s1",
                    "cat d s1 a",
                    "restore d s1 back",
                    "verify d",
                    "snapshot d t --session s1",
                    "collect d",
                    "stats d"
                }) {
            var answer = shell.type(line + " --key-file k");
            assertThat(answer.code()).as(line).isEqualTo(12);
            assertThat(answer.err()).as(line).contains("s1");
        }
        assertThat(Files.exists(shell.path("back"))).isFalse();
        // Somebody who has never seen the newer one cannot know.
        var elsewhere = shell.with("BERTH_HOME", shell.path("other").toString());
        assertThat(elsewhere.done("cat d s1 a --key-file k").out()).isEqualTo("one");
    }

    @Test
    void isNoticedByAMachineThatHasOnlyRead() throws Exception {
        copy(shell.path("d"), shell.path("older"));
        shell.write("t/a", "two");
        snapshot("s1");
        var reader = shell.with("BERTH_HOME", shell.path("reader").toString());
        reader.done("list d --key-file k");
        rollBack("older");
        assertThat(reader.type("restore d s1 back --key-file k").code()).isEqualTo(12);
    }

    @Test
    void aSessionThatIsGoneIsNoticedToo() throws Exception {
        copy(shell.path("d"), shell.path("older"));
        snapshot("s2");
        rollBack("older");
        var answer = shell.type("list d --key-file k");
        assertThat(answer.code()).isEqualTo(12);
        assertThat(answer.err()).contains("s2");
    }

    @Test
    void forgettingIsNoRollingBack() throws Exception {
        shell.write("t/a", "two");
        snapshot("s1");
        snapshot("s2");
        var other = shell.with("BERTH_HOME", shell.path("other").toString());
        other.done("list d --key-file k");
        shell.done("forget d s1 s2 --key-file k");
        assertThat(shell.ids("d --key-file k")).hasSize(1);
        shell.done("collect d --key-file k");
        other.done("verify d --key-file k");
        snapshot("s1");
        other.done("collect d --key-file k");
        other.done("list d --key-file k");
    }
}
