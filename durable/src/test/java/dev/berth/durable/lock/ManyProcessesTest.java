package dev.berth.durable.lock;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.SplittableRandom;

@DisplayName("Several processes, killed and stopped")
class ManyProcessesTest {
    private static final int PROCESSES = 3;

    @TempDir private Path temp;

    @ParameterizedTest
    @ValueSource(strings = {"owner", "keeping"})
    @Timeout(180)
    void loseNoUpdateAndAcceptNoLateOne(String rule) throws Exception {
        run(rule, 6, 8, 2026);
    }

    @Tag("campaign")
    @ParameterizedTest
    @ValueSource(strings = {"owner", "heartbeat", "keeping"})
    void loseNoUpdateInALongRunEither(String rule) throws Exception {
        long seed = System.nanoTime();
        System.out.println("seed " + seed);
        run(rule, 300, 300, seed);
    }

    private void run(String rule, int kills, int stops, long seed) throws Exception {
        var random = new SplittableRandom(seed);
        var living = new ArrayList<ChildJvm>();
        var all = new ArrayList<ChildJvm>();
        try {
            int killed = 0;
            int stopped = 0;
            while (killed < kills || stopped < stops || mustGoOn(rule, all, stopped)) {
                while (living.size() < PROCESSES) start(rule, living, all);
                pause(random.nextInt(40));
                var victim = holder(living, random);
                boolean kill = killed < kills && (stopped >= stops || random.nextBoolean());
                if (kill) {
                    victim.kill();
                    living.remove(victim);
                    killed++;
                } else {
                    victim.signal("STOP");
                    // Past its term, so that the others take over if it holds.
                    pause(LockChild.RULE.term().toMillis() + 200 + random.nextInt(200));
                    victim.signal("CONT");
                    stopped++;
                }
            }
            for (var child : living) assertThat(child.finish()).isZero();
        } finally {
            all.forEach(ChildJvm::close);
        }
        check(rule, all, kills);
    }

    /// Whether nobody was stopped yet with the lock in his hands, which is a matter of luck.
    private static boolean mustGoOn(String rule, List<ChildJvm> all, int stopped) {
        return !rule.equals("owner")
                && stopped < 60
                && all.stream()
                        .flatMap(child -> child.said().stream())
                        .noneMatch(word -> word.startsWith("stale "));
    }

    /// Whoever seems to hold the lock just now, most of the time; else anybody.
    private ChildJvm holder(List<ChildJvm> living, SplittableRandom random) {
        try (var paths = Files.walk(temp)) {
            for (var path : paths.filter(ManyProcessesTest::tellsTheOwner).toList()) {
                String text = Files.readString(path, StandardCharsets.ISO_8859_1);
                for (var child : living) {
                    if (text.contains("\"pid\": " + child.pid() + ",")) return child;
                }
            }
        } catch (IOException | UncheckedIOException releasedJustNow) {
            // Then anybody.
        }
        return living.get(random.nextInt(living.size()));
    }

    private static boolean tellsTheOwner(Path path) {
        String name = path.getFileName().toString();
        return name.startsWith("lock.held-") || path.endsWith("lock/owner.json");
    }

    private void start(String rule, List<ChildJvm> living, List<ChildJvm> all) throws Exception {
        var child = ChildJvm.start(List.of(), LockChild.class, temp.toString(), rule, "work");
        living.add(child);
        all.add(child);
        child.await("ok");
    }

    private void check(String rule, List<ChildJvm> all, int kills) throws Exception {
        var lines = Files.readAllLines(temp.resolve("lines"));
        var found = new HashSet<>(lines);
        assertThat(found).as("no line twice").hasSameSizeAs(lines);
        int acknowledged = 0;
        int refused = 0;
        for (var child : all) {
            for (var word : child.said()) {
                if (word.startsWith("ok ")) {
                    acknowledged++;
                    assertThat(found).contains(word.substring(3));
                } else if (word.startsWith("stale ")) {
                    refused++;
                    assertThat(found).doesNotContain(word.substring(6));
                }
            }
        }
        // A kill may come between the publishing and the word.
        assertThat(lines.size()).isBetween(acknowledged, acknowledged + kills);
        System.out.printf(
                "%d lines acknowledged, %d refused, %d kills%n", acknowledged, refused, kills);
        // Else nobody was ever stopped with the lock in his hands, and this test shows nothing.
        if (!rule.equals("owner")) assertThat(refused).isPositive();
        try (var left = Files.list(temp)) {
            assertThat(left.map(path -> path.getFileName().toString()).toList())
                    .as("what the last one leaves")
                    .contains("lines")
                    .doesNotContain("lock");
        }
    }

    private static void pause(long millis) throws InterruptedException {
        Thread.sleep(Duration.ofMillis(millis));
    }
}
