package dev.berth.disk.moving;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.berth.disk.Disk;
import dev.berth.disk.Disks;
import dev.berth.disk.Limits;
import dev.berth.disk.Progress;
import dev.berth.disk.SessionId;
import dev.berth.disk.Tally;
import dev.berth.disk.Tool;
import dev.berth.disk.Volume;
import dev.berth.disk.VolumePath;
import dev.berth.disk.tree.TreeDisk;
import dev.berth.failure.Failure;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentSkipListSet;

class FreezeResumeTest {
    private static final SessionId ID = new SessionId("ses_1");

    @TempDir private Path folder;
    private Path disk;
    private Path cold;

    @BeforeEach
    void create() throws Exception {
        disk = folder.resolve("d.sqlite");
        cold = folder.resolve("cold");
        new Create(Disks.FILES, Disks.DISKS).file(disk);
        try (var open = Disks.DISKS.open(disk)) {
            fill(open);
        }
    }

    private static void fill(Disk disk) throws Failure {
        for (var volume : Volume.values()) {
            disk.put(
                    new VolumePath("/note"),
                    volume.label().getBytes(StandardCharsets.UTF_8),
                    volume);
            disk.put(new VolumePath("/a/b"), new byte[10], volume);
        }
    }

    private void freeze(Path from) throws Failure {
        new Freeze(Disks.FILES, Disks.DISKS).freeze(from, cold, ID, Progress.NONE);
    }

    private static Resume resume() {
        return new Resume(Disks.FILES, Disks.DISKS, Clock.systemUTC());
    }

    private Resume.Resumed resumeFile(Path live) throws Failure {
        return resume().toFile(cold, ID, live, Progress.NONE);
    }

    @Nested
    @DisplayName("A frozen disk")
    class Frozen {
        @Test
        void holdsAllThreeVolumesUnderTheSessionsName() throws Exception {
            freeze(disk);
            assertThat(Tool.names(cold)).containsExactly("ses_1.sqlite");
            assertThat(Disks.DISKS.same(disk, cold.resolve("ses_1.sqlite"), Volume.all())).isTrue();
        }

        @Test
        void isSeenToGrow() throws Exception {
            try (var open = Disks.DISKS.open(disk)) {
                for (int i = 0; i < 40; i++) open.put(new VolumePath("/" + i), new byte[1 << 20]);
            }
            var frozen = new ConcurrentSkipListSet<Long>();
            new Freeze(Disks.FILES, Disks.DISKS)
                    .freeze(disk, cold, ID, (_, bytes) -> frozen.add(bytes));
            assertThat(frozen.last()).isGreaterThan(40L << 20);
            var shared = new ConcurrentSkipListSet<Long>();
            new Share(Disks.FILES, Disks.DISKS)
                    .share(disk, folder.resolve("p.sqlite"), (_, bytes) -> shared.add(bytes));
            assertThat(shared.last()).isGreaterThan(40L << 20);
        }

        @Test
        void replacesAnOlderOneOfTheSameSession() throws Exception {
            freeze(disk);
            try (var open = Disks.DISKS.open(disk)) {
                open.put(new VolumePath("/later"), new byte[1]);
            }
            freeze(disk);
            assertThat(Disks.DISKS.same(disk, cold.resolve("ses_1.sqlite"), Volume.all())).isTrue();
            assertThat(Tool.names(cold)).containsExactly("ses_1.sqlite");
        }

        @Test
        void keepsRowsThatAreNoFilesAndRowsOverTheLimit() throws Exception {
            Tool.sqlite3(folder)
                    .run(
                            disk.toString(),
                            "insert into vfs(volume,path,content) values('workspace','../odd',1),"
                                    + "('memory','/huge',zeroblob(70000000))");
            freeze(disk);
            Path live = folder.resolve("live.sqlite");
            resumeFile(live);
            assertThat(Disks.DISKS.same(disk, live, Volume.survivingResume())).isTrue();
        }

        @Test
        void mayComeFromATree() throws Exception {
            Path tree = folder.resolve("tree");
            new Create(Disks.FILES, Disks.DISKS).tree(tree);
            try (var open = TreeDisk.open(Disks.FILES, tree, Clock.systemUTC(), Disks.DISKS)) {
                fill(open);
            }
            freeze(tree);
            assertThat(Disks.DISKS.tallies(cold.resolve("ses_1.sqlite")).values())
                    .allMatch(tally -> tally.files() == 2);
        }

