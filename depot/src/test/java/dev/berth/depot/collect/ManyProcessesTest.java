package dev.berth.depot.collect;

import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.depot.blob.folder.FolderBlobs;
import dev.berth.depot.checkpoint.CheckpointId;
import dev.berth.depot.checkpoint.Checkpoints.Entry;
import dev.berth.depot.world.Workbench;
import dev.berth.disk.SessionId;
import dev.berth.durable.SystemFiles;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;

/// Several real processes at one depot at once, clocks years apart, most of them killed.
class ManyProcessesTest {
    private static final int WAVES = 4;
    private static final int PROCESSES = 3;

    private final Map<Entry, Long> acknowledged = new ConcurrentHashMap<>();
    private final Set<String> given = ConcurrentHashMap.newKeySet();

    @Test
    void loseNothingThatWasAcknowledged(@TempDir Path depot) throws Exception {
        try (var store = FolderBlobs.open(SystemFiles.here(), depot)) {
            var bench = Workbench.create(store, false);
            for (int wave = 0; wave < WAVES; wave++) {
                wave(depot, wave);
                check(bench);
            }
            assertThat(acknowledged).hasSizeGreaterThan(WAVES * PROCESSES);
            bench.collect();
            bench.collect();
            bench.collect();
            check(bench);
            assertThat(store.leftovers()).isEmpty();
            assertThat(bench.upkeep().verify(true).isWhole()).isTrue();
        }
    }

    private void wave(Path depot, int wave) throws Exception {
        var random = new SplittableRandom(wave);
        var processes = new ArrayList<Process>();
        var readers = new ArrayList<Thread>();
        try {
            for (int i = 0; i < PROCESSES; i++) {
                var process = start(depot, wave * 10L + i);
                processes.add(process);
                // Killed after some lines it has said, in the middle of whatever comes next.
                int lines = i == 0 ? Integer.MAX_VALUE : random.nextInt(2, 14);
                int delay = random.nextInt(40);
                readers.add(Thread.ofPlatform().start(() -> listen(process, lines, delay)));
            }
            for (var reader : readers) reader.join(TimeUnit.MINUTES.toMillis(3));
        } finally {
            for (var process : processes) process.destroyForcibly().waitFor();
        }
    }

    private static Process start(Path depot, long seed) throws IOException {
        var java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        String path = Objects.requireNonNull(System.getProperty("java.class.path"));
        return new ProcessBuilder(
                        List.of(
                                java,
                                "-XX:+UseSerialGC",
                                "-XX:TieredStopAtLevel=1",
                                "--enable-native-access=ALL-UNNAMED",
                                "-cp",
                                path,
                                Busy.class.getName(),
                                depot.toString(),
                                Long.toString(seed),
                                "8"))
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
    }

    private void listen(Process process, int lines, int delayMillis) {
        try (var in =
                new BufferedReader(
                        new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
            int heard = 0;
            for (String line = in.readLine(); line != null; line = in.readLine()) {
                note(line.split(" ", -1));
                if (++heard == lines && !process.waitFor(delayMillis, TimeUnit.MILLISECONDS)) {
                    // Not by the process itself, which would close what it has said and we not
                    // read.
                    process.toHandle().destroyForcibly();
                }
            }
        } catch (IOException closed) {
            throw new UncheckedIOException(closed);
        } catch (InterruptedException interrupted) {
            throw new IllegalStateException(interrupted);
        }
    }

    private void note(String[] words) {
        switch (words[0]) {
            case "ack" ->
                    acknowledged.put(
                            new Entry(new SessionId(words[2]), new CheckpointId(words[1])),
                            Long.parseLong(words[3]));
            case "forget" -> given.add(words[1]);
            default -> assertThat(words[0]).isEqualTo("done");
        }
    }

    private void check(Workbench bench) throws Exception {
        for (var each : acknowledged.entrySet()) {
            if (given.contains(each.getKey().id().value())) continue;
            var found = bench.restore(each.getKey());
            var expected = Busy.files(each.getValue());
            assertThat(found.keySet()).isEqualTo(expected.keySet());
            expected.forEach((path, bytes) -> assertThat(found.get(path)).isEqualTo(bytes));
        }
    }
}
