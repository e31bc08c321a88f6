package dev.berth.depot.watch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.depot.Sample;
import dev.berth.durable.SystemFiles;
import dev.berth.failure.Failure;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

class TreeLookTest {
    @TempDir private Path scratch;
    private Path tree = Path.of("");

    @BeforeEach
    void makeTree() throws IOException {
        tree = Files.createDirectories(scratch.resolve("tree"));
        Files.createDirectories(tree.resolve("src/deep"));
        Files.createDirectories(tree.resolve("log"));
        Files.writeString(tree.resolve("src/a"), "a");
        Files.writeString(tree.resolve("src/deep/b"), "b");
        Files.writeString(tree.resolve("log/today"), "x");
    }

    private interface Deed {
        void run() throws IOException;
    }

    /// Whether a look tells that something was done.
    private boolean sees(List<String> excludes, Deed deed) throws Failure, IOException {
        var look = new TreeLook(SystemFiles.here(), tree, excludes, Optional.empty());
        long before = look.now();
        assertThat(look.now()).isEqualTo(before);
        deed.run();
        return look.now() != before;
    }

    private boolean sees(Deed deed) throws Failure, IOException {
        return sees(List.of(), deed);
    }

    @Test
    void seesEveryKindOfChange() throws Exception {
        assertThat(sees(() -> Files.writeString(tree.resolve("src/deep/b"), "cc"))).isTrue();
        assertThat(sees(() -> Files.writeString(tree.resolve("new"), ""))).isTrue();
        assertThat(sees(() -> Files.delete(tree.resolve("new")))).isTrue();
        assertThat(sees(() -> Sample.mode(tree.resolve("src/a"), "rwxr-xr-x"))).isTrue();
        assertThat(sees(() -> Files.move(tree.resolve("src/a"), tree.resolve("src/z")))).isTrue();
        assertThat(sees(() -> Files.createDirectory(tree.resolve("src/empty")))).isTrue();
        assertThat(sees(() -> Files.createSymbolicLink(tree.resolve("l"), Path.of("x")))).isTrue();
    }

    @Test
    void takesNoNoticeOfWhatIsLeftOut() throws Exception {
        Deed noise = () -> Files.writeString(tree.resolve("log/today"), "more and more");
        assertThat(sees(noise)).isTrue();
        assertThat(sees(List.of("log/"), () -> Files.writeString(tree.resolve("log/n"), "n")))
                .isFalse();
        Files.writeString(tree.resolve(".berthignore"), "/log\n");
        assertThat(sees(() -> Files.writeString(tree.resolve("log/m"), "m"))).isFalse();
        assertThat(sees(() -> Files.writeString(tree.resolve("src/a"), "mm"))).isTrue();
    }

    @Test
    void obeysAnIgnoreFileFurtherDown() throws Exception {
        Files.writeString(tree.resolve("src/.berthignore"), "deep\n*.o\n");
        Files.writeString(tree.resolve("src/x.o"), "1");
        assertThat(sees(() -> Files.writeString(tree.resolve("src/x.o"), "22"))).isFalse();
        assertThat(sees(() -> Files.writeString(tree.resolve("src/deep/b"), "22"))).isFalse();
        assertThat(sees(() -> Files.writeString(tree.resolve("log/x.o"), "22"))).isTrue();
        assertThat(sees(() -> Files.writeString(tree.resolve("src/.berthignore"), ""))).isTrue();
        assertThat(sees(() -> Files.writeString(tree.resolve("src/x.o"), "333"))).isTrue();
    }

    @Test
    void takesNoNoticeOfADisksTmpNorOfTheDepot() throws Exception {
        for (String volume : List.of("workspace", "memory", "tmp")) {
            Files.createDirectories(scratch.resolve("disk").resolve(volume));
        }
        tree = scratch.resolve("disk");
        assertThat(sees(() -> Files.writeString(tree.resolve("tmp/busy"), "x"))).isFalse();
        assertThat(sees(() -> Files.writeString(tree.resolve("memory/m"), "x"))).isTrue();
        assertThat(sees(() -> Files.writeString(tree.resolve("workspace/w"), "x"))).isTrue();

        Path depot = Files.createDirectory(tree.resolve("workspace/depot"));
        try (var folder = SystemFiles.here().open(depot)) {
            var look =
                    new TreeLook(SystemFiles.here(), tree, List.of(), Optional.of(folder.stat()));
            long before = look.now();
            Files.writeString(depot.resolve("pack"), "x");
            assertThat(look.now()).isEqualTo(before);
        }
    }

    @Test
    void looksAtAFileAndAtWhatSqliteKeepsBesideIt() throws Exception {
        tree = scratch.resolve("disk.sqlite");
        Files.writeString(tree, "x");
        assertThat(sees(() -> Files.writeString(scratch.resolve("disk.sqlite-wal"), "x"))).isTrue();
        assertThat(sees(() -> Files.writeString(scratch.resolve("disk.sqlite-wal"), "yy")))
                .isTrue();
        assertThat(sees(() -> Files.writeString(tree, "xx"))).isTrue();
        assertThat(sees(() -> Files.writeString(scratch.resolve("other"), "x"))).isFalse();
    }
}
