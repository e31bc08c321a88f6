package dev.berth.vault;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.AnnotatedElementContext;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.io.TempDirFactory;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.BooleanSupplier;

@DisplayName("Beside a writer that knows the protocol and nothing of ours")
@Timeout(600)
class ForeignWriterTest {
    private static final long BEAT_MILLIS = 300;
    private static final long TERM_MILLIS = 2000;

    @TempDir(factory = InMemory.class)
    private Path temp;

    private Path vault;
    private Path script;
    private final List<Child> all = new ArrayList<>();

    @BeforeEach
    void make() throws Exception {
        boolean python = new ProcessBuilder("python3", "--version").start().waitFor() == 0;
        if (System.getenv("CI") != null) assertThat(python).as("python3 is there").isTrue();
        assumeTrue(python, "needs python3");
        vault = Files.createDirectory(temp.resolve("vault"));
        script = temp.resolve("foreign_writer.py");
        try (var source = ForeignWriterTest.class.getResourceAsStream("foreign_writer.py")) {
            if (source == null) throw new IOException("not packed");
            Files.write(script, source.readAllBytes());
        }
    }

    private Child foreign(String what) throws IOException {
        var builder =
                new ProcessBuilder(
                        "python3",
                        script.toString(),
                        vault.toString(),
                        "log.md",
                        "" + BEAT_MILLIS / 1000.0,
                        "" + TERM_MILLIS / 1000.0,
                        "60",
                        what);
        builder.environment().put("XDG_CACHE_HOME", temp.resolve("cache").toString());
        return add(Child.start(builder));
    }

    private Child ours(String what) throws IOException {
        return add(
                Child.java(
                        VaultChild.class,
                        vault.toString(),
                        temp.resolve("cache").toString(),
                        "log.md",
                        "" + BEAT_MILLIS,
                        "" + TERM_MILLIS,
                        what.equals("work") ? "60000" : "500",
                        what));
    }

    private Child add(Child child) {
        all.add(child);
        return child;
    }

    @Test
    void noUpdateIsLostThoughWritersAreKilled() throws Exception {
        run(3000, 3, 2, 2026);
    }

    @Tag("campaign")
    @Test
    @Timeout(3600)
    void noUpdateIsLostInALongRunEither() throws Exception {
        long seed = System.nanoTime();
        System.out.println("seed " + seed);
        run(20_000, 60, 60, seed);
    }

    private void run(int lines, int ourKills, int theirKills, long seed) throws Exception {
        var random = new SplittableRandom(seed);
        try {
            var ours = new ArrayList<Child>(List.of(ours("work"), ours("work")));
            // One only: two that take over at once can remove each other's lock.
            var theirs = foreign("work");
            for (var child : ours) child.await("ok");
            theirs.await("ok");
            int kills = ourKills + theirKills;
            for (int kill = 0; kill < kills; kill++) {
                awaitLines(lines * (kill + 1) / (kills + 1));
                pause(random.nextInt(50));
                if ((kill % 2 == 0 && ourKills-- > 0) || theirKills <= 0) {
                    ours.removeFirst().kill();
                    ours.add(ours("work"));
                    ours.getLast().await("ok");
                } else {
                    theirKills--;
                    theirs.kill();
                    theirs = foreign("work");
                    theirs.await("ok");
                }
            }
            awaitLines(lines);
            await("a fair share of theirs", () -> acknowledged("ok py") >= lines / 10);
            for (var child : ours) assertThat(child.finish()).isZero();
            assertThat(theirs.finish()).isZero();
            check(kills);
        } finally {
            all.forEach(Child::close);
        }
    }

    private void awaitLines(int lines) throws Exception {
        await(lines + " lines", () -> acknowledged("ok ") >= lines);
    }

    private void await(String what, BooleanSupplier condition) throws Exception {
        long end = System.nanoTime() + Duration.ofMinutes(3).toNanos();
        while (!condition.getAsBoolean()) {
            assertThat(System.nanoTime())
                    .as("no %s, but %d lines", what, acknowledged("ok "))
                    .isLessThan(end);
            pause(10);
        }
    }

    private long acknowledged(String beginning) {
        return all.stream()
                .flatMap(child -> child.said().stream())
                .filter(word -> word.startsWith(beginning))
                .count();
    }

    private void check(int kills) throws IOException {
        var lines = Files.readAllLines(vault.resolve("log.md"));
        var found = new HashSet<>(lines);
        assertThat(found).as("no line twice").hasSameSizeAs(lines);
        for (var child : all) {
            for (var word : child.said()) {
                if (word.startsWith("ok ")) assertThat(found).contains(word.substring(3));
                if (word.startsWith("stale ")) assertThat(found).doesNotContain(word.substring(6));
            }
        }
        long acknowledged = acknowledged("ok ");
        assertThat((long) lines.size()).isBetween(acknowledged, acknowledged + kills);
        long theirs = lines.stream().filter(line -> line.startsWith("py")).count();
        System.out.printf(
                "%d updates of ours and %d of theirs, %d kills, none lost%n",
                lines.size() - theirs, theirs, kills);
    }

    @Test
    void oursThatWasStoppedPastItsTermIsRefused() throws Exception {
        try {
            var stopped = ours("hold");
            stopped.await("holding");
            stopped.signal("STOP");
            var other = foreign("work");
            other.await("ok");
            assertThat(other.finish()).isZero();
            stopped.signal("CONT");
            stopped.tell();
            assertThat(stopped.await("stale late")).isNotEmpty();
            assertThat(Files.readString(vault.resolve("log.md"))).doesNotContain("late");
        } finally {
            all.forEach(Child::close);
        }
    }

    @Test
    void theirsIsLeftAloneWhileItBeatsAndTakenWhenItIsKilled() throws Exception {
        try {
            var holder = foreign("hold");
            holder.await("holding");
            var waiting = ours("impatient");
            waiting.await("locked");
            assertThat(waiting.said()).noneMatch(word -> word.startsWith("ok"));
            holder.kill();
            waiting.await("ok");
            assertThat(waiting.finish()).isZero();
        } finally {
            all.forEach(Child::close);
        }
    }

    private static void pause(long millis) throws InterruptedException {
        Thread.sleep(Duration.ofMillis(millis));
    }

    /// Where syncing costs nothing, so that thousands of writes are cheap; what a sync is worth is
    /// tested elsewhere.
    static final class InMemory implements TempDirFactory {
        private static final Path MEMORY = Path.of("/dev/shm");

        @Override
        public Path createTempDirectory(AnnotatedElementContext element, ExtensionContext test)
                throws IOException {
            return Files.isWritable(MEMORY)
                    ? Files.createTempDirectory(MEMORY, "vault")
                    : Files.createTempDirectory("vault");
        }
    }
}
