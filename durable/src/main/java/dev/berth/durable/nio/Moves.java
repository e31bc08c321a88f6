package dev.berth.durable.nio;

import java.io.IOException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;

/// Renames without replacing, which Java has no call for.
final class Moves {
    private Moves() {}

    static Path withoutReplacing(Path source, Path goal) throws IOException {
        return Files.isDirectory(source, LinkOption.NOFOLLOW_LINKS)
                ? folder(source, goal)
                : file(source, goal);
    }

    /// A second name refuses a taken one by itself; then the first goes away.
    private static Path file(Path source, Path goal) throws IOException {
        Files.createLink(goal, source);
        try {
            Files.delete(source);
        } catch (IOException fault) {
            Files.deleteIfExists(goal);
            throw fault;
        }
        return goal;
    }

    /// A folder cannot have two names. After the look, the rename itself still refuses everything
    /// but an empty folder.
    private static Path folder(Path source, Path goal) throws IOException {
        if (Files.exists(goal, LinkOption.NOFOLLOW_LINKS)) {
            throw new FileAlreadyExistsException(goal.toString());
        }
        try {
            return Files.move(source, goal, StandardCopyOption.ATOMIC_MOVE);
        } catch (DirectoryNotEmptyException _) {
            throw new FileAlreadyExistsException(goal.toString());
        }
    }
}
