package dev.berth.disk.moving;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.berth.disk.Disks;
import dev.berth.disk.Progress;
import dev.berth.disk.SessionId;
import dev.berth.disk.Tool;
import dev.berth.disk.Volume;
import dev.berth.disk.VolumePath;
import dev.berth.failure.Failure;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;

/// Several processes on one disk.
class ConcurrencyTest {
    @TempDir private Path folder;
    @TempDir private Path library;
    private Path disk;

    @BeforeEach
    void create() throws Exception {
        disk = folder.resolve("d.sqlite");
        new Create(Disks.FILES, Disks.DISKS).file(disk);
    }

    @Test
    @Timeout(120)
    void aFreezeBesideAWriterIsOnePointInTime() throws Exception {
        freezeBesideAWriter(40);
    }

    @Test
    @Tag("campaign")
    @Timeout(600)
    void aFreezeOf300MegabytesBesideAWriterIsOnePointInTime() throws Exception {
        freezeBesideAWriter(300);
    }

    private void freezeBesideAWriter(int megabytes) throws Exception {
        try (var open = Disks.DISKS.open(disk)) {
            for (int i = 0; i < megabytes; i++) {
                open.put(new VolumePath("/fill/" + i), new byte[1 << 20]);
            }
        }
        Path cold = folder.resolve("cold");
        try (var writer =
                Child.start(Child.library(library), WritingChild.class, disk.toString())) {
            String last = writer.next();
            for (int round = 0; round < 5; round++) {
                last = writer.newest(last);
                var frozen =
                        new Freeze(Disks.FILES, Disks.DISKS)
                                .freeze(disk, cold, new SessionId("s"), Progress.NONE);
                int[] found = WritingChild.counters(frozen.file());
                assertThat(found[0]).isEqualTo(found[1]);
                assertThat(found[0]).isGreaterThanOrEqualTo(Integer.parseInt(last));
                last = writer.next();
            }
        }
    }

    @Test
    void aShareBesideAWriterTakesWhatIsCommitted() throws Exception {
        try (var writer =
                Child.start(Child.library(library), WritingChild.class, disk.toString())) {
            int last = Integer.parseInt(writer.next());
            Path shared = folder.resolve("public.sqlite");
            new Share(Disks.FILES, Disks.DISKS).share(disk, shared, Progress.NONE);
            try (var open = Disks.DISKS.open(shared)) {
                var text = new String(open.get(new VolumePath("/one")), StandardCharsets.UTF_8);
                assertThat(Integer.parseInt(text)).isGreaterThanOrEqualTo(last);
                assertThat(open.list(Volume.MEMORY)).isEmpty();
            }
        }
    }

    @Test
    void aWriterThatHoldsOnGivesLockedAfterABoundedWait() throws Exception {
        var holder =
                new ProcessBuilder("sqlite3", disk.toString()).directory(folder.toFile()).start();
        Tool.sqlite3(folder);
        try (var in = holder.outputWriter();
                var out = holder.inputReader()) {
            in.write("begin immediate;\nselect 'held';\n");
            in.flush();
            assertThat(out.readLine()).isEqualTo("held");
            var impatient = Disks.with(Clock.systemUTC(), Duration.ofMillis(200));
            try (var open = impatient.open(disk)) {
                assertThatThrownBy(() -> open.put(new VolumePath("/x"), new byte[1]))
                        .isInstanceOf(Failure.Locked.class);
                assertThat(open.list(Volume.WORKSPACE)).isEmpty();
                in.write("commit;\nselect 'let go';\n");
                in.flush();
                assertThat(out.readLine()).isEqualTo("let go");
                open.put(new VolumePath("/x"), new byte[1]);
                assertThat(open.list(Volume.WORKSPACE)).hasSize(1);
            }
        } finally {
            holder.waitFor();
        }
    }

    @Test
    @Timeout(120)
    void twoProcessesBothMakeProgress() throws Exception {
        try (var writer =
                Child.start(Child.library(library), WritingChild.class, disk.toString())) {
            String last = writer.next();
            try (var open = Disks.DISKS.open(disk)) {
                for (int i = 0; i < 50; i++) open.put(new VolumePath("/mine/" + i), new byte[10]);
                int before = Integer.parseInt(writer.newest(last));
                int after = before;
                for (int i = 0; i < 3; i++) after = Integer.parseInt(writer.next());
                assertThat(after).isGreaterThan(before);
                assertThat(open.list(Volume.WORKSPACE)).hasSize(51);
            }
        }
    }
}
