package dev.berth.durable.nio;

import org.jspecify.annotations.Nullable;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;

/// Makes files and folders durable by their paths.
final class Syncing {
    private Syncing() {}

    static Path one(Path path) throws IOException {
        try (var channel =
                FileChannel.open(path, StandardOpenOption.READ, LinkOption.NOFOLLOW_LINKS)) {
            channel.force(true);
        }
        return path;
    }

    /// Everything below `root`, folders after what is in them.
    static Path below(Path root) throws IOException {
        return Files.walkFileTree(
                root,
                new SimpleFileVisitor<>() {
                    @Override
                    public FileVisitResult visitFile(Path file, BasicFileAttributes attributes)
                            throws IOException {
                        if (attributes.isRegularFile()) one(file);
                        return FileVisitResult.CONTINUE;
                    }

                    @Override
                    public FileVisitResult postVisitDirectory(
                            Path folder, @Nullable IOException fault) throws IOException {
                        if (fault != null) throw fault;
                        one(folder);
                        return FileVisitResult.CONTINUE;
                    }
                });
    }
}
