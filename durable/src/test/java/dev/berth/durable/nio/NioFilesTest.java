package dev.berth.durable.nio;

import static dev.berth.durable.FolderFixture.refused;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.berth.durable.Errno;
import dev.berth.durable.FileLayer;
import dev.berth.durable.Name;
import dev.berth.durable.RealFolderContract;
import dev.berth.durable.linux.LinuxFiles;

import org.junit.jupiter.api.Test;

class NioFilesTest extends RealFolderContract {
    @Override
    protected FileLayer files() {
        return new NioFiles();
    }

    @Override
    public boolean namesAreBytes() {
        return false;
    }

    @Override
    public boolean keepsTimesBefore1970() {
        return false;
    }

    @Test
    void refusesToListAFolderWithANameItCannotSay() throws Exception {
        put("plain", "x");
        try (var bytes = new LinuxFiles().open(root())) {
            bytes.create(Name.parse(new byte[] {'n', (byte) 0xff}).orElseThrow(), 0600).close();
            bytes.symlink(Name.of("link"), new Name.Target(new byte[] {'t', (byte) 0xff}));
        }
        refused(Errno.EINVAL, () -> folder().list());
        refused(Errno.EINVAL, () -> folder().scan());
        refused(Errno.EINVAL, () -> folder().readLink(Name.of("link")));
        assertThatThrownBy(() -> folder().list()).hasMessageContaining("only UTF-8");
        assertThat(content("plain")).isEqualTo("x");
    }

    @Test
    void mixesWithNoOtherLayer() throws Exception {
        put("file", "x");
        try (var other = new LinuxFiles().open(root())) {
            var file = Name.of("file");
            assertThatThrownBy(() -> folder().rename(file, other, Name.of("to")))
                    .isInstanceOf(IllegalArgumentException.class);
            assertThatThrownBy(() -> other.rename(file, folder(), Name.of("to")))
                    .isInstanceOf(IllegalArgumentException.class);
        }
    }
}
