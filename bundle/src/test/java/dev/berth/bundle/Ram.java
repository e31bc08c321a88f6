package dev.berth.bundle;

import org.junit.jupiter.api.extension.AnnotatedElementContext;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.io.TempDirFactory;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/// Temporary folders in memory where there are such: for many small cases that are not about syncs.
public final class Ram implements TempDirFactory {
    private static final Path SHARED = Path.of("/dev/shm");

    @Override
    public Path createTempDirectory(AnnotatedElementContext element, ExtensionContext context)
            throws IOException {
        return Files.isWritable(SHARED)
                ? Files.createTempDirectory(SHARED, "berth-test-")
                : Files.createTempDirectory("berth-test-");
    }
}
