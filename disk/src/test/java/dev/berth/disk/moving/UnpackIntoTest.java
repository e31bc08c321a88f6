package dev.berth.disk.moving;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.berth.disk.Disks;
import dev.berth.disk.Progress;
import dev.berth.disk.Tool;
import dev.berth.disk.Volume;
import dev.berth.disk.VolumePath;
import dev.berth.disk.tree.TreeReader.Choice;
import dev.berth.failure.Failure;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.PosixFilePermissions;

/// Unpacking into a folder that already holds something: all or nothing is refused.
class UnpackIntoTest {
    @TempDir private Path folder;
    private Path disk;
    private Path target;

    @BeforeEach
    void create() throws Exception {
        disk = folder.resolve("d.sqlite");
        new Create(Disks.FILES, Disks.DISKS).file(disk);
        try (var open = Disks.DISKS.open(disk)) {
            open.put(new VolumePath("/a"), new byte[1]);
            open.put(new VolumePath("/m/n"), new byte[1]);
            open.put(new VolumePath("/z"), new byte[1]);
            open.put(new VolumePath("/secret"), new byte[1], Volume.MEMORY);
        }
        target = Files.createDirectory(folder.resolve("target"));
        Files.writeString(target.resolve("mine"), "mine");
    }

    private void unpack() throws Failure {
        new Unpack(Disks.FILES, Disks.DISKS, _ -> {})
                .unpack(disk, target, Volume.all(), false, Progress.NONE);
    }

    @Test
    void writesNothingWhenALinkIsInAVolumesPlace() throws Exception {
        Files.createSymbolicLink(target.resolve("memory"), folder);
        assertThatThrownBy(this::unpack).isInstanceOf(Failure.Refused.class);
        assertThat(Tool.names(target)).containsExactly("memory", "mine");
    }

    @Test
    void writesNothingWhenSomethingOfAnotherKindIsInTheWay() throws Exception {
        Files.createDirectories(target.resolve("workspace/z"));
        assertThatThrownBy(this::unpack).isInstanceOf(Failure.Conflict.class);
        assertThat(Tool.names(target)).containsExactly("mine", "workspace");
        Files.delete(target.resolve("workspace/z"));
        Files.createSymbolicLink(target.resolve("workspace/m"), folder);
        assertThatThrownBy(this::unpack).isInstanceOf(Failure.Conflict.class);
        assertThat(Tool.names(target.resolve("workspace"))).containsExactly("m");
        Files.delete(target.resolve("workspace/m"));
        unpack();
        assertThat(target.resolve("workspace/m/n")).exists();
        assertThat(target.resolve("memory/secret")).exists();
    }

    @Test
    void doesNotMixAFoldersOwnMemoryWithThePrivateOne() throws Exception {
        Files.createDirectory(target.resolve("memory"));
        Files.writeString(target.resolve("memory/own"), "x");
        assertThatThrownBy(this::unpack).isInstanceOf(Failure.Conflict.class);
        assertThat(Tool.names(target)).containsExactly("memory", "mine");
    }

    @Test
    void doesNotMakeADiskOfThePlainFolderThatItCameFrom() throws Exception {
        disk = folder.resolve("plain.sqlite");
        new Pack(Disks.FILES, Disks.DISKS).pack(target, disk, Choice.EVERYTHING, Progress.NONE);
        unpack();
        try (var open = Disks.DISKS.open(disk)) {
            open.put(new VolumePath("/secret"), new byte[1], Volume.MEMORY);
        }
        assertThatThrownBy(this::unpack).isInstanceOf(Failure.Conflict.class);
        assertThat(Tool.names(target)).containsExactly("mine");
    }

    @Test
    void doesNotPourAPlainFolderIntoADisk() throws Exception {
        Path packed = folder.resolve("plain.sqlite");
        new Pack(Disks.FILES, Disks.DISKS).pack(target, packed, Choice.EVERYTHING, Progress.NONE);
        unpack();
        disk = packed;
        assertThatThrownBy(this::unpack).isInstanceOf(Failure.Conflict.class);
    }

