package dev.berth.durable.kill;

import dev.berth.durable.AtomicFile;
import dev.berth.durable.Name;
import dev.berth.failure.Failure;

import java.io.BufferedReader;
import java.io.File;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;

/// One folder, and one writer after the other in it, each killed at an instant of its own.
final class Lane {
    private static final int FOLDERS = 40;

    private final Path folder;
    private final Map<Path, Long> acknowledged = new HashMap<>();
    private Set<Path> leftovers = Set.of();
    private int writes;
    private int swept;

    Lane(Path folder) {
        this.folder = folder;
    }

    /// How many writes were acknowledged.
    int writes() {
        return writes;
    }

    /// How many temporaries killed writers left, and later ones cleared away.
    int swept() {
        return swept;
    }

    /// Starts a writer, kills it at an instant that follows from `seed`, and looks.
    void kill(long seed) throws Exception {
        var random = new SplittableRandom(seed);
        String below = "folder-" + seed % FOLDERS;
        var writer = start(below);
        try (var lines = writer.inputReader(StandardCharsets.US_ASCII)) {
            boolean ready = hear(lines, below, 1 + random.nextInt(9));
            spin(random.nextLong(2_000_000));
            // By its handle: the process's own method would close the pipe as well.
            writer.toHandle().destroyForcibly();
            if (!ready) throw new AssertionError("the writer ended by itself");
            // What is in the pipe was acknowledged, though nobody had read it yet.
            hear(lines, below, Integer.MAX_VALUE);
        } finally {
            writer.destroyForcibly();
        }
        if (!writer.waitFor(60, TimeUnit.SECONDS)) throw new AssertionError("still alive");
        look();
    }

    private Process start(String below) throws Exception {
        String java = ProcessHandle.current().info().command().orElseThrow();
        return new ProcessBuilder(
                        java,
                        "-XX:+UseSerialGC",
                        "-XX:TieredStopAtLevel=1",
                        "-Xshare:auto",
                        "-Xmx64m",
                        "--enable-native-access=ALL-UNNAMED",
                        "-cp",
                        classPath(),
                        Writer.class.getName(),
                        folder.toString(),
                        below)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
    }

    // Only what the writer needs: every jar more makes every start slower.
    private static String classPath() throws Exception {
        var places = new ArrayList<String>();
        for (Class<?> needed : List.of(Writer.class, AtomicFile.class, Failure.class)) {
            var source = needed.getProtectionDomain().getCodeSource().getLocation();
            places.add(Path.of(source.toURI()).toString());
        }
        return String.join(File.pathSeparator, places);
    }

    /// Notes up to `count` lines; false when there are no more.
    private boolean hear(BufferedReader lines, String below, int count) throws Exception {
        for (int i = 0; i < count; i++) {
            String line = lines.readLine();
            if (line == null) return false;
            String[] words = line.split(" ", -1);
            if (words.length < 2) continue;
            Path file =
                    words[0].equals("three") ? Path.of("below", below, "three") : Path.of(words[0]);
            acknowledged.put(file, Long.parseLong(words[1]));
            writes++;
        }
        return true;
    }

    // Not for luck: the instant of the kill is what is varied.
    private static void spin(long nanos) {
        long start = System.nanoTime();
        while (System.nanoTime() - start < nanos) Thread.onSpinWait();
    }

    private void look() throws Exception {
        for (var file : acknowledged.entrySet()) {
            Path path = folder.resolve(file.getKey());
            var found = Version.of(path.getFileName().toString(), Files.readAllBytes(path));
            // More than acknowledged: killed between the rename and the acknowledgement.
            if (found.number() < file.getValue()) {
                throw new AssertionError("%s acknowledged, found %s".formatted(file, found));
            }
        }
        var temporaries = temporaries();
        if (temporaries.size() > 1) throw new AssertionError("too many: " + temporaries);
        for (Path leftover : leftovers) {
            if (temporaries.contains(leftover)) throw new AssertionError("not swept: " + leftover);
            swept++;
        }
        leftovers = temporaries;
    }

    /// Only the write that was cut short may have left one.
    private Set<Path> temporaries() throws Exception {
        try (var paths = Files.walk(folder)) {
            return new HashSet<>(paths.filter(Lane::isTemporary).toList());
        }
    }

    private static boolean isTemporary(Path path) {
        return AtomicFile.isTemporary(Name.of(path.getFileName().toString()));
    }
}
