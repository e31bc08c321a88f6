package dev.berth.disk.moving;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.berth.disk.Disks;
import dev.berth.disk.Limits;
import dev.berth.disk.Progress;
import dev.berth.disk.Tool;
import dev.berth.disk.Volume;
import dev.berth.disk.VolumePath;
import dev.berth.disk.tree.TreeReader.Choice;
import dev.berth.durable.Name;
import dev.berth.failure.Failure;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermission;
import java.time.Instant;
import java.util.Comparator;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicLong;

/// A tree, packed and unpacked again.
class RoundTripTest {
    private static final Instant TIME = Instant.parse("2001-02-03T04:05:06.987654321Z");

    @TempDir private Path folder;
    private Path tree;
    private Path disk;
    private Path out;

    @BeforeEach
    void name() throws Exception {
        tree = Files.createDirectory(folder.resolve("tree"));
        disk = folder.resolve("d.sqlite");
        out = folder.resolve("out");
    }

    private void pack() throws Failure {
        new Pack(Disks.FILES, Disks.DISKS).pack(tree, disk, Choice.EVERYTHING, Progress.NONE);
    }

    private void unpack(Path to) throws Failure {
        new Unpack(Disks.FILES, Disks.DISKS, _ -> {})
                .unpack(disk, to, Volume.all(), false, Progress.NONE);
    }

    private void volumes() throws Exception {
        for (var volume : Volume.values()) Files.createDirectory(tree.resolve(volume.label()));
    }

    private static void file(Path file, String content) throws Exception {
        Files.createDirectories(file.getParent());
        Files.writeString(file, content);
        Files.setLastModifiedTime(file, FileTime.from(TIME));
    }

    /// Everything that must survive, by path.
    private static Map<String, String> facts(Path root) throws Exception {
        var facts = new TreeMap<String, String>();
        try (var files = Files.walk(root)) {
            for (Path file : files.toList()) {
                String name = root.relativize(file).toString();
                if (Files.isSymbolicLink(file)) {
                    facts.put(name, "link " + Files.readSymbolicLink(file) + " " + time(file));
                } else if (Files.isDirectory(file)) {
                    facts.put(name, "folder" + (Tool.names(file).isEmpty() ? time(file) : ""));
                } else {
                    facts.put(name, Files.readString(file) + Files.isExecutable(file) + time(file));
                }
            }
        }
        return facts;
    }

    private static String time(Path file) throws Exception {
        return Files.getLastModifiedTime(file, LinkOption.NOFOLLOW_LINKS).toInstant().toString();
    }

    @Test
    void ofADiskKeepsEverything() throws Exception {
        volumes();
        for (var volume : Volume.values()) {
            Path top = tree.resolve(volume.label());
            file(top.resolve("with space"), volume.label());
            file(top.resolve("new\nline"), "");
            file(top.resolve("q'uo\"te/deep/er"), "x".repeat(100_000));
            file(top.resolve("😀/é"), "emoji");
            file(top.resolve("n".repeat(255)), "long");
            file(top.resolve("run.sh"), "#!/bin/sh");
            Files.setPosixFilePermissions(
                    top.resolve("run.sh"), Set.of(PosixFilePermission.values()));
            Files.createDirectories(top.resolve("empty/folder"));
            Files.setLastModifiedTime(top.resolve("empty/folder"), FileTime.from(TIME));
            Files.createSymbolicLink(top.resolve("dangling"), Path.of("../../no/such"));
            Files.createSymbolicLink(top.resolve("absolute"), Path.of("/etc/passwd"));
            Files.createSymbolicLink(top.resolve("to folder"), Path.of("empty"));
            file(top.resolve("before 1970"), "old");
            Files.setLastModifiedTime(
                    top.resolve("before 1970"),
                    FileTime.from(Instant.parse("1969-12-31T23:59:58.25Z")));
        }
        pack();
        unpack(out);
        var expected = facts(tree);
        var found = facts(out);
        found.remove(".gitignore");
        assertThat(found).isEqualTo(expected);
        assertThat(Tool.names(folder)).containsExactly("d.sqlite", "out", "tree");
    }

