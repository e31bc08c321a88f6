package dev.berth.house;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.List;
import java.util.Set;

/// The sources of this project, and copies of them for tests that change or build them.
final class Checkout {
    private static final Set<String> LEFT_OUT = Set.of("target", ".git");

    private Checkout() {}

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
