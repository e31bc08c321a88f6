package dev.berth.durable;

import static dev.berth.durable.FolderFixture.refused;

import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.durable.FileStat.Kind;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.Timeout.ThreadMode;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;

/// What the layers on a real file system promise besides: things that only a kernel has.
// In a thread of its own: a test that hangs in the kernel would not hear an interrupt.
@Timeout(value = 60, threadMode = ThreadMode.SEPARATE_THREAD)
public abstract class RealFolderContract extends FolderContract {
    @TempDir private Path temporary;

    @Override
    protected Path root() {
        return temporary;
    }

    @Test
    void opensNoPipeAndWaitsForNone() throws Exception {
        run("mkfifo", temporary.resolve("pipe").toString());
        assertThat(facts("pipe").kind()).isEqualTo(Kind.PIPE);
        refused(Errno.ENXIO, () -> folder().read(Name.of("pipe")));
        refused(Errno.ENXIO, () -> folder().write(Name.of("pipe")));
        refused(Errno.EEXIST, () -> folder().create(Name.of("pipe"), 0600));
        refused(Errno.ENOTDIR, () -> folder().folder(Name.of("pipe")));
        folder().setMode(Name.of("pipe"), 0604);
        assertThat(facts("pipe").mode()).isEqualTo(0604);
        folder().symlink(Name.of("link"), Name.Target.of("pipe"));
        refused(Errno.ELOOP, () -> folder().read(Name.of("link")));
    }

    @Test
    void opensNoSocket() throws Exception {
        var address = UnixDomainSocketAddress.of(temporary.resolve("socket"));
        try (var server = ServerSocketChannel.open(StandardProtocolFamily.UNIX)) {
            server.bind(address);
            assertThat(folder().list())
                    .containsExactly(new Folder.Entry(Name.of("socket"), Kind.SOCKET));
            refused(Errno.ENXIO, () -> folder().read(Name.of("socket")));
            refused(Errno.ENXIO, () -> folder().write(Name.of("socket")));
        }
    }

    @Test
    void opensNoDevice() throws FileFault {
        try (var devices = layer().open(Path.of("/dev"))) {
            assertThat(devices.stat(Name.of("null")).orElseThrow().kind())
                    .isEqualTo(Kind.CHARACTER_DEVICE);
            refused(Errno.ENXIO, () -> devices.read(Name.of("null")));
            refused(Errno.ENXIO, () -> devices.write(Name.of("null")));
        }
    }

    @Test
    void leavesNoDescriptorBehind() throws Exception {
        everyRefusal();
        long before = openDescriptors(temporary);
        for (int i = 0; i < 20; i++) everyRefusal();
        assertThat(openDescriptors(temporary)).isEqualTo(before);
    }

    private void everyRefusal() throws Exception {
        Files.deleteIfExists(temporary.resolve("pipe"));
        run("mkfifo", temporary.resolve("pipe").toString());
        put("file", "x");
        folder().makeFolder(Name.of("sub"), 0755);
        folder().symlink(Name.of("link"), Name.Target.of("file"));
        for (var name : new String[] {"pipe", "sub", "link", "absent"}) {
            var thing = Name.of(name);
            try (var _ = folder().read(thing)) {
                throw new AssertionError("opened " + name);
            } catch (FileFault refused) {
                assertThat(refused.subject()).isEqualTo(name);
            }
        }
        refused(Errno.EEXIST, () -> folder().create(Name.of("sub"), 0600));
        refused(Errno.ELOOP, () -> folder().folder(Name.of("link")));
        refused(Errno.ELOOP, () -> folder().setMode(Name.of("link"), 0600));
        try (var sub = folder().folder(Name.of("sub"));
                var file = folder().read(Name.of("file"))) {
            assertThat(sub.scan()).isEmpty();
            assertThat(file.readAll(10)).hasSize(1);
            folder().sync();
        }
        for (var entry : folder().list()) {
            if (entry.kind() == Kind.FOLDER) folder().removeFolder(entry.name());
            else folder().unlink(entry.name());
        }
    }

    /// How many descriptors of this process lead to `place` or below it; others come and go.
    protected static long openDescriptors(Path place) throws IOException {
        var below = place.toRealPath();
        try (var open = Files.list(Path.of("/proc/self/fd"))) {
            return open.filter(it -> leads(it, below)).count();
        }
    }

    private static boolean leads(Path descriptor, Path below) {
        try {
            return Files.readSymbolicLink(descriptor).startsWith(below);
        } catch (NoSuchFileException closedMeanwhile) {
            return false;
        } catch (IOException tooLongToSay) {
            // Only our own trees are so deep.
            return true;
        }
    }

    protected static void run(String... command) throws IOException, InterruptedException {
        var process = new ProcessBuilder(command).inheritIO().start();
        assertThat(process.waitFor(30, TimeUnit.SECONDS)).isTrue();
        assertThat(process.exitValue()).isZero();
    }
}
