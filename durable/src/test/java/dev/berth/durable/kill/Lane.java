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
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;

/// One folder, and one writer after the other in it, each killed at an instant of its own.
///
/// A killed writer may leave one temporary, of the one write that was not acknowledged; the next
/// writer has removed it before it says that it is ready.
final class Lane {
    private static final int FOLDERS = 40;
    // 128 and the number of SIGKILL: anything else is an end of its own.
    private static final int KILLED = 137;

    private final Path folder;
    private final Map<Path, Long> acknowledged = new HashMap<>();
    private Optional<Path> leftover = Optional.empty();
    private String last = "";
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
        last = "";
        var writer = start(below);
        try (var lines = writer.inputReader(StandardCharsets.US_ASCII)) {
            boolean ready = hear(lines, below, 1);
            if (ready) isSwept();
            ready &= hear(lines, below, random.nextInt(9));
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
        if (writer.exitValue() != KILLED) {
            throw new AssertionError("not killed, but ended with " + writer.exitValue());
        }
        look(below);
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
            acknowledged.put(place(words[0], below), Long.parseLong(words[1]));
            last = words[0];
            writes++;
        }
        return true;
    }

    // Not for luck: the instant of the kill is what is varied.
    private static void spin(long nanos) {
        long start = System.nanoTime();
        while (System.nanoTime() - start < nanos) Thread.onSpinWait();
    }

    private static Path place(String file, String below) {
        return file.equals("three") ? Path.of("below", below, "three") : Path.of(file);
    }

    private void look(String below) throws Exception {
        for (var file : acknowledged.entrySet()) {
            Path path = folder.resolve(file.getKey());
            var found = Version.of(path.getFileName().toString(), Files.readAllBytes(path));
            // More than acknowledged: killed between the rename and the acknowledgement.
            boolean mayBeMore = file.getKey().equals(place(next(), below));
            boolean isThere =
                    mayBeMore
                            ? found.number() >= file.getValue()
                            : found.number() == file.getValue();
            if (!isThere) {
                throw new AssertionError("%s acknowledged, found %s".formatted(file, found));
            }
            // Whoever has read it relies on it.
            file.setValue(found.number());
        }
        var temporaries = temporaries();
        if (temporaries.size() > 1) throw new AssertionError("too many: " + temporaries);
        leftover = temporaries.stream().findFirst();
        if (leftover.isEmpty()) return;
        // Of a write that was acknowledged, or never begun, nothing may be left.
        Path cutShort = folder.resolve(place(next(), below));
        String start = cutShort.resolveSibling("." + cutShort.getFileName() + ".tmp-").toString();
        boolean belongs = leftover.get().toString().startsWith(start);
        if (!belongs) throw new AssertionError(leftover.get() + " after " + last);
    }

    /// The write that comes after the last one acknowledged.
    private String next() {
        return Writer.FILES.get((Writer.FILES.indexOf(last) + 1) % Writer.FILES.size());
    }

    /// Whether the next writer has cleared away what the last one left.
    private void isSwept() {
        if (leftover.isEmpty()) return;
        if (Files.exists(leftover.get())) throw new AssertionError("not swept: " + leftover);
        swept++;
    }

    private Set<Path> temporaries() throws Exception {
        try (var paths = Files.walk(folder)) {
            return new HashSet<>(paths.filter(Lane::isTemporary).toList());
        }
    }

    private static boolean isTemporary(Path path) {
        return AtomicFile.isTemporary(Name.of(path.getFileName().toString()));
    }
}