    @Test
    void keepsTheModeOfAnIgnoreFile() throws Exception {
        Path lines = Files.writeString(target.resolve(".gitignore"), "*.log\n");
        Files.setPosixFilePermissions(lines, PosixFilePermissions.fromString("r--r-----"));
        unpack();
        assertThat(Files.readString(lines)).startsWith("*.log\n").endsWith("/tmp/\n");
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(lines)))
                .isEqualTo("r--r-----");
    }

    @Test
    void fillsAnEmptyFolderThatStaysWhatItWas() throws Exception {
        target = Files.createDirectory(folder.resolve("empty"));
        Files.setPosixFilePermissions(target, PosixFilePermissions.fromString("rwx------"));
        Object same = Files.readAttributes(target, BasicFileAttributes.class).fileKey();
        unpack();
        assertThat(Files.readAttributes(target, BasicFileAttributes.class).fileKey())
                .isEqualTo(same);
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(target)))
                .isEqualTo("rwx------");
        assertThat(Tool.names(target)).containsExactly(".gitignore", "memory", "tmp", "workspace");
        assertThat(target.resolve("workspace/m/n")).exists();
    }

    @Test
    void fillsAnEmptyFolderBehindALink() throws Exception {
        Path real = Files.createDirectory(folder.resolve("empty"));
        target = Files.createSymbolicLink(folder.resolve("link"), real);
        unpack();
        assertThat(target).isSymbolicLink();
        assertThat(real.resolve("memory/secret")).exists();
    }

    private void packRepository() throws Exception {
        Path source = Files.createDirectory(folder.resolve("source"));
        Files.createDirectories(source.resolve(".git/hooks"));
        Files.writeString(source.resolve(".git/HEAD"), "ref");
        Files.writeString(source.resolve("a"), "a");
        Files.createDirectories(source.resolve("deep/in/.git/objects"));
        Files.writeString(source.resolve("deep/in/.git/config"), "c");
        Files.writeString(source.resolve("z"), "z");
        disk = folder.resolve("repository.sqlite");
        new Pack(Disks.FILES, Disks.DISKS).pack(source, disk, Choice.EVERYTHING, Progress.NONE);
    }

    @Test
    void finishesWhatWasCutShortThoughARepositoryComesWithIt() throws Exception {
        packRepository();
        Progress kill =
                (_, _) -> {
                    throw new IllegalStateException("killed");
                };
        var unpack = new Unpack(Disks.FILES, Disks.DISKS, _ -> {});
        assertThatThrownBy(() -> unpack.unpack(disk, target, Volume.all(), false, kill))
                .hasMessage("killed");
        assertThat(Tool.names(target)).containsExactly("a", "mine");
        unpack();
        assertThat(Tool.names(target)).containsExactly(".git", "a", "deep", "mine", "z");
        assertThat(target.resolve(".git/HEAD")).hasContent("ref");
        assertThat(target.resolve(".git/hooks")).isDirectory();
        assertThat(target.resolve("deep/in/.git/config")).hasContent("c");
        assertThat(target.resolve("deep/in/.git/objects")).isDirectory();
    }

    @Test
    void leavesARepositoryAloneThatCameBefore() throws Exception {
        packRepository();
        unpack();
        Path head = target.resolve(".git/HEAD");
        Object same = Files.readAttributes(head, BasicFileAttributes.class).fileKey();
        Files.delete(target.resolve("z"));
        unpack();
        assertThat(target.resolve("z")).hasContent("z");
        assertThat(Files.readAttributes(head, BasicFileAttributes.class).fileKey()).isEqualTo(same);
        Files.delete(target.resolve("z"));
        Files.writeString(target.resolve("deep/in/.git/config"), "mine");
        assertThatThrownBy(this::unpack)
                .isInstanceOf(Failure.Refused.class)
                .hasMessageContaining("deep/in/.git/config");
        assertThat(target.resolve("z")).doesNotExist();
    }

    @Test
    void addsNothingToARepositoryThatIsThere() throws Exception {
        packRepository();
        unpack();
        try (var open = Disks.DISKS.open(disk)) {
            open.put(new VolumePath("/.git/hooks/pre-commit"), new byte[] {'#'});
        }
        assertThatThrownBy(this::unpack)
                .isInstanceOf(Failure.Refused.class)
                .hasMessageContaining("pre-commit");
        assertThat(Tool.names(target.resolve(".git/hooks"))).isEmpty();
    }
}
