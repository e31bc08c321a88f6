package dev.berth.disk;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.berth.failure.Failure;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.FileInputStream;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;

class ContentsTest {
    private static final VolumePath PATH = new VolumePath("/large");

    @TempDir private Path folder;

    private InputStream file(int bytes) throws Exception {
        return new FileInputStream(
                Files.write(folder.resolve("content"), new byte[bytes]).toFile());
    }

    @Test
    void areReadUpToTheLimit() throws Exception {
        try (var content = file(10)) {
            assertThat(Contents.upTo(10, content, Volume.WORKSPACE, PATH)).hasSize(10);
        }
    }

    /// A file at its very end refuses to be skipped any further.
    @Test
    void areRefusedByNameWithOneByteMore() throws Exception {
        try (var content = file(11)) {
            assertThatThrownBy(() -> Contents.upTo(10, content, Volume.WORKSPACE, PATH))
                    .isInstanceOf(Failure.Refused.class)
                    .hasMessageContaining("/large");
        }
    }
}
