package dev.berth.depot.memory;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.File;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/// Everything that is done with a depot, each with a heap that does not grow with what is in it. In
/// CI a part of the sizes with a part of the heap; the whole sizes in 512 MiB as a campaign.
class BoundedMemoryTest {
    @TempDir Path folder;

    @Test
    void aLargeFileMostlyHoles() throws Exception {
        largeFile(4096, 64, 128);
    }

    @Test
    @Tag("campaign")
    void aLargeFile() throws Exception {
        largeFile(4096, 1, 512);
    }

    @Test
    void aTreeOfManyFiles() throws Exception {
        manyFiles(60_000, 1000, 192);
    }

    @Test
    void aFolderOfManyFiles() throws Exception {
        manyFiles(30_000, 30_000, 144);
    }

    @Test
    @Tag("campaign")
    void aTreeOfManyMoreFiles() throws Exception {
        manyFiles(300_000, 1000, 512);
    }

    @Test
    @Tag("campaign")
    void aFolderOfManyMoreFiles() throws Exception {
        manyFiles(300_000, 300_000, 512);
    }

    @Test
    void aDepotOfManyChunks() throws Exception {
        manyChunks(400_000, 128);
    }

    @Test
    @Tag("campaign")
    void aDepotOfManyMoreChunks() throws Exception {
        manyChunks(5_000_000, 512);
    }

    /// Every `spread`th MiB has random bytes in it, the others are holes.
    private void largeFile(int mebibytes, int spread, int heap) throws Exception {
        Path tree = Files.createDirectories(folder.resolve("big"));
        var random = new SplittableRandom(8);
        var bytes = new byte[1 << 20];
        try (var file =
                FileChannel.open(
                        tree.resolve("file"),
                        StandardOpenOption.CREATE,
                        StandardOpenOption.WRITE)) {
            for (int i = spread - 1; i < mebibytes; i += spread) {
                random.nextBytes(bytes);
                file.write(ByteBuffer.wrap(bytes), (long) i << 20);
            }
        }
        assertThat(Files.size(tree.resolve("file"))).isEqualTo((long) mebibytes << 20);
        run(heap, "snapshot=big", "verify=data", "restore=big", "stats");
        assertThat(Files.mismatch(tree.resolve("file"), folder.resolve("back-big/file")))
                .isEqualTo(-1);
    }

    private void manyFiles(int files, int inFolder, int heap) throws Exception {
        Path tree = Files.createDirectories(folder.resolve("many"));
        for (int i = 0; i < files; i++) {
            Path in = tree.resolve("d" + i / inFolder);
            if (i % inFolder == 0) Files.createDirectories(in);
            Files.writeString(in.resolve("file-" + i), "content of " + i);
        }
        var told =
                run(
                        heap,
                        "snapshot=many",
                        "snapshot=many",
                        "restore=many",
                        "verify",
                        "stats",
                        "collect");
        assertThat(told.get(0)).contains("%d files, %d read".formatted(files, files));
        assertThat(told.get(1)).contains("%d files, ".formatted(files));
        assertThat(told.get(2)).contains("%d written".formatted(files));
        assertThat(told.get(3)).contains("whole, %d files".formatted(2 * files));
        assertThat(folder.resolve("back-many/d0/file-7")).hasContent("content of 7");
    }

    private void manyChunks(int chunks, int heap) throws Exception {
        Path tree = Files.createDirectories(folder.resolve("small"));
        for (int i = 0; i < 100; i++) Files.writeString(tree.resolve("f" + i), "small " + i);
        var told =
                run(
                        heap,
                        "chunks=" + chunks,
                        "verify=data",
                        "stats",
                        "snapshot=small",
                        "restore=half",
                        "collect",
                        "lose=half",
                        "verify",
                        "collect",
                        "verify",
                        "lose=all",
                        "restore=small",
                        "verify",
                        "forget=all",
                        "collect",
                        "collect",
                        "verify=data",
                        "stats");
        assertThat(told.get(1)).contains("whole");
        assertThat(told.get(7)).contains("DAMAGED");
        assertThat(told.get(9)).contains("whole");
        assertThat(told.get(12)).contains("DAMAGED");
        assertThat(told.get(16)).contains("whole");
    }

    /// What the child says of each step.
    private List<String> run(int heapMebibytes, String... steps) throws Exception {
        String java = ProcessHandle.current().info().command().orElseThrow();
        var command =
                new ArrayList<>(
                        List.of(
                                java,
                                "-XX:+UseParallelGC",
                                "-Xmx" + heapMebibytes + "m",
                                "--enable-native-access=ALL-UNNAMED",
                                "-cp",
                                classPath(),
                                MemoryChild.class.getName(),
                                folder.toString()));
        command.addAll(List.of(steps));
        var child = new ProcessBuilder(command).redirectErrorStream(true).start();
        try (var lines = child.inputReader(StandardCharsets.UTF_8)) {
            var told = lines.lines().peek(System.out::println).toList();
            assertThat(told).as("in %d MiB", heapMebibytes).last().isEqualTo("done");
            return told;
        } finally {
            child.destroyForcibly();
        }
    }

    private static String classPath() {
        return System.getProperty("java.class.path", "")
                .replace(File.pathSeparator + File.pathSeparator, File.pathSeparator);
    }
}
