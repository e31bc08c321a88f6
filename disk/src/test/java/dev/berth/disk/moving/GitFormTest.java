package dev.berth.disk.moving;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.berth.disk.Disks;
import dev.berth.disk.Progress;
import dev.berth.disk.Tool;
import dev.berth.disk.Volume;
import dev.berth.disk.VolumePath;
import dev.berth.disk.git.GitWorkTree;
import dev.berth.disk.tree.TreeReader.Choice;
import dev.berth.failure.Failure;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/// A disk in a git work tree, with the real git.
class GitFormTest {
    @TempDir private Path folder;
    private Path disk;
    private Path repository;
    private Tool git;

    @BeforeEach
    void create() throws Exception {
        disk = folder.resolve("d.sqlite");
        new Create(Disks.FILES, Disks.DISKS).file(disk);
        try (var open = Disks.DISKS.open(disk)) {
            open.put(new VolumePath("/work"), new byte[] {'w'});
            open.put(new VolumePath("/tmp/own"), new byte[] {'w'});
            open.put(new VolumePath("/memory/own"), new byte[] {'w'});
            open.put(new VolumePath("/m"), new byte[] {'m'}, Volume.MEMORY);
            open.put(new VolumePath("/t"), new byte[] {'t'}, Volume.TMP);
        }
        repository = Files.createDirectory(folder.resolve("repository"));
        git = Tool.git(repository);
        git.run("init", "-q");
    }

    private void unpack() throws Failure {
        new Unpack(
                        Disks.FILES,
                        Disks.DISKS,
                        tree -> new GitWorkTree(Disks.FILES, tree).refuseTracked())
                .unpack(disk, repository, Volume.all(), false, Progress.NONE);
    }

    private List<String> status() throws Exception {
        return git.run("status", "--porcelain", "-uall").lines().sorted().toList();
    }

    private static final List<String> WORK =
            List.of("?? workspace/memory/own", "?? workspace/tmp/own", "?? workspace/work");

    @Test
    void hidesThePrivateVolumesAndShowsTheWorksOwnFolders() throws Exception {
        unpack();
        assertThat(repository.resolve("memory/m")).exists();
        assertThat(status()).containsAll(WORK).hasSize(4).contains("?? .gitignore");
        unpack();
        assertThat(Files.readString(repository.resolve(".gitignore")).lines())
                .hasSize(3)
                .endsWith("/memory/", "/tmp/");
    }

    @Test
    void keepsTheUsersLinesAndWinsOverTheirNegations() throws Exception {
        Files.writeString(
                repository.resolve(".gitignore"), "*.log\n!/memory/\n!/memory/**\n!tmp\n!*");
        Files.writeString(repository.resolve("a.txt"), "x");
        unpack();
        assertThat(Files.readString(repository.resolve(".gitignore")))
                .startsWith("*.log\n!/memory/\n!/memory/**\n!tmp\n!*\n#");
        assertThat(status()).noneMatch(line -> line.contains(" memory/") || line.contains(" tmp/"));
        // Lines that came after ours lose their place to ours again.
        Files.writeString(
                repository.resolve(".gitignore"),
                Files.readString(repository.resolve(".gitignore")) + "!/memory/\n");
        unpack();
        assertThat(status()).noneMatch(line -> line.contains(" memory/") || line.contains(" tmp/"));
        assertThat(Files.readString(repository.resolve(".gitignore")))
                .containsOnlyOnce("# Private")
                .contains("!*\n!/memory/\n#");
    }

    @Test
    void isNotFooledByANestedIgnoreFileOrAnIndexOfNegations() throws Exception {
        try (var open = Disks.DISKS.open(disk)) {
            open.put(new VolumePath("/.gitignore"), new byte[] {'!', '*', '\n'}, Volume.MEMORY);
        }
        unpack();
        assertThat(status()).noneMatch(line -> line.contains(" memory/"));
    }