    @Test
    void ofAPlainFolderGivesThatFolderBack() throws Exception {
        file(tree.resolve("src/main"), "code");
        file(tree.resolve("tmp/scratch"), "the work's own");
        file(tree.resolve("README"), "words");
        pack();
        assertThat(Disks.DISKS.tallies(disk).keySet()).contains(Volume.WORKSPACE);
        unpack(out);
        assertThat(facts(out)).isEqualTo(facts(tree));
    }

    @Test
    void ofAPlainFolderThatLearnedSomethingIsADisk() throws Exception {
        file(tree.resolve("README"), "words");
        pack();
        try (var open = Disks.DISKS.open(disk)) {
            open.put(new VolumePath("/m"), new byte[] {'m'}, Volume.MEMORY);
        }
        unpack(out);
        assertThat(Tool.names(out)).containsExactly(".gitignore", "memory", "tmp", "workspace");
        assertThat(out.resolve("memory/m")).hasContent("m");
    }

    @Test
    void bySeveralHandsGivesTheSameTree() throws Exception {
        volumes();
        for (int i = 0; i < 1500; i++) {
            file(tree.resolve("workspace/d" + i / 40 % 7 + "/e" + i % 11 + "/f" + i), "no " + i);
        }
        pack();
        var wide = new Unpack(Disks.FILES, Disks.DISKS, _ -> {}, 3);
        var reached = new AtomicLong();
        var written = wide.unpack(disk, out, Volume.all(), false, (files, _) -> reached.set(files));
        assertThat(written.files()).isEqualTo(1500);
        assertThat(reached.get()).isEqualTo(1500);
        Path again = folder.resolve("again.sqlite");
        new Pack(Disks.FILES, Disks.DISKS).pack(out, again, Choice.EVERYTHING, Progress.NONE);
        assertThat(Disks.DISKS.same(disk, again, Volume.all())).isTrue();
        // Once more over what is there, and with something in the way of one of them.
        wide.unpack(disk, out, Volume.all(), false, Progress.NONE);
        Path blocked = out.resolve("workspace/d3/e5");
        try (var below = Files.walk(blocked)) {
            for (var each : below.sorted(Comparator.reverseOrder()).toList()) Files.delete(each);
        }
        Files.writeString(blocked, "a file");
        assertThatThrownBy(() -> wide.unpack(disk, out, Volume.all(), false, Progress.NONE))
                .isInstanceOf(Failure.Conflict.class)
                .hasMessageContaining("/d3/e5");
        assertThat(Tool.names(out)).noneMatch(name -> name.startsWith(".berth"));
    }

    @Test
    void ofAPublicTreeFindsTheWorkspaceAgain() throws Exception {
        volumes();
        file(tree.resolve("workspace/a"), "work");
        file(tree.resolve("memory/m"), "secret");
        pack();
        new Unpack(Disks.FILES, Disks.DISKS, _ -> {})
                .unpack(disk, out, Volume.travelling(), true, Progress.NONE);
        assertThat(Tool.names(out)).containsExactly(".gitignore", "workspace");
        Path again = folder.resolve("again.sqlite");
        new Pack(Disks.FILES, Disks.DISKS).pack(out, again, Choice.EVERYTHING, Progress.NONE);
        try (var open = Disks.DISKS.open(again)) {
            assertThat(open.get(new VolumePath("/a"))).isNotEmpty();
        }
    }

    @Test
    void namesWhatADiskCannotHold() throws Exception {
        volumes();
        file(tree.resolve("stray"), "beside the volumes");
        file(tree.resolve("workspace/fine"), "x");
        new Tool("mkfifo", tree).run("workspace/pipe");
        var outcome =
                new Pack(Disks.FILES, Disks.DISKS)
                        .pack(tree, disk, Choice.EVERYTHING, Progress.NONE);
        assertThat(outcome.skipped()).containsExactlyInAnyOrder("workspace/pipe", "stray");
        assertThat(outcome.taken().files()).isEqualTo(1);
    }

    @Test
    void refusesANameThatIsNotUtf8AndShowsIt() throws Exception {
        try (var open = Disks.FILES.open(tree)) {
            open.create(Name.parse(new byte[] {'a', (byte) 0xff}).orElseThrow(), 0644).close();
        }
        assertThatThrownBy(this::pack)
                .isInstanceOf(Failure.Refused.class)
                .hasMessageContaining("a\\xff");
        assertThat(Tool.names(folder)).containsExactly("tree");
    }

