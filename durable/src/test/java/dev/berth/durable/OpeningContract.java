package dev.berth.durable;

import static dev.berth.durable.FolderFixture.refused;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import java.nio.charset.StandardCharsets;

/// Opening, creating and making: what is there, what is refused, and with which mode.
public interface OpeningContract extends FolderFixture {
    @Test
    default void opensASubfolderRelativeToItself() throws FileFault {
        folder().makeFolder(Name.of("sub"), 0755);
        try (var sub = folder().folder(Name.of("sub"))) {
            FolderFixture.put(sub, "inside", "here");
            assertThat(FolderFixture.names(sub)).containsExactly("inside");
        }
        assertThat(names()).containsExactly("sub");
    }

    @Test
    default void refusesToOpenAsAFolderWhatIsNone() throws FileFault {
        put("file", "x");
        folder().makeFolder(Name.of("real"), 0755);
        folder().symlink(Name.of("link"), Name.Target.of("real"));
        refused(Errno.ENOENT, () -> folder().folder(Name.of("absent")));
        refused(Errno.ENOTDIR, () -> folder().folder(Name.of("file")));
        refused(Errno.ELOOP, () -> folder().folder(Name.of("link")));
    }

    @Test
    default void refusesToOpenAsAFileWhatIsNone() throws FileFault {
        put("file", "x");
        folder().makeFolder(Name.of("sub"), 0755);
        folder().symlink(Name.of("link"), Name.Target.of("file"));
        folder().symlink(Name.of("dangling"), Name.Target.of("absent"));
        refused(Errno.ENOENT, () -> folder().read(Name.of("absent")));
        refused(Errno.ENOENT, () -> folder().write(Name.of("absent")));
        refused(Errno.EISDIR, () -> folder().read(Name.of("sub")));
        refused(Errno.EISDIR, () -> folder().write(Name.of("sub")));
        refused(Errno.ELOOP, () -> folder().read(Name.of("link")));
        refused(Errno.ELOOP, () -> folder().write(Name.of("link")));
        refused(Errno.ELOOP, () -> folder().read(Name.of("dangling")));
    }

    @Test
    default void opensForWritingWithoutCuttingTheFile() throws FileFault {
        put("file", "old bytes");
        try (var file = folder().write(Name.of("file"))) {
            file.writeFully(FolderFixture.bytes("new"), 0);
        }
        assertThat(content("file")).isEqualTo("new bytes");
    }

    @Test
    default void createsOnlyWhereTheNameIsFree() throws FileFault {
        put("file", "kept");
        folder().makeFolder(Name.of("sub"), 0755);
        folder().symlink(Name.of("dangling"), Name.Target.of("absent"));
        for (var taken : new String[] {"file", "sub", "dangling"}) {
            refused(Errno.EEXIST, () -> folder().create(Name.of(taken), 0600));
            refused(Errno.EEXIST, () -> folder().makeFolder(Name.of(taken), 0700));
        }
        assertThat(content("file")).isEqualTo("kept");
        assertThat(names()).containsExactly("dangling", "file", "sub");
    }

    @Test
    default void givesExactlyTheModeThatWasAskedFor() throws FileFault {
        for (int mode : new int[] {0600, 0644, 0666, 0777, 0755, 0602, 0400, 01777}) {
            var file = Name.of("file-" + mode);
            var sub = Name.of("sub-" + mode);
            folder().create(file, mode).close();
            folder().makeFolder(sub, mode);
            assertThat(folder().stat(file).orElseThrow().mode()).isEqualTo(mode);
            assertThat(folder().stat(sub).orElseThrow().mode()).isEqualTo(mode);
        }
    }

    @Test
    default void aNewFileWhoseModeForbidsItIsStillOpenToItsMaker() throws FileFault {
        try (var file = folder().create(Name.of("sealed"), 0)) {
            file.writeFully(FolderFixture.bytes("written"), 0);
            assertThat(new String(file.readAll(100), StandardCharsets.UTF_8)).isEqualTo("written");
        }
        assertThat(facts("sealed").mode()).isZero();
    }

    @Test
    default void opensAFolderByItsPathAndResolvesLinksInIt() throws FileFault {
        folder().makeFolder(Name.of("real"), 0755);
        folder().symlink(Name.of("link"), Name.Target.of("real"));
        try (var sub = layer().open(place().resolve("link"))) {
            FolderFixture.put(sub, "file", "through a link that the user named");
        }
        var real = layer().realPath(place()).resolve("real").resolve("file");
        assertThat(layer().realPath(place().resolve("link").resolve("file"))).isEqualTo(real);
        refused(Errno.ENOENT, () -> layer().open(place().resolve("absent")));
        refused(Errno.ENOENT, () -> layer().realPath(place().resolve("absent")));
        refused(Errno.ENOTDIR, () -> layer().open(place().resolve("real").resolve("file")));
    }
}
