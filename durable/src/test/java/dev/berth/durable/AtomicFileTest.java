package dev.berth.durable;

import dev.berth.durable.modelled.ModelledFiles;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Path;

class AtomicFileTest {
    @Nested
    @DisplayName("On the modelled disk")
    class Modelled extends AtomicFileContract {
        private final ModelledFiles files = new ModelledFiles();

        @Override
        FileLayer files() {
            return files;
        }

        @Override
        Path place() {
            return Path.of("/");
        }
    }

    @Nested
    @DisplayName("On this system")
    class Real extends AtomicFileContract {
        @TempDir private Path place;

        @Override
        FileLayer files() {
            return SystemFiles.here();
        }

        @Override
        Path place() {
            return place;
        }
    }
}
