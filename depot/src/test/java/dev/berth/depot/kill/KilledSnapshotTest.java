package dev.berth.depot.kill;

import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.depot.Depot;
import dev.berth.depot.DepotFixture;
import dev.berth.depot.blob.folder.FolderBlobs;
import dev.berth.depot.checkpoint.CheckpointId;
import dev.berth.depot.checkpoint.Checkpoints;
import dev.berth.durable.SystemFiles;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.File;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;

/// Real processes take snapshots of a changing tree and are killed at instants of their own.
@DisplayName("Killed writers of a depot")
class KilledSnapshotTest {
    @TempDir Path scratch;

    @Test
    void loseNothingThatTheyAcknowledged() throws Exception {
        kill(102);
    }

    @Test
    @Tag("campaign")
    void norInALongRun() throws Exception {
        kill(2_000);
    }

    private void kill(int kills) throws Exception {
        var acknowledged = new HashMap<String, String>();
        try (var depot = DepotFixture.make(scratch.resolve("depot"), Depot.Kind.CLEAR)) {
            for (int seed = 0; seed < kills; seed += 3) {
                var lanes = new ArrayList<Process>();
                for (int i = 0; i < 3; i++) lanes.add(start(depot.folder(), seed + i));
                for (int i = 0; i < 3; i++) {
                    try {
                        end(lanes.get(i), seed + i, acknowledged);
                    } finally {
                        lanes.get(i).destroyForcibly();
                    }
                }
                look(depot, acknowledged, seed);
            }
            assertThat(acknowledged.size()).isGreaterThan(kills);
            int leftovers = leftovers(depot);
            System.out.printf(
                    "%d kills, %d acknowledged checkpoints, %d leftovers%n",
                    kills, acknowledged.size(), leftovers);
            // Kills that never cut anything short would prove nothing.
            assertThat(leftovers).isPositive();
        }
    }

    private int leftovers(DepotFixture depot) throws Exception {
        try (var store = FolderBlobs.open(SystemFiles.here(), depot.folder())) {
            return store.leftovers().size() + depot.tenant().checkpoints().pending().size();
        }
    }

    /// All are there; the newest of them comes back exactly.
    private void look(DepotFixture depot, Map<String, String> acknowledged, int seed)
            throws Exception {
        var there = new HashMap<String, Checkpoints.Entry>();
        for (var entry : depot.tenant().checkpoints().list()) {
            there.put(entry.id().value(), entry);
        }
        assertThat(there.keySet()).as("seed %d", seed).containsAll(acknowledged.keySet());
        var newest =
                acknowledged.keySet().stream().map(CheckpointId::new).max(CheckpointId::compareTo);
        if (newest.isEmpty()) return;
        var entry = Objects.requireNonNull(there.get(newest.get().value()));
        var checkpoint = depot.tenant().checkpoints().read(entry);
        var receipt = depot.restore(checkpoint, scratch.resolve("back-" + seed));
        assertThat(receipt.isWhole()).as("seed %d", seed).isTrue();
        assertThat(checkpoint.trees().getFirst().digest().hex())
                .isEqualTo(acknowledged.get(newest.get().value()));
    }

    private void end(Process child, int seed, Map<String, String> acknowledged) throws Exception {
        var random = new SplittableRandom(seed);
        try (var lines = child.inputReader(StandardCharsets.US_ASCII)) {
            int wanted = 1 + random.nextInt(3);
            String line = null;
            for (int i = 0; i < wanted && (line = lines.readLine()) != null; i++) {
                note(line, acknowledged);
            }
            assertThat(line).as("the child of seed %d ended by itself", seed).isNotNull();
            long until = System.nanoTime() + random.nextLong(30_000_000);
            while (System.nanoTime() < until) Thread.onSpinWait();
            child.toHandle().destroyForcibly();
            while ((line = lines.readLine()) != null) note(line, acknowledged);
        }
        assertThat(child.waitFor(60, TimeUnit.SECONDS)).isTrue();
    }

    private static void note(String line, Map<String, String> acknowledged) {
        String[] parts = line.split(" ", -1);
        // The last line may be cut.
        if (parts.length == 3 && parts[2].equals("ok")) acknowledged.put(parts[0], parts[1]);
    }

    private Process start(Path depot, int seed) throws Exception {
        Path tree = Files.createDirectories(scratch.resolve("tree-" + seed));
        String java = ProcessHandle.current().info().command().orElseThrow();
        return new ProcessBuilder(
                        List.of(
                                java,
                                "-XX:+UseSerialGC",
                                "-XX:TieredStopAtLevel=1",
                                "-Xmx128m",
                                "--enable-native-access=ALL-UNNAMED",
                                "-cp",
                                classPath(),
                                SnapshotChild.class.getName(),
                                depot.toString(),
                                tree.toString(),
                                Integer.toString(seed)))
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
    }

    private static String classPath() {
        return System.getProperty("java.class.path", "")
                .replace(File.pathSeparator + File.pathSeparator, File.pathSeparator);
    }
}
