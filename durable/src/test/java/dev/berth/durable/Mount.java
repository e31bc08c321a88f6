package dev.berth.durable;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/// A small real file system, mounted for one test. Taken down by [#close], or at the latest when
/// the virtual machine ends.
final class Mount implements AutoCloseable {
    private final Path point;
    private final Thread atTheEnd = new Thread(this::unmount);

    private Mount(Path point) {
        this.point = point;
        Runtime.getRuntime().addShutdownHook(atTheEnd);
    }

    static void needed(Path temporary) throws IOException {
        Need.that(
                Files.getAttribute(temporary, "unix:uid").equals(0),
                "root, to mount a small file system");
        Need.command("mount");
    }

    /// In memory, with this much room and so many files.
    static Mount tmpfs(Path point, int kibibytes, int files) throws Exception {
        run(
                "mount",
                "-t",
                "tmpfs",
                "-o",
                "size=" + kibibytes + "k,nr_inodes=" + files,
                "berth-test",
                point.toString());
        return new Mount(point);
    }

    /// On a loop device over a file of that size.
    static Mount ext4(Path image, Path point, int kibibytes) throws Exception {
        run("truncate", "-s", kibibytes + "K", image.toString());
        run("mkfs.ext4", "-q", "-F", "-m", "0", image.toString());
        run("mount", "-o", "loop", image.toString(), point.toString());
        return new Mount(point);
    }

    void readOnly() throws Exception {
        run("mount", "-o", "remount,ro", point.toString());
    }

    @Override
    public void close() {
        Runtime.getRuntime().removeShutdownHook(atTheEnd);
        unmount();
    }

    private void unmount() {
        try {
            run("umount", point.toString());
        } catch (Exception stillMounted) {
            throw new AssertionError("unmount " + point + " by hand", stillMounted);
        }
    }

    private static void run(String... command) throws Exception {
        var process = new ProcessBuilder(command).redirectErrorStream(true).start();
        var said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        if (process.waitFor() != 0) throw new IOException(String.join(" ", command) + ": " + said);
    }
}
