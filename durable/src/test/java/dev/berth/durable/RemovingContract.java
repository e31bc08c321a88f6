package dev.berth.durable;

import static dev.berth.durable.FolderFixture.refused;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/// Removing: files and links one way, empty folders the other.
public interface RemovingContract extends FolderFixture {
    @Test
    default void removesALinkAndNotItsTarget() throws FileFault {
        put("target", "kept");
        folder().symlink(Name.of("link"), Name.Target.of("target"));
        folder().unlink(Name.of("link"));
        assertThat(names()).containsExactly("target");
    }

    @Test
    default void removesFilesAndFoldersOnlyAsWhatTheyAre() throws FileFault {
        put("file", "x");
        folder().makeFolder(Name.of("sub"), 0755);
        folder().symlink(Name.of("link"), Name.Target.of("sub"));
        refused(Errno.EISDIR, () -> folder().unlink(Name.of("sub")));
        refused(Errno.ENOTDIR, () -> folder().removeFolder(Name.of("file")));
        refused(Errno.ENOTDIR, () -> folder().removeFolder(Name.of("link")));
        refused(Errno.ENOENT, () -> folder().unlink(Name.of("absent")));
        refused(Errno.ENOENT, () -> folder().removeFolder(Name.of("absent")));
        folder().unlink(Name.of("file"));
        folder().removeFolder(Name.of("sub"));
        assertThat(names()).containsExactly("link");
    }

    @Test
    default void keepsAFolderThatIsNotEmpty() throws FileFault {
        folder().makeFolder(Name.of("sub"), 0755);
        try (var sub = folder().folder(Name.of("sub"))) {
            FolderFixture.put(sub, "inside", "x");
            refused(Errno.ENOTEMPTY, () -> folder().removeFolder(Name.of("sub")));
            sub.unlink(Name.of("inside"));
        }
        folder().removeFolder(Name.of("sub"));
        assertThat(names()).isEmpty();
    }

    @Test
    default void aRemovedFolderTakesNothingMore() throws FileFault {
        folder().makeFolder(Name.of("sub"), 0755);
        try (var sub = folder().folder(Name.of("sub"))) {
            folder().removeFolder(Name.of("sub"));
            refused(Errno.ENOENT, () -> sub.create(Name.of("late"), 0600));
            refused(Errno.ENOENT, () -> sub.makeFolder(Name.of("late"), 0700));
        }
    }
}
