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
}
