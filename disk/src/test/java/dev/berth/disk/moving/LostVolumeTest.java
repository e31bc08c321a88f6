package dev.berth.disk.moving;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.berth.disk.Disks;
import dev.berth.disk.Progress;
import dev.berth.disk.SessionId;
import dev.berth.disk.Tally;
import dev.berth.disk.Tool;
import dev.berth.disk.Volume;
import dev.berth.disk.VolumePath;
import dev.berth.disk.tree.TreeDisk;
import dev.berth.disk.tree.TreeReader.Choice;
import dev.berth.failure.Failure;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.Locale;

/// A disk in tree form that has lost one of its folders: its private bytes stay at home.
class LostVolumeTest {
    @TempDir private Path folder;
    private Path tree;

    @BeforeEach
    void create() throws Exception {
        tree = folder.resolve("tree");
        new Create(Disks.FILES, Disks.DISKS).tree(tree);
        for (var volume : Volume.values()) {
            Files.writeString(tree.resolve(volume.label()).resolve("note"), volume.label());
        }
    }

    /// As an agent's tool may have made it, or an editor that took our lines away.
    private void unmark() throws Exception {
        Files.delete(tree.resolve(".gitignore"));
    }

    private TreeDisk open() throws Failure {
        return TreeDisk.open(Disks.FILES, tree, Clock.systemUTC(), Disks.DISKS);
    }

    private Path shared() throws Failure {
        Path shared = folder.resolve("public.sqlite");
        new Share(Disks.FILES, Disks.DISKS).share(tree, shared, Progress.NONE);
        return shared;
    }

    @Test
    void isADiskWithoutItsScratch() throws Exception {
        remove("tmp");
        Path shared = shared();
        try (var disk = Disks.DISKS.open(shared)) {
            assertThat(disk.list(Volume.WORKSPACE))
                    .extracting(entry -> entry.path().value())
                    .containsExactly("/note");
        }
        assertThat(Disks.DISKS.tallies(shared)).containsEntry(Volume.MEMORY, Tally.NOTHING);
        try (var disk = open()) {
            assertThat(disk.list(Volume.TMP)).isEmpty();
            disk.put(new VolumePath("/again"), new byte[1], Volume.TMP);
        }
        assertThat(tree.resolve("tmp/again")).exists();
    }

    @ParameterizedTest
    @CsvSource({
        "workspace, absent, make the folder workspace",
        "memory, absent, make the folder memory",
        "workspace, link, put a real folder in place of workspace",
        "memory, link, put a real folder in place of memory",
        "tmp, link, put a real folder in place of tmp",
        "memory, file, put a real folder in place of memory",
        "workspace, upper, rename WORKSPACE to workspace",
        "tmp, upper, rename TMP to tmp"
    })
    void isRefusedByEveryVerb(String volume, String fate, String advice) throws Exception {
        unmark();
        Path at = tree.resolve(volume);
        switch (fate) {
            case "absent" -> remove(volume);
            case "link" -> {
                Files.move(at, folder.resolve("elsewhere"));
                Files.createSymbolicLink(at, folder.resolve("elsewhere"));
            }
            case "file" -> {
                remove(volume);
                Files.writeString(at, "x");
            }
            default -> Files.move(at, tree.resolve(volume.toUpperCase(Locale.ROOT)));
        }
        var names = Tool.names(folder);
        refused(advice, () -> open().close());
        refused(advice, this::shared);
        refused(
                advice,
                () ->
                        new Freeze(Disks.FILES, Disks.DISKS)
                                .freeze(
                                        tree,
                                        folder.resolve("cold"),
                                        new SessionId("s"),
                                        Progress.NONE));
        refused(
                advice,
                () ->
                        new Pack(Disks.FILES, Disks.DISKS)
                                .pack(
                                        tree,
                                        folder.resolve("p.sqlite"),
                                        Choice.EVERYTHING,
                                        Progress.NONE));
        assertThat(Tool.names(folder)).isEqualTo(names);
    }

    @ParameterizedTest
    @ValueSource(strings = {"create", "resume", "unpack"})
    void isKnownByItsIgnoreLinesEvenWithItsMemoryAlone(String made) throws Exception {
        if (!made.equals("create")) {
            new Freeze(Disks.FILES, Disks.DISKS)
                    .freeze(tree, folder, new SessionId("d"), Progress.NONE);
            tree = folder.resolve("again");
        }
        if (made.equals("resume")) {
            new Resume(Disks.FILES, Disks.DISKS, Clock.systemUTC())
                    .toTree(folder, new SessionId("d"), tree, Progress.NONE);
            Files.writeString(tree.resolve("tmp/note"), "new");
        }
        if (made.equals("unpack")) {
            new Unpack(Disks.FILES, Disks.DISKS, _ -> {})
                    .unpack(folder.resolve("d.sqlite"), tree, Volume.all(), false, Progress.NONE);
        }
        remove("workspace");
        remove("tmp");
        refused("make the folder workspace", this::shared);
        refused("make the folder workspace", () -> open().close());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/tmp/\n*.log\n/memory/\n",
                "/memory/\r\n/tmp/\r\n",
                "# Private volumes of a Berth disk stay out of git. Keep these lines last.\n"
            })
    void isKnownByWhatAnEditorLeftOfItsLines(String left) throws Exception {
        Files.writeString(tree.resolve(".gitignore"), left);
        remove("workspace");
        remove("tmp");
        refused("make the folder workspace", this::shared);
    }

    @Test
    void isStillADiskWithItsWorkAlone() throws Exception {
        remove("memory");
        remove("tmp");
        try (var disk = open()) {
            assertThat(disk.list(Volume.WORKSPACE)).hasSize(1);
            assertThat(disk.list(Volume.MEMORY)).isEmpty();
        }
    }

    @Test
    void isNotSeenInAProjectWithOneSuchName() throws Exception {
        unmark();
        remove("memory");
        remove("workspace");
        try (var disk = open()) {
            assertThat(disk.list(Volume.WORKSPACE))
                    .extracting(entry -> entry.path().value())
                    .containsExactly("/tmp/note");
        }
    }

    private interface Verb {
        void run() throws Exception;
    }

    private static void refused(String advice, Verb verb) {
        assertThatThrownBy(verb::run)
                .isInstanceOfSatisfying(
                        Failure.Refused.class,
                        refused -> assertThat(refused.advice()).contains(advice));
    }

    private void remove(String volume) throws Exception {
        Files.delete(tree.resolve(volume).resolve("note"));
        Files.delete(tree.resolve(volume));
    }
}