        @Test
        void isNotPutBesideSomeonesJournal() throws Exception {
            freeze(disk);
            Files.writeString(cold.resolve("ses_1.sqlite-journal"), "hot");
            assertThatThrownBy(() -> freeze(disk)).isInstanceOf(Failure.Conflict.class);
            assertThat(Tool.names(cold)).containsExactly("ses_1.sqlite", "ses_1.sqlite-journal");
        }

        @Test
        void ofATreeThatIsRefusedLeavesNoColdStorage() throws Exception {
            Path tree = Files.createDirectory(folder.resolve("tree"));
            try (var large = new RandomAccessFile(tree.resolve("large").toFile(), "rw")) {
                large.setLength(Limits.MAX_FILE_BYTES + 1L);
            }
            Path fresh = folder.resolve("fresh");
            assertThatThrownBy(
                            () ->
                                    new Freeze(Disks.FILES, Disks.DISKS)
                                            .freeze(tree, fresh, new SessionId("s"), Progress.NONE))
                    .isInstanceOf(Failure.Refused.class);
            assertThat(fresh).doesNotExist();
        }

        @Test
        void ofNothingIsNotFoundAndLeavesNothing() throws Exception {
            assertThatThrownBy(() -> freeze(folder.resolve("none")))
                    .isInstanceOf(Failure.NotFound.class);
            assertThat(cold).doesNotExist();
        }
    }

    @Nested
    @DisplayName("A resumed disk")
    class Resumed {
        @Test
        void hasLostExactlyTmpAndSaysSo() throws Exception {
            freeze(disk);
            Path live = folder.resolve("live.sqlite");
            var resumed = resumeFile(live);
            assertThat(resumed.cleared()).isEqualTo(Map.of(Volume.TMP, new Tally(2, 13)));
            assertThat(resumed.kept())
                    .isEqualTo(
                            Map.of(
                                    Volume.WORKSPACE, new Tally(2, 19),
                                    Volume.MEMORY, new Tally(2, 16)));
            assertThat(Disks.DISKS.same(disk, live, Volume.survivingResume())).isTrue();
            assertThat(Disks.DISKS.tallies(live)).containsEntry(Volume.TMP, Tally.NOTHING);
            assertThat(Disks.DISKS.same(disk, cold.resolve("ses_1.sqlite"), Volume.all())).isTrue();
            assertThat(Tool.names(folder)).containsExactly("cold", "d.sqlite", "live.sqlite");
        }

        @Test
        void isTheSameWhenAskedForTwice() throws Exception {
            freeze(disk);
            Path live = folder.resolve("live.sqlite");
            resumeFile(live);
            assertThat(resumeFile(live).cleared()).containsEntry(Volume.TMP, Tally.NOTHING);
        }

        @Test
        void mayBeTheVeryDiskThatWasFrozen() throws Exception {
            freeze(disk);
            assertThat(resumeFile(disk).cleared()).containsEntry(Volume.TMP, new Tally(2, 13));
            assertThat(Disks.DISKS.tallies(disk)).containsEntry(Volume.TMP, Tally.NOTHING);
            assertThat(Disks.DISKS.tallies(disk)).containsEntry(Volume.MEMORY, new Tally(2, 16));
        }

        @Test
        void isNeverTheFrozenFileItself() throws Exception {
            freeze(disk);
            Path frozen = cold.resolve("ses_1.sqlite");
            Path link = Files.createSymbolicLink(folder.resolve("link.sqlite"), frozen);
            Path hard = Files.createLink(folder.resolve("hard.sqlite"), frozen);
            byte[] before = Files.readAllBytes(frozen);
            for (Path live : List.of(frozen, link, hard)) {
                assertThatThrownBy(() -> resumeFile(live))
                        .isInstanceOf(Failure.Conflict.class)
                        .hasMessageContaining("frozen file itself");
            }
            assertThat(Files.readAllBytes(frozen)).isEqualTo(before);
            assertThat(Tool.names(cold)).containsExactly("ses_1.sqlite");
        }

