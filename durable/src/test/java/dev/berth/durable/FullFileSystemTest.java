package dev.berth.durable;

import static dev.berth.durable.FolderFixture.refused;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.berth.durable.linux.LinuxFiles;
import dev.berth.failure.Failure;

import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/// A real file system with no room: the caller is told, the old file stays, nothing is left behind.
@EnabledOnOs(OS.LINUX)
class FullFileSystemTest {
    private static final Name STATE = Name.of("state");
    private static final byte[] OLD = "old".repeat(1000).getBytes(StandardCharsets.UTF_8);

    @TempDir private Path temporary;
    private Path point;

    @BeforeEach
    void needsRoot() throws Exception {
        Mount.needed(temporary);
        point = Files.createDirectory(temporary.resolve("mounted"));
    }

    @Test
    void tmpfsWithoutRoom() throws Exception {
        try (var _ = Mount.tmpfs(point, 256, 100)) {
            keepsTheOldFileWhenThereIsNoRoom("tmpfs");
        }
    }

    @Test
    void ext4WithoutRoom() throws Exception {
        Need.command("mkfs.ext4");
        try (var _ = Mount.ext4(temporary.resolve("image"), point, 1024)) {
            keepsTheOldFileWhenThereIsNoRoom("ext4");
        }
    }

    @Test
    void noRoomForAnotherName() throws Exception {
        try (var _ = Mount.tmpfs(point, 256, 4);
                var folder = new LinuxFiles().open(point)) {
            AtomicFile.write(folder, STATE, OLD);
            folder.makeFolder(Name.of("sub"), 0700);
            folder.create(Name.of("last"), 0600).close();
            unavailable(Errno.ENOSPC, () -> AtomicFile.write(folder, STATE, new byte[1]));
            refused(Errno.ENOSPC, () -> folder.makeFolder(Name.of("one more"), 0700));
            assertThat(AtomicFile.read(folder, STATE, 10_000)).isEqualTo(OLD);
            assertThat(FolderFixture.names(folder)).containsExactly("last", "state", "sub");
        }
    }

    @Test
    void readOnly() throws Exception {
        try (var mount = Mount.tmpfs(point, 256, 100);
                var folder = new LinuxFiles().open(point)) {
            AtomicFile.write(folder, STATE, OLD);
            assertThat(folder.space().writable()).isTrue();
            mount.readOnly();
            assertThat(folder.space().writable()).isFalse();
            unavailable(Errno.EROFS, () -> AtomicFile.write(folder, STATE, new byte[1]));
            refused(Errno.EROFS, () -> folder.setMode(STATE, 0644));
            refused(Errno.EROFS, () -> folder.unlink(STATE));
            assertThat(AtomicFile.read(folder, STATE, 10_000)).isEqualTo(OLD);
        }
    }

    @Test
    void crossesToNoOtherFileSystem() throws Exception {
        try (var _ = Mount.tmpfs(point, 256, 100);
                var here = new LinuxFiles().open(temporary);
                var there = new LinuxFiles().open(point)) {
            AtomicFile.write(here, STATE, OLD);
            refused(Errno.EXDEV, () -> here.rename(STATE, there, STATE));
            refused(Errno.EXDEV, () -> here.renameNew(STATE, there, STATE));
            refused(Errno.EXDEV, () -> here.link(STATE, there, STATE));
            assertThat(FolderFixture.names(there)).isEmpty();
        }
    }

    @ParameterizedTest
    @EnumSource
    void everyOtherOperationTellsItAndLeavesNothing(Full full) throws Exception {
        try (var _ = full.mount(temporary.resolve("image"), point);
                var folder = new LinuxFiles().open(point)) {
            AtomicFile.write(folder, STATE, OLD);
            AtomicFile.write(folder, Name.of("other"), OLD);
            full.fill(folder);
            var names = FolderFixture.names(folder);
            long open = RealFolderContract.openDescriptors(point);
            byte[] bytes = new byte[20_000];
            var fresh = Name.of("new");
            for (int i = 0; i < 3; i++) {
                unavailable(Errno.ENOSPC, () -> AtomicFile.create(folder, fresh, bytes, 0600));
                unavailable(Errno.ENOSPC, () -> AtomicFile.stage(folder, STATE, bytes, 0600));
                if (!full.hasRoomForFolders()) {
                    unavailable(
                            Errno.ENOSPC,
                            () -> AtomicFile.folders(folder, 0700, fresh, fresh).close());
                }
            }
            assertThat(RealFolderContract.openDescriptors(point)).isEqualTo(open);
            assertThat(FolderFixture.names(folder)).isEqualTo(names);
            assertThat(AtomicFile.read(folder, STATE, 10_000)).isEqualTo(OLD);
            // What takes no room works.
            assertThat(AtomicFile.sweepTemporaries(folder)).isZero();
            AtomicFile.remove(folder, Name.of("other"));
            full.free(folder);
            AtomicFile.create(folder, fresh, bytes, 0600);
            AtomicFile.folders(folder, 0700, Name.of("a"), Name.of("b")).close();
            assertThat(AtomicFile.read(folder, fresh, 20_000)).isEqualTo(bytes);
        }
    }

    private void keepsTheOldFileWhenThereIsNoRoom(String type) throws Exception {
        try (var folder = new LinuxFiles().open(point)) {
            assertThat(folder.space().type()).isEqualTo(type);
            AtomicFile.write(folder, STATE, OLD);
            Full.fillWithBytes(folder);
            long before = RealFolderContract.openDescriptors(point);
            for (int i = 0; i < 3; i++) {
                unavailable(Errno.ENOSPC, () -> AtomicFile.write(folder, STATE, new byte[20_000]));
            }
            assertThat(RealFolderContract.openDescriptors(point)).isEqualTo(before);
            assertThat(AtomicFile.read(folder, STATE, 10_000)).isEqualTo(OLD);
            assertThat(FolderFixture.names(folder))
                    .filteredOn(it -> !it.equals("lost+found"))
                    .containsExactly("filler", "state");
            folder.unlink(Full.FILLER);
            AtomicFile.write(folder, STATE, new byte[20_000]);
            assertThat(AtomicFile.read(folder, STATE, 20_000)).hasSize(20_000);
        }
    }

    static void unavailable(Errno errno, ThrowingCallable write) {
        assertThatThrownBy(write)
                .isInstanceOf(Failure.Unavailable.class)
                .cause()
                .isInstanceOfSatisfying(
                        FileFault.class, fault -> assertThat(fault.errno()).isEqualTo(errno));
    }
}
