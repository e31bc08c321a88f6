package dev.berth.cli.depot;

import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.cli.Typed;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

class WatchCommandsTest {
    private static final String AT_ONCE = " --quiet 0 --every 0";

    @TempDir private Path folder;
    private DepotShell shell = DepotShell.in(Path.of(""));

    @BeforeEach
    void makeTree() throws Exception {
        shell = DepotShell.in(folder);
        shell.done("init d");
        shell.write("t/a", "one");
    }

    @Test
    void printsOneObjectForEveryDurablePoint() throws Exception {
        var answer = shell.done("watch d t --session s --count 1 --json" + AT_ONCE);
        assertThat(answer.out())
                .hasLineCount(1)
                .contains("\"checkpoint\":\"cp_", "\"created_at\"", "\"files\":1", "\"taken\":1");
        assertThat(DepotShell.text(answer, "checkpoint")).isEqualTo(shell.ids("d").getLast());
    }

    @Test
    void startedAgainItSaysTheLastDurablePointAndGoesOnFromIt() throws Exception {
        shell.done("watch d t --session s --count 1" + AT_ONCE);
        String first = shell.ids("d").getLast();
        shell.write("t/a", "changed");
        var text = shell.done("watch d t --session s --count 1" + AT_ONCE).out();
        assertThat(text).startsWith("last durable point: checkpoint " + first);
        assertThat(shell.ids("d")).hasSize(2);
        assertThat(DepotShell.text(shell.done("show d s --json"), "parent")).isEqualTo(first);

        shell.write("t/a", "changed again");
        var lines = shell.done("watch d t --session s --count 1 --json" + AT_ONCE).out();
        assertThat(lines.lines()).hasSize(2);
        assertThat(lines.lines().findFirst().orElse("")).contains("\"taken\":0");
    }

    @Test
    void takesNothingWhileTheTreeIsWhatTheDepotHolds() throws Exception {
        shell.done("snapshot d t --session s");
        var watch =
                CompletableFuture.supplyAsync(
                        () -> shell.type("watch d t --session s --count 1" + AT_ONCE));
        // However early or late this comes: of the unchanged tree there must be no checkpoint.
        shell.write("t/b", "new");
        Typed answer = watch.get(120, TimeUnit.SECONDS);
        assertThat(answer.code()).as(answer.err()).isZero();
        assertThat(shell.ids("d")).hasSize(2);
        assertThat(shell.done("cat d s b").out()).isEqualTo("new");
    }

    @Test
    void seesChangesWhileItRuns() throws Exception {
        var watch =
                CompletableFuture.supplyAsync(
                        () -> shell.type("watch d t --session s --count 2 --json" + AT_ONCE));
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(120);
        while (!shell.type("list d").out().contains("cp_")) {
            assertThat(System.nanoTime()).isLessThan(deadline);
            Thread.onSpinWait();
        }
        shell.write("t/b", "while it runs");
        assertThat(watch.get(120, TimeUnit.SECONDS).out()).hasLineCount(2);
        assertThat(shell.done("cat d s b").out()).isEqualTo("while it runs");
    }

    @Test
    void goesOnWhenDataKeysAreRotatedMeanwhile() throws Exception {
        var watch =
                CompletableFuture.supplyAsync(
                        () -> shell.type("watch d t --session s --count 2 --json" + AT_ONCE));
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(120);
        while (!shell.type("list d").out().contains("cp_")) {
            assertThat(System.nanoTime()).isLessThan(deadline);
            Thread.onSpinWait();
        }
        shell.done("keys rotate d --data");
        // What lies under the new key only: the watch cannot read the index without it.
        shell.write("other/o", "o");
        shell.done("snapshot d other --session o");
        shell.write("t/b", "under the new key");
        var answer = watch.get(120, TimeUnit.SECONDS);
        assertThat(answer.code()).as(answer.err()).isZero();
        assertThat(answer.out()).hasLineCount(2);
        assertThat(shell.done("cat d s b").out()).isEqualTo("under the new key");
    }

    @Test
    void goesOnWhenTheMasterKeyIsRotatedMeanwhile() throws Exception {
        var watch =
                CompletableFuture.supplyAsync(
                        () -> shell.type("watch d t --session s --count 2 --json" + AT_ONCE));
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(120);
        while (!shell.type("list d").out().contains("cp_")) {
            assertThat(System.nanoTime()).isLessThan(deadline);
            Thread.onSpinWait();
        }
        shell.done("keys rotate d");
        shell.done("keys rotate d");
        shell.write("t/b", "under the newest key");
        var answer = watch.get(120, TimeUnit.SECONDS);
        assertThat(answer.code()).as(answer.err()).isZero();
        assertThat(answer.out()).hasLineCount(2);
        assertThat(shell.done("cat d s b").out()).isEqualTo("under the newest key");
    }

    @Test
    void refusesWhatIsNotThere() {
        assertThat(shell.type("watch d nowhere --session s --count 1" + AT_ONCE).code())
                .isEqualTo(10);
        assertThat(shell.type("watch d t --session s --count 0").code()).isEqualTo(2);
        assertThat(shell.type("watch d t --session s --every soon").code()).isEqualTo(2);
    }
}