    @Test
    void refusesAFileOverTheLimitByName() throws Exception {
        file(tree.resolve("fine"), "x");
        try (var large = new RandomAccessFile(tree.resolve("large").toFile(), "rw")) {
            large.setLength(Limits.MAX_FILE_BYTES + 1L);
        }
        assertThatThrownBy(this::pack)
                .isInstanceOfSatisfying(
                        Failure.Refused.class,
                        failure -> {
                            assertThat(failure.what()).contains("/large");
                            assertThat(failure.advice()).contains("tree").contains("depot");
                        });
        assertThat(Tool.names(folder)).containsExactly("tree");
    }

    @Test
    void takesAFileOfExactlyTheLimit() throws Exception {
        try (var large = new RandomAccessFile(tree.resolve("large").toFile(), "rw")) {
            large.setLength(Limits.MAX_FILE_BYTES);
        }
        pack();
        unpack(out);
        assertThat(Files.size(out.resolve("large"))).isEqualTo(Limits.MAX_FILE_BYTES);
    }

    @Test
    void neverFollowsALinkOnTheWayIn() throws Exception {
        Path secret = Files.createDirectory(folder.resolve("secret"));
        file(secret.resolve("key"), "private");
        Files.createSymbolicLink(tree.resolve("l"), secret);
        pack();
        unpack(out);
        assertThat(Files.readSymbolicLink(out.resolve("l"))).isEqualTo(secret);
        assertThat(facts(secret)).containsKey("key");
    }

    @Test
    void intoAPopulatedFolderReplacesWhatHasTheNameAndNothingElse() throws Exception {
        file(tree.resolve("a/one"), "new");
        file(tree.resolve("two"), "new");
        pack();
        file(out.resolve("a/one"), "old");
        file(out.resolve("a/mine"), "mine");
        Files.createSymbolicLink(out.resolve("two"), Path.of("/etc/hostname"));
        unpack(out);
        assertThat(out.resolve("a/one")).hasContent("new");
        assertThat(out.resolve("a/mine")).hasContent("mine");
        assertThat(Files.isSymbolicLink(out.resolve("two"))).isFalse();
        assertThat(Tool.names(out)).containsExactly("a", "two");
        unpack(out);
        assertThat(out.resolve("two")).hasContent("new");
    }

    @Test
    void intoAPopulatedFolderNeverGoesThroughALink() throws Exception {
        file(tree.resolve("a/one"), "new");
        pack();
        Path elsewhere = Files.createDirectory(folder.resolve("elsewhere"));
        Files.createDirectory(out);
        Files.createSymbolicLink(out.resolve("a"), elsewhere);
        assertThatThrownBy(() -> unpack(out)).isInstanceOf(Failure.Conflict.class);
        assertThat(Tool.names(elsewhere)).isEmpty();
        assertThat(Tool.names(out)).containsExactly("a");
    }

    @Test
    void intoAnEmptyFolderWorks() throws Exception {
        file(tree.resolve("one"), "x");
        pack();
        Files.createDirectory(out);
        unpack(out);
        assertThat(facts(out)).isEqualTo(facts(tree));
    }

    @Test
    void refusesToPackOverAFileUnlessReplacing() throws Exception {
        file(tree.resolve("one"), "1");
        pack();
        file(tree.resolve("two"), "2");
        assertThatThrownBy(this::pack).isInstanceOf(Failure.Conflict.class);
        Files.delete(tree.resolve("one"));
        try (var reader = Disks.DISKS.open(disk)) {
            assertThat(reader.list(Volume.WORKSPACE)).hasSize(1);
            new Pack(Disks.FILES, Disks.DISKS)
                    .replace(tree, disk, Choice.EVERYTHING, Progress.NONE);
            assertThat(reader.list(Volume.WORKSPACE).getFirst().path().value()).isEqualTo("/two");
        }
        assertThat(Tool.names(folder)).containsExactly("d.sqlite", "tree");
    }

    @Test
    void refusesAnOrphanedLogBesideTheNewFile() throws Exception {
        file(tree.resolve("one"), "1");
        Files.writeString(folder.resolve("d.sqlite-wal"), "left by someone");
        assertThatThrownBy(this::pack)
                .isInstanceOf(Failure.Conflict.class)
                .hasMessageContaining("d.sqlite-wal");
        assertThat(Tool.names(folder)).containsExactly("d.sqlite-wal", "tree");
    }
}
