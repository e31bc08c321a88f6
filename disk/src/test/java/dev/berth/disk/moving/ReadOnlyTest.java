package dev.berth.disk.moving;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.berth.disk.Disks;
import dev.berth.disk.Progress;
import dev.berth.disk.QueryLimits;
import dev.berth.disk.SessionId;
import dev.berth.disk.Tool;
import dev.berth.disk.Volume;
import dev.berth.disk.VolumePath;
import dev.berth.failure.Failure;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;

/// A disk where nothing can be written: on read-only media for root, whom permissions do not stop,
/// else in a folder without write permission.
class ReadOnlyTest {
    @TempDir private Path folder;
    private Path media;
    private Path disk;
    private boolean root;

    @BeforeEach
    void freezeTheFolder() throws Exception {
        media = Files.createDirectory(folder.resolve("media"));
        root = Files.getAttribute(media, "unix:uid").equals(0);
        if (root) {
            var mount = new Tool("mount", folder);
            var made = mount.attempt("-t", "tmpfs", "-o", "size=4m", "berth", media.toString());
            Tool.need(made.code() == 0, "the right to mount: " + made.out());
        }
        disk = media.resolve("d.sqlite");
        new Create(Disks.FILES, Disks.DISKS).file(disk);
        try (var open = Disks.DISKS.open(disk)) {
            open.put(new VolumePath("/note"), "hello".getBytes(StandardCharsets.UTF_8));
        }
        if (root) new Tool("mount", folder).run("-o", "remount,ro", media.toString());
        else permit("r-xr-xr-x");
    }

    @AfterEach
    void giveItBack() throws Exception {
        if (root) new Tool("umount", folder).run(media.toString());
        else permit("rwxr-xr-x");
    }

    private void permit(String permissions) throws Exception {
        Files.setPosixFilePermissions(media, PosixFilePermissions.fromString(permissions));
    }

    @Test
    void canBeReadQueriedFrozenSharedAndUnpacked() throws Exception {
        try (var open = Disks.DISKS.open(disk)) {
            assertThat(open.get(new VolumePath("/note"))).asString().isEqualTo("hello");
            assertThat(open.query("select path from vfs", QueryLimits.DEFAULT).rows()).hasSize(1);
        }
        var frozen =
                new Freeze(Disks.FILES, Disks.DISKS)
                        .freeze(disk, folder, new SessionId("s"), Progress.NONE);
        assertThat(frozen.file()).exists();
        Path shared = folder.resolve("public.sqlite");
        new Share(Disks.FILES, Disks.DISKS).share(disk, shared, Progress.NONE);
        assertThat(shared).exists();
        Path tree = folder.resolve("tree");
        new Unpack(Disks.FILES, Disks.DISKS, _ -> {})
                .unpack(disk, tree, Volume.all(), false, Progress.NONE);
        assertThat(tree.resolve("workspace/note")).hasContent("hello");
    }

    @Test
    void refusesAPutByATypedFailure() throws Exception {
        try (var open = Disks.DISKS.open(disk)) {
            assertThatThrownBy(() -> open.put(new VolumePath("/other"), new byte[1]))
                    .isInstanceOf(Failure.class);
        }
    }
}
