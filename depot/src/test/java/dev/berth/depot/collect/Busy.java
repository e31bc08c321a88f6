package dev.berth.depot.collect;

import dev.berth.depot.blob.folder.FolderBlobs;
import dev.berth.depot.checkpoint.Checkpoint;
import dev.berth.depot.world.Workbench;
import dev.berth.durable.SystemFiles;
import dev.berth.failure.Failure;

import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;

/// A process that snapshots, forgets and collects in a depot that others use as well, until it is
/// killed or done. It says each thing when it is acknowledged, and what it gives up before it does.
final class Busy {
    private Busy() {}

    public static void main(String[] arguments) throws Failure {
        var folder = Path.of(arguments[0]);
        long seed = Long.parseLong(arguments[1]);
        int rounds = Integer.parseInt(arguments[2]);
        var random = new SplittableRandom(seed);
        // Clocks that are years apart must not matter.
        var clock = Clock.offset(Clock.systemUTC(), Duration.ofDays(400 * (seed % 7) - 1200));
        var bench = Workbench.open(FolderBlobs.open(SystemFiles.here(), folder), clock);
        Deque<Checkpoint> mine = new ArrayDeque<>();
        for (int round = 0; round < rounds; round++) {
            long content = random.nextInt(6);
            var taken = bench.snapshot("p" + seed, files(content));
            System.out.println("ack " + taken.id() + " p" + seed + " " + content);
            mine.add(taken);
            if (mine.size() > 2) {
                var old = mine.remove();
                System.out.println("forget " + old.id());
                bench.forget(old);
            }
            if (random.nextInt(3) == 0) bench.collect();
        }
        System.out.println("done");
    }

    /// One of a few trees that overlap: what one process forgets is what the next one relies on.
    static Map<String, byte[]> files(long content) {
        var files = new TreeMap<>(Workbench.files(content / 2, 5, 4000));
        if (content % 2 == 1) files.keySet().removeIf(path -> path.startsWith("d0/"));
        return files;
    }
}