    @Test
    void refusesWhenGitAlreadyTracksAPrivateVolume() throws Exception {
        Files.createDirectory(repository.resolve("memory"));
        Files.writeString(repository.resolve("memory/old"), "x");
        git.run("add", "-f", "memory/old");
        assertThatThrownBy(this::unpack)
                .isInstanceOfSatisfying(
                        Failure.Conflict.class,
                        failure ->
                                assertThat(failure.advice())
                                        .contains("git rm -r --cached memory/"));
        assertThat(Tool.names(repository)).containsExactly(".git", "memory");
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void refusesWhenGitTracksAPrivateVolumeThatWasRemoved(boolean empty) throws Exception {
        Path outer = repository;
        repository = outer.resolve("in[n]er");
        Files.createDirectories(repository.resolve("memory"));
        Files.writeString(repository.resolve("memory/old"), "x");
        git.run("add", "-f", "in[n]er/memory/old");
        Files.delete(repository.resolve("memory/old"));
        Files.delete(repository.resolve("memory"));
        if (!empty) Files.delete(repository);
        assertThatThrownBy(this::unpack)
                .isInstanceOfSatisfying(
                        Failure.Conflict.class,
                        failure ->
                                assertThat(failure.advice())
                                        .endsWith((empty ? "memory/`" : "in[n]er/memory/`")));
        assertThat(Tool.names(outer)).doesNotContain(".gitignore");
    }

    @Test
    void refusesARepositoryInPlaceOfAPrivateVolume() throws Exception {
        Path inner = Files.createDirectory(repository.resolve("memory"));
        var innerGit = Tool.git(inner);
        innerGit.run("init", "-q");
        Files.writeString(inner.resolve("a"), "x");
        innerGit.run("add", "a");
        innerGit.run("-c", "user.name=n", "-c", "user.email=e@x", "commit", "-qm", "inner");
        git.run("add", "memory");
        assertThatThrownBy(this::unpack)
                .isInstanceOfSatisfying(
                        Failure.Conflict.class,
                        failure ->
                                assertThat(failure.advice())
                                        .contains("`git rm -r --cached memory`"));
    }

    @Test
    void refusesAnIgnoreFileThatIsALink() throws Exception {
        Files.createSymbolicLink(repository.resolve(".gitignore"), Path.of("elsewhere"));
        assertThatThrownBy(this::unpack).isInstanceOf(Failure.Refused.class);
        assertThat(Tool.names(repository)).containsExactly(".git", ".gitignore");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                ".git",
                ".GIT",
                "git~1",
                ".gi\u200ct",
                ".git ",
                ".git::$INDEX",
                "\uff0e\uff47it"
            })
    void plantsNothingInARepositoryThatIsThere(String name) throws Exception {
        Path plain = Files.createDirectory(folder.resolve("plain"));
        Files.writeString(plain.resolve("work"), "w");
        disk = folder.resolve("plain.sqlite");
        new Pack(Disks.FILES, Disks.DISKS).pack(plain, disk, Choice.EVERYTHING, Progress.NONE);
        try (var open = Disks.DISKS.open(disk)) {
            open.put(new VolumePath("/" + name + "/hooks/pre-commit"), new byte[] {'#'});
        }
        for (var volumes : List.of(Volume.all(), Volume.travelling())) {
            assertThatThrownBy(
                            () ->
                                    new Unpack(Disks.FILES, Disks.DISKS, _ -> {})
                                            .unpack(
                                                    disk,
                                                    repository,
                                                    volumes,
                                                    false,
                                                    Progress.NONE))
                    .isInstanceOf(Failure.Refused.class)
                    .hasMessageContaining("hooks/pre-commit");
        }
        assertThat(Tool.names(repository)).containsExactly(".git");
        new Unpack(Disks.FILES, Disks.DISKS, _ -> {})
                .unpack(disk, folder.resolve("new"), Volume.all(), false, Progress.NONE);
        assertThat(folder.resolve("new").resolve(name)).exists();
    }

    @Test
    void packsWhatGitDoesNotIgnore() throws Exception {
        Files.writeString(repository.resolve(".gitignore"), "*.log\n/build/\n!keep.log\n");
        Files.createDirectories(repository.resolve("build/deep"));
        Files.writeString(repository.resolve("build/deep/out"), "x");
        Files.writeString(repository.resolve("a.log"), "x");
        Files.writeString(repository.resolve("keep.log"), "x");
        Files.writeString(repository.resolve("tracked.log"), "x");
        git.run("add", "-f", "tracked.log");
        Files.writeString(repository.resolve("wörk 'n \"quotes\"\nand lines"), "x");
        Files.createDirectories(repository.resolve("empty"));
        assertThat(packed())
                .containsExactlyInAnyOrder(
                        "/.gitignore",
                        "/keep.log",
                        "/tracked.log",
                        "/wörk 'n \"quotes\"\nand lines",
                        "/empty");
    }

    @Test
    void asksAnInnerRepositoryItself() throws Exception {
        Path inner = Files.createDirectories(repository.resolve("vendor/inner"));
        var innerGit = Tool.git(inner);
        innerGit.run("init", "-q");
        Files.writeString(inner.resolve(".gitignore"), "*.o\n");
        innerGit.run("add", ".gitignore");
        innerGit.run("-c", "user.name=n", "-c", "user.email=e@x", "commit", "-qm", "inner");
        // As a submodule would be: then the outer git refuses to speak of what lies inside.
        git.run("add", "vendor/inner");
        Files.writeString(inner.resolve("a.o"), "x");
        Files.writeString(inner.resolve("a.c"), "x");
        assertThat(packed())
                .containsExactlyInAnyOrder("/vendor/inner/.gitignore", "/vendor/inner/a.c");
    }

    @Test
    void ofAnUnpackedDiskLeavesThePrivateVolumesOut() throws Exception {
        unpack();
        Path packed = pack();
        try (var open = Disks.DISKS.open(packed)) {
            assertThat(open.list(Volume.WORKSPACE)).hasSize(3);
            assertThat(open.list(Volume.MEMORY)).isEmpty();
            assertThat(open.list(Volume.TMP)).isEmpty();
        }
    }

    @Test
    void isRefusedOutsideAWorkTree() throws Exception {
        Path plain = Files.createDirectory(folder.resolve("plain"));
        assertThatThrownBy(() -> new GitWorkTree(Disks.FILES, plain).leftOut())
                .isInstanceOf(Failure.Refused.class);
    }

    @Test
    void startsNothingThatTheRepositoryConfigures() throws Exception {
        Path trap = folder.resolve("trapped");
        git.run("config", "core.fsmonitor", "touch " + trap + "; false");
        Files.writeString(repository.resolve("a"), "x");
        packed();
        assertThat(trap).doesNotExist();
    }

    private Path pack() throws Failure {
        var leftOut = new GitWorkTree(Disks.FILES, repository).leftOut();
        Choice choice = path -> !leftOut.contains(path);
        Path packed = folder.resolve("packed.sqlite");
        new Pack(Disks.FILES, Disks.DISKS).pack(repository, packed, choice, Progress.NONE);
        return packed;
    }

    private List<String> packed() throws Failure {
        try (var open = Disks.DISKS.open(pack())) {
            return open.list(Volume.WORKSPACE).stream().map(e -> e.path().value()).toList();
        }
    }
}