        @Test
        void neverReplacesOtherWork() throws Exception {
            freeze(disk);
            try (var open = Disks.DISKS.open(disk)) {
                open.put(new VolumePath("/later"), new byte[1]);
            }
            assertThatThrownBy(() -> resumeFile(disk)).isInstanceOf(Failure.Conflict.class);
            try (var open = Disks.DISKS.open(disk)) {
                assertThat(open.list(Volume.TMP)).hasSize(2);
            }
        }

        @Test
        void mayBeATree() throws Exception {
            freeze(disk);
            Path live = folder.resolve("live");
            var resumed = resume().toTree(cold, ID, live, Progress.NONE);
            assertThat(resumed.cleared()).containsEntry(Volume.TMP, new Tally(2, 13));
            assertThat(Tool.names(live))
                    .containsExactly(".gitignore", "memory", "tmp", "workspace");
            assertThat(Tool.names(live.resolve("tmp"))).isEmpty();
            assertThat(live.resolve("memory/note")).hasContent("memory");
            Files.writeString(live.resolve("tmp/scratch"), "x");
            assertThat(resume().toTree(cold, ID, live, Progress.NONE).cleared())
                    .containsEntry(Volume.TMP, new Tally(1, 1));
            Files.writeString(live.resolve("workspace/more"), "x");
            assertThatThrownBy(() -> resume().toTree(cold, ID, live, Progress.NONE))
                    .isInstanceOf(Failure.Conflict.class);
        }

        @Test
        void ofAnUnknownSessionIsNotFound() throws Exception {
            assertThatThrownBy(() -> resumeFile(folder.resolve("l.sqlite")))
                    .isInstanceOf(Failure.NotFound.class);
            assertThat(folder.resolve("l.sqlite")).doesNotExist();
        }
    }

    @Nested
    @DisplayName("A shared disk")
    class Shared {
        @Test
        void holdsTheWorkspaceAndNoTraceOfTheRest() throws Exception {
            byte[] secret = "a very private sentence".getBytes(StandardCharsets.UTF_8);
            Path shared = folder.resolve("public.sqlite");
            // The row is only in the log while its writer has the disk open.
            try (var open = Disks.DISKS.open(disk)) {
                open.put(new VolumePath("/secret"), secret, Volume.MEMORY);
                open.put(new VolumePath("/secret"), secret, Volume.TMP);
                open.put(new VolumePath("/fresh"), new byte[5]);
                var told = new Share(Disks.FILES, Disks.DISKS).share(disk, shared, Progress.NONE);
                assertThat(told.sent()).isEqualTo(Map.of(Volume.WORKSPACE, new Tally(3, 24)));
                assertThat(told.withheld()).containsOnlyKeys(Volume.MEMORY, Volume.TMP);
            }
            assertThat(Disks.DISKS.same(disk, shared, Volume.travelling())).isTrue();
            assertThat(Disks.DISKS.tallies(shared))
                    .containsEntry(Volume.MEMORY, Tally.NOTHING)
                    .containsEntry(Volume.TMP, Tally.NOTHING);
            assertThat(new String(Files.readAllBytes(shared), StandardCharsets.ISO_8859_1))
                    .doesNotContain("very private");
            assertThat(Tool.names(folder)).containsExactly("d.sqlite", "public.sqlite");
        }

        @Test
        void neverReplacesAFile() throws Exception {
            Path shared = folder.resolve("public.sqlite");
            Files.writeString(shared, "mine");
            assertThatThrownBy(
                            () ->
                                    new Share(Disks.FILES, Disks.DISKS)
                                            .share(disk, shared, Progress.NONE))
                    .isInstanceOf(Failure.Conflict.class);
            assertThat(shared).hasContent("mine");
        }

        @Test
        void mayComeFromATree() throws Exception {
            Path tree = folder.resolve("tree");
            new Unpack(Disks.FILES, Disks.DISKS, _ -> {})
                    .unpack(disk, tree, Volume.all(), false, Progress.NONE);
            Path shared = folder.resolve("public.sqlite");
            new Share(Disks.FILES, Disks.DISKS).share(tree, shared, Progress.NONE);
            assertThat(Disks.DISKS.same(disk, shared, Volume.travelling())).isTrue();
            assertThat(Disks.DISKS.tallies(shared)).containsEntry(Volume.MEMORY, Tally.NOTHING);
        }
    }
}
