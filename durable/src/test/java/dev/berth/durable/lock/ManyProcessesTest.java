package dev.berth.durable.lock;

import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.durable.Folder;
import dev.berth.durable.SystemFiles;

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
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Collectors;

@DisplayName("Several processes, killed and stopped")
class ManyProcessesTest {
    private static final int PROCESSES = 3;

    @TempDir private Path temp;

    @ParameterizedTest
    @ValueSource(strings = {"owner", "heartbeat", "keeping"})
    @Timeout(600)
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
        var dead = new ArrayList<ChildJvm>();
        try {
            int stopped = 0;
            while (dead.size() < kills || stopped < stops || mustGoOn(rule, all, stopped)) {
                while (living.size() < PROCESSES) start(rule, living, all);
                pause(random.nextInt(40));
                var victim = holder(living, random);
                boolean kill = dead.size() < kills && (stopped >= stops || random.nextBoolean());
                if (kill) {
                    victim.kill();
                    living.remove(victim);
                    dead.add(victim);
                } else {
                    victim.signal("STOP");
                    // An owner that is only stopped keeps its lock, and the others wait for it.
                    if (rule.equals("owner")) pause(random.nextInt(200));
                    else awaitWorkOfOthers(victim, living);
                    victim.signal("CONT");
                    stopped++;
                }
            }
            for (var child : living) assertThat(child.finish()).isZero();
        } finally {
            all.forEach(ChildJvm::close);
        }
        check(rule, all, dead);
    }

    /// Until another one has added a line: past the victim's term, if that one holds.
    private static void awaitWorkOfOthers(ChildJvm victim, List<ChildJvm> living)
            throws InterruptedException {
        var others = living.stream().filter(child -> child != victim).toList();
        long before = lines(others);
        while (lines(others) <= before + others.size()) pause(5);
    }

    private static long lines(List<ChildJvm> children) {
        return children.stream()
                .flatMap(child -> child.said().stream())
                .filter(word -> word.startsWith("ok "))
                .count();
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

    private void check(String rule, List<ChildJvm> all, List<ChildJvm> dead) throws Exception {
        var lines = Files.readAllLines(temp.resolve("lines"));
        assertThat(lines).as("no line twice").doesNotHaveDuplicates();
        int acknowledged = 0;
        int refused = 0;
        for (var child : all) {
            var ok = numbers(child, "ok ");
            var stale = numbers(child, "stale ");
            acknowledged += ok.size();
            refused += stale.size();
            var found = found(child, lines);
            // A kill may come between the publishing and the word; nothing else goes unsaid.
            int last = ok.size() + stale.size();
            if (dead.contains(child) && found.contains(last)) ok.add(last);
            assertThat(found).as("the lines of %d, in their order", child.pid()).isEqualTo(ok);
        }
        System.out.printf(
                "%s: %d lines acknowledged, %d refused, %d kills%n",
                rule, acknowledged, refused, dead.size());
        // Else nobody was ever stopped with the lock in his hands, and this test shows nothing.
        if (!rule.equals("owner")) assertThat(refused).isPositive();
        nothingIsLeftByTheNextOne(rule);
    }

    private static List<Integer> numbers(ChildJvm child, String word) {
        return child.said().stream()
                .filter(said -> said.startsWith(word + child.pid() + "-"))
                .map(said -> Integer.valueOf(said.substring(said.indexOf('-') + 1)))
                .collect(Collectors.toCollection(ArrayList::new));
    }

    private static List<Integer> found(ChildJvm child, List<String> lines) {
        return lines.stream()
                .filter(line -> line.startsWith(child.pid() + "-"))
                .map(line -> Integer.valueOf(line.substring(line.indexOf('-') + 1)))
                .toList();
    }

    /// Spares of the killed are no harm, and stay a minute; of all else nothing.
    private void nothingIsLeftByTheNextOne(String rule) throws Exception {
        var files = SystemFiles.here();
        try (var folder = files.open(temp);
                var lock = LockChild.lock(rule, folder, World.of(files, InstantSource.system()))) {
            lock.acquire(Duration.ofSeconds(60)).close();
            assertThat(folder.list())
                    .extracting(Folder.Entry::name)
                    .filteredOn(name -> !Spare.isSpare(name, LockChild.LOCK))
                    .as("what the last one leaves")
                    .containsExactly(LockChild.LINES);
        }
    }

    private static void pause(long millis) throws InterruptedException {
        Thread.sleep(Duration.ofMillis(millis));
    }
}
