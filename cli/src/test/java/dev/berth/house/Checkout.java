package dev.berth.house;

import org.jspecify.annotations.Nullable;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// The sources of this project, and copies of them for tests that change or build them.
final class Checkout {
    private static final Set<String> LEFT_OUT = Set.of("target", ".git");

    private static @Nullable Built built;

    private Checkout() {}

    /// A copy that the launcher has built, and what the two that were started on it at once said.
    record Built(Path folder, List<Ran> started) {}

    /// One copy for all tests that only need a built one; its path has a space in it.
    static synchronized Built built() throws Exception {
        if (built == null) {
            Path folder = copyTo(Files.createTempDirectory("house").resolve("a berth"));
            Ran.Running first = Ran.start(folder, Map.of(), "./berth", "version");
            Ran.Running second = Ran.start(folder, Map.of(), "./berth", "version");
            built = new Built(folder, List.of(first.end(), second.end()));
            Runtime.getRuntime().addShutdownHook(new Thread(() -> remove(folder)));
        }
        return built;
    }

    private static void remove(Path folder) {
        try (var all = Files.walk(folder)) {
            all.sorted(Comparator.reverseOrder()).forEach(path -> path.toFile().delete());
        } catch (IOException leftToTheSystem) {
            // A folder in the temporary folder stays.
        }
    }

    static Path root() {
        return Path.of(System.getProperty("berth.root", "..")).toAbsolutePath().normalize();
    }

    static Path copyTo(Path copy) throws IOException {
        Path root = root();
        Files.walkFileTree(
                root,
                new SimpleFileVisitor<>() {
                    @Override
                    public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes facts)
                            throws IOException {
                        if (LEFT_OUT.contains(String.valueOf(folder.getFileName()))) {
                            return FileVisitResult.SKIP_SUBTREE;
                        }
                        Files.createDirectories(copy.resolve(root.relativize(folder)));
                        return FileVisitResult.CONTINUE;
                    }

                    @Override
                    public FileVisitResult visitFile(Path file, BasicFileAttributes facts)
                            throws IOException {
                        Files.copy(
                                file,
                                copy.resolve(root.relativize(file)),
                                StandardCopyOption.COPY_ATTRIBUTES);
                        return FileVisitResult.CONTINUE;
                    }
                });
        return copy;
    }

    /// What the launcher has built in a checkout.
    static List<Path> builds(Path checkout) throws IOException {
        try (var entries = Files.list(checkout.resolve("target/launcher"))) {
            return entries.filter(entry -> String.valueOf(entry.getFileName()).startsWith("build-"))
                    .filter(Files::isDirectory)
                    .toList();
        }
    }
}
