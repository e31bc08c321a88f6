package dev.berth.disk.moving;

import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.disk.Disks;
import dev.berth.disk.Tally;
import dev.berth.disk.Tool;
import dev.berth.disk.Volume;
import dev.berth.disk.VolumePath;
import dev.berth.failure.Failure;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.SplittableRandom;
import java.util.concurrent.locks.LockSupport;

/// Freeze and resume, killed for real at instants spread over their whole duration: what is found
/// is the old state or the new one, and the next call finishes and leaves nothing behind.
class KillTest {
    // Each tenth round lets the work end first, to learn how long it takes: 100 are left.
    private static final int KILLS = Integer.getInteger("berth.kills", 112);
    private static final int ROWS = 40;
    private static final long SEED = 20261115;

    @TempDir private Path folder;
    @TempDir private Path libraryFolder;
    private Path disk;
    private Path cold;
    private Path live;
    private Path library;

    @BeforeEach
    void create() throws Exception {
        disk = folder.resolve("d.sqlite");
        cold = folder.resolve("cold");
        live = folder.resolve("live.sqlite");
        library = Child.library(libraryFolder);
        new Create(Disks.FILES, Disks.DISKS).file(disk);
        write(0);
        Files.copy(disk, folder.resolve("warm.sqlite"));
        KilledMove.freeze(folder);
    }

    /// One version of the disk: each row of each volume says which.
    private void write(int version) throws Failure {
        try (var open = Disks.DISKS.open(disk)) {
            for (var volume : Volume.values()) {
                for (int i = 0; i < ROWS; i++) {
                    open.put(new VolumePath("/" + i), content(version), volume);
                }
            }
        }
    }

    private static byte[] content(int version) {
        return ("version " + version + " ").repeat(300).getBytes(StandardCharsets.UTF_8);
    }

    /// The one version that all rows of `volumes` in `file` hold.
    private static void assertHolds(Path file, int version, Iterable<Volume> volumes)
            throws Failure {
        try (var open = Disks.DISKS.open(file)) {
            for (var volume : volumes) {
                for (int i = 0; i < ROWS; i++) {
                    assertThat(open.get(new VolumePath("/" + i), volume))
                            .isEqualTo(content(version));
                }
            }
        }
    }

    private static int versionOf(Path file) throws Failure {
        try (var open = Disks.DISKS.open(file)) {
            String text = new String(open.get(new VolumePath("/0")), StandardCharsets.UTF_8);
            return Integer.parseInt(text.split(" ", 3)[1]);
        }
    }

    @Test
    void aFreezeLeavesTheOldDiskOrTheNewOne() throws Exception {
        int[] found = new int[2];
        kill(
                "freeze",
                round -> write(round + 1),
                round -> {
                    int version = versionOf(cold.resolve("ses_1.sqlite"));
                    assertThat(version).isBetween(round, round + 1);
                    found[version - round]++;
                    assertHolds(cold.resolve("ses_1.sqlite"), version, Volume.all());
                    KilledMove.freeze(folder);
                    assertHolds(cold.resolve("ses_1.sqlite"), round + 1, Volume.all());
                    assertThat(Tool.names(cold)).containsExactly("ses_1.sqlite");
                });
        System.out.printf("freeze: %d kills, %d old, %d new%n", KILLS, found[0], found[1]);
        assertThat(found[0]).isPositive();
    }

    @Test
    void aResumeLeavesNothingOrAWholeDisk() throws Exception {
        int[] found = new int[2];
        kill(
                "resume",
                _ -> Files.deleteIfExists(live),
                _ -> {
                    boolean there = Files.exists(live);
                    found[there ? 1 : 0]++;
                    if (there) assertAwake();
                    KilledMove.resume(folder);
                    assertAwake();
                    assertThat(Tool.names(folder))
                            .filteredOn(name -> !name.startsWith("warm"))
                            .containsExactly("cold", "d.sqlite", "live.sqlite");
                });
        System.out.printf("resume: %d kills, %d none, %d whole%n", KILLS, found[0], found[1]);
        assertThat(found[0]).isPositive();
    }

    private void assertAwake() throws Failure {
        assertHolds(live, 0, Volume.survivingResume());
        assertThat(Disks.DISKS.tallies(live)).containsEntry(Volume.TMP, Tally.NOTHING);
    }

    private void kill(String verb, Step before, Step after) throws Exception {
        var random = new SplittableRandom(SEED);
        long typicalNanos = 20_000_000;
        var waiting = new ArrayDeque<Child>();
        try {
            for (int round = 0; round < KILLS; round++) {
                while (waiting.size() < 3) {
                    waiting.add(Child.start(library, KilledMove.class, verb, folder.toString()));
                }
                try (var child = waiting.remove()) {
                    assertThat(child.next()).isEqualTo("ready");
                    before.run(round);
                    long began = System.nanoTime();
                    child.say("go");
                    if (round % 10 == 0) {
                        // Not killed at work: tells how long it takes here and now.
                        assertThat(child.next()).isEqualTo("done");
                        typicalNanos = System.nanoTime() - began;
                    } else {
                        LockSupport.parkNanos(random.nextLong(typicalNanos));
                    }
                    child.kill();
                }
                after.run(round);
            }
        } finally {
            for (var child : waiting) child.close();
        }
    }

    private interface Step {
        void run(int round) throws Exception;
    }
}
