package dev.berth.bundle;

import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.bundle.Port.Form;
import dev.berth.bundle.receive.Receive.Terms;
import dev.berth.disk.DiskEntry;
import dev.berth.disk.EntryKind;
import dev.berth.disk.Layout;
import dev.berth.disk.Volume;
import dev.berth.disk.VolumePath;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.BufferedReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.locks.LockSupport;

/// File form, killed for real at instants spread over the whole work.
@DisplayName("A kill at work on a disk in file form")
class KillTest {
    private static final int KILLS = Integer.getInteger("berth.kills", 12);
    private static final long SEED = 20261116;
    private static final int FILES = 150;

    // A kill loses no memory: what the kernel has, stays.
    @TempDir(factory = Ram.class)
    Path folder;

    private Port port;

    @BeforeEach
    void fill() throws Exception {
        port = Port.at(folder);
        var disk = port.create("d", Form.FILE);
        var random = new SplittableRandom(SEED);
        try (var open = port.disks().rebuild(disk, Layout.DISK)) {
            for (int i = 0; i < FILES; i++) {
                byte[] content = new byte[20_000];
                random.nextBytes(content);
                open.take(
                        Volume.WORKSPACE,
                        new DiskEntry(
                                new VolumePath("/f" + (1000 + i)),
                                EntryKind.FILE,
                                content.length,
                                i,
                                0),
                        content);
            }
            open.finish();
        }
        port.ship(disk, port.path("in.wbundle"));
    }

    @Test
    void leavesAWholeBundleOrNone() throws Exception {
        kill(
                "ship",
                port.path("out.wbundle"),
                () -> {
                    port.verify(port.path("out.wbundle"), Terms.USUAL);
                    assertThat(port.path("out.wbundle"))
                            .hasSameBinaryContentAs(port.path("in.wbundle"));
                });
    }

    @Test
    void leavesAWholeDiskOrNone() throws Exception {
        kill(
                "receive",
                port.path("back.sqlite"),
                () ->
                        assertThat(
                                        port.disks()
                                                .same(
                                                        port.path("d.sqlite"),
                                                        port.path("back.sqlite"),
                                                        Volume.all()))
                                .isTrue());
    }

    private void kill(String verb, Path target, Check whole) throws Exception {
        var random = new SplittableRandom(SEED);
        long typicalNanos = 0;
        int there = 0;
        for (int round = 0; round <= KILLS; round++) {
            Files.deleteIfExists(target);
            var process = child(verb);
            try (BufferedReader out = process.inputReader()) {
                assertThat(out.readLine()).isEqualTo("ready");
                long began = System.nanoTime();
                process.outputWriter().append("go\n").flush();
                if (round == 0) {
                    assertThat(out.readLine()).isEqualTo("done");
                    typicalNanos = System.nanoTime() - began;
                } else {
                    LockSupport.parkNanos(random.nextLong(typicalNanos));
                }
            } finally {
                process.destroyForcibly().waitFor();
            }
            if (Files.exists(target)) {
                there++;
                whole.run();
            } else {
                KilledVoyage.run(port, port, verb.equals("ship"));
                whole.run();
            }
            try (var left = Files.list(folder)) {
                assertThat(left.filter(path -> path.toString().contains(".berth-stage")))
                        .as("what was left is swept")
                        .hasSizeLessThanOrEqualTo(Files.exists(target) ? 1 : 0);
            }
        }
        System.out.printf("%s: %d kills, %d whole%n", verb, KILLS, there - 1);
        assertThat(there).isLessThanOrEqualTo(KILLS);
    }

    private Process child(String verb) throws Exception {
        var line =
                List.of(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:+UseSerialGC",
                        "-XX:TieredStopAtLevel=1",
                        "-Xmx256m",
                        "--enable-native-access=ALL-UNNAMED",
                        "-cp",
                        System.getProperty("java.class.path"),
                        KilledVoyage.class.getName(),
                        verb,
                        folder.toString());
        return new ProcessBuilder(line).redirectError(ProcessBuilder.Redirect.INHERIT).start();
    }

    private interface Check {
        void run() throws Exception;
    }
}
