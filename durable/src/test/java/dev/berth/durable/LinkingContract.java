package dev.berth.durable;

import static dev.berth.durable.FolderFixture.raw;
import static dev.berth.durable.FolderFixture.refused;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

/// Second names and symbolic links.
public interface LinkingContract extends FolderFixture {
    @Test
    default void aSecondNameIsTheSameFile() throws FileFault {
        put("one", "shared");
        folder().makeFolder(Name.of("sub"), 0755);
        try (var sub = folder().folder(Name.of("sub"))) {
            folder().link(Name.of("one"), sub, Name.of("two"));
            try (var file = sub.write(Name.of("two"))) {
                file.writeFully(FolderFixture.bytes("SHARED"), 0);
            }
            assertThat(sub.stat(Name.of("two")).orElseThrow().inode())
                    .isEqualTo(facts("one").inode());
        }
        assertThat(content("one")).isEqualTo("SHARED");
        assertThat(facts("one").links()).isEqualTo(2);
        folder().unlink(Name.of("one"));
        try (var sub = folder().folder(Name.of("sub"))) {
            assertThat(FolderFixture.content(sub, Name.of("two"))).isEqualTo("SHARED");
        }
    }

    @Test
    default void aSecondNameReplacesNothing() throws FileFault {
        put("file", "x");
        put("taken", "kept");
        folder().makeFolder(Name.of("sub"), 0755);
        folder().symlink(Name.of("dangling"), Name.Target.of("absent"));
        for (var taken : new String[] {"taken", "sub", "dangling"}) {
            refused(Errno.EEXIST, () -> folder().link(Name.of("file"), folder(), Name.of(taken)));
        }
        refused(Errno.ENOENT, () -> folder().link(Name.of("absent"), folder(), Name.of("free")));
        refused(Errno.EPERM, () -> folder().link(Name.of("sub"), folder(), Name.of("free")));
        assertThat(content("taken")).isEqualTo("kept");
    }

    @Test
    default void aSymbolicLinkHoldsExactlyItsTarget() throws FileFault {
        for (var target : new String[] {"a", "../up", "/absolute", "with\nline", "é", "."}) {
            folder().symlink(Name.of("link"), Name.Target.of(target));
            assertThat(folder().readLink(Name.of("link"))).isEqualTo(Name.Target.of(target));
            folder().unlink(Name.of("link"));
        }
    }

    @Test
    default void aTargetThatIsNotPlainTextIsKeptOrRefused() throws FileFault {
        var link = Name.of("link");
        for (var bytes : new byte[][] {raw('x', 0xff).bytes(), {'a', '/', '/', 'b', '/'}}) {
            var target = new Name.Target(bytes);
            if (namesAreBytes()) {
                folder().symlink(link, target);
                assertThat(folder().readLink(link)).isEqualTo(target);
                folder().unlink(link);
            } else {
                refused(Errno.EINVAL, () -> folder().symlink(link, target));
            }
        }
    }

    @Test
    default void aTargetThatIsTooLongIsRefused() throws FileFault {
        var target = Name.Target.of("x".repeat(4096));
        refused(Errno.ENAMETOOLONG, () -> folder().symlink(Name.of("link"), target));
        assertThat(names()).isEmpty();
    }

    @Test
    default void aSymbolicLinkReplacesNothing() throws FileFault {
        put("file", "kept");
        folder().symlink(Name.of("link"), Name.Target.of("a"));
        for (var taken : new String[] {"file", "link"}) {
            refused(Errno.EEXIST, () -> folder().symlink(Name.of(taken), Name.Target.of("b")));
        }
        assertThat(content("file")).isEqualTo("kept");
        assertThat(folder().readLink(Name.of("link"))).isEqualTo(Name.Target.of("a"));
    }

    @Test
    default void onlyALinkCanBeReadAsOne() throws FileFault {
        put("file", "x");
        refused(Errno.EINVAL, () -> folder().readLink(Name.of("file")));
        refused(Errno.ENOENT, () -> folder().readLink(Name.of("absent")));
    }

    @Test
    default void aTargetHasNoNul() {
        assertThatThrownBy(() -> new Name.Target(new byte[] {'a', 0, 'b'}))
                .isInstanceOf(IllegalArgumentException.class);
    }
}
