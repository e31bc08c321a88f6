package dev.berth.durable;

import static dev.berth.durable.FolderFixture.refused;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/// Renaming: what is replaced, what is refused, and what an open file sees of it.
public interface RenamingContract extends FolderFixture {
    @Test
    default void replacesAFile() throws FileFault {
        put("old", "old");
        put("new", "new");
        folder().rename(Name.of("new"), folder(), Name.of("old"));
        assertThat(names()).containsExactly("old");
        assertThat(content("old")).isEqualTo("new");
    }

    @Test
    default void movesBetweenFolders() throws FileFault {
        folder().makeFolder(Name.of("sub"), 0755);
        put("file", "moved");
        try (var sub = folder().folder(Name.of("sub"))) {
            folder().rename(Name.of("file"), sub, Name.of("there"));
            assertThat(FolderFixture.content(sub, Name.of("there"))).isEqualTo("moved");
            sub.renameNew(Name.of("there"), folder(), Name.of("back"));
        }
        assertThat(names()).containsExactly("back", "sub");
    }

    @Test
    default void replacesOnlyLikeByLikeAndNoFullFolder() throws FileFault {
        put("file", "x");
        folder().makeFolder(Name.of("moving"), 0755);
        folder().makeFolder(Name.of("empty"), 0755);
        folder().makeFolder(Name.of("full"), 0755);
        try (var full = folder().folder(Name.of("full"))) {
            FolderFixture.put(full, "inside", "x");
        }
        refused(Errno.ENOTEMPTY, () -> rename("moving", "full"));
        refused(Errno.ENOTDIR, () -> rename("moving", "file"));
        refused(Errno.EISDIR, () -> rename("file", "empty"));
        refused(Errno.ENOENT, () -> rename("absent", "file"));
        rename("full", "empty");
        assertThat(names()).containsExactly("empty", "file", "moving");
        try (var moved = folder().folder(Name.of("empty"))) {
            assertThat(FolderFixture.names(moved)).containsExactly("inside");
        }
    }

    @Test
    default void refusesToMoveAFolderIntoItself() throws FileFault {
        folder().makeFolder(Name.of("sub"), 0755);
        try (var sub = folder().folder(Name.of("sub"))) {
            refused(Errno.EINVAL, () -> folder().rename(Name.of("sub"), sub, Name.of("inner")));
        }
        assertThat(names()).containsExactly("sub");
    }

    @Test
    default void movesALinkAndNotItsTarget() throws FileFault {
        put("target", "untouched");
        put("other", "replaced");
        folder().symlink(Name.of("link"), Name.Target.of("target"));
        rename("link", "other");
        assertThat(folder().readLink(Name.of("other"))).isEqualTo(Name.Target.of("target"));
        put("new", "new");
        rename("new", "other");
        assertThat(content("other")).isEqualTo("new");
        assertThat(content("target")).isEqualTo("untouched");
    }

    @Test
    default void twoNamesOfOneFileStayTwoNames() throws FileFault {
        put("one", "x");
        folder().link(Name.of("one"), folder(), Name.of("two"));
        rename("one", "two");
        rename("one", "one");
        assertThat(names()).containsExactly("one", "two");
    }

    @Test
    default void renameNewReplacesNothing() throws FileFault {
        put("file", "mine");
        put("taken", "theirs");
        folder().makeFolder(Name.of("sub"), 0755);
        folder().makeFolder(Name.of("empty"), 0755);
        folder().symlink(Name.of("dangling"), Name.Target.of("absent"));
        for (var taken : new String[] {"taken", "empty", "dangling"}) {
            refused(Errno.EEXIST, () -> renameNew("file", taken));
            refused(Errno.EEXIST, () -> renameNew("sub", taken));
        }
        refused(Errno.ENOENT, () -> renameNew("absent", "free"));
        assertThat(content("taken")).isEqualTo("theirs");
        renameNew("file", "free");
        renameNew("sub", "moved");
        renameNew("dangling", "still dangling");
        assertThat(names()).containsExactly("empty", "free", "moved", "still dangling", "taken");
        assertThat(content("free")).isEqualTo("mine");
    }

    @Test
    default void anOpenFileKeepsItsBytesWhateverBecomesOfItsName() throws FileFault {
        put("file", "first");
        put("other", "second");
        try (var open = folder().read(Name.of("file"))) {
            rename("other", "file");
            folder().unlink(Name.of("file"));
            assertThat(open.readAll(100)).asString().isEqualTo("first");
        }
    }

    private void rename(String from, String to) throws FileFault {
        folder().rename(Name.of(from), folder(), Name.of(to));
    }

    private void renameNew(String from, String to) throws FileFault {
        folder().renameNew(Name.of(from), folder(), Name.of(to));
    }
}
