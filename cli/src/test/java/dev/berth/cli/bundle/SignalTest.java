package dev.berth.cli.bundle;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

@DisplayName("A command that a signal ends")
class SignalTest {
    private static final long DEADLINE_SECONDS = 120;

    @TempDir Path folder;
    private final List<Process> started = new ArrayList<>();

    @AfterEach
    void end() {
        started.forEach(Process::destroyForcibly);
    }

    @Test
    void leavesNothingOfAShipBehind() throws Exception {
        // So much that it is still at work when the signal comes; it is a hole, and takes no room.
        sparse("d/large", 16L << 30);
        var ship = start("ship", "d", "out.wbundle");
        awaitStage(ship);
        ship.destroy();
        assertThat(ended(ship)).isEqualTo(143);
        assertThat(names()).containsExactly("d");
    }

    @Test
    void leavesNothingOfAReceiptBehind() throws Exception {
        sparse("d/large", 200L << 20);
        assertThat(ended(start("ship", "d", "out.wbundle"))).isZero();
        var receive = start("receive", "out.wbundle", "back");
        awaitStage(receive);
        // It may have been done by then, and then it is whole.
        receive.destroy();
        boolean done = ended(receive) == 0;
        if (done) assertThat(folder.resolve("back/workspace/large")).hasSize(200L << 20);
        assertThat(names()).isSubsetOf("d", "out.wbundle", "back").hasSize(done ? 3 : 2);
    }

    private void sparse(String name, long size) throws IOException {
        Files.createDirectories(folder.resolve("d"));
        try (var file = new RandomAccessFile(folder.resolve(name).toFile(), "rw")) {
            file.setLength(size);
        }
    }

    private Process start(String... words) throws IOException {
        var line =
                new ArrayList<>(
                        List.of(
                                Path.of(System.getProperty("java.home"), "bin/java").toString(),
                                "-Xmx256m",
                                "--enable-native-access=ALL-UNNAMED",
                                "-cp",
                                System.getProperty("java.class.path"),
                                "dev.berth.cli.Berth"));
        line.addAll(List.of(words));
        var process =
                new ProcessBuilder(line)
                        .directory(folder.toFile())
                        .redirectErrorStream(true)
                        .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                        .start();
        started.add(process);
        return process;
    }

    private void awaitStage(Process process) throws Exception {
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(DEADLINE_SECONDS);
        while (names().stream().noneMatch(name -> name.startsWith(".berth-stage-"))) {
            assertThat(System.nanoTime()).isLessThan(end);
            if (process.waitFor(1, TimeUnit.MILLISECONDS)) return;
        }
    }

    private static int ended(Process process) throws Exception {
        assertThat(process.waitFor(DEADLINE_SECONDS, TimeUnit.SECONDS)).isTrue();
        return process.exitValue();
    }

    private List<String> names() throws IOException {
        try (var all = Files.list(folder)) {
            return all.map(path -> folder.relativize(path).toString()).toList();
        }
    }
}
