package dev.berth.depot.restore;

import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.depot.Depot;
import dev.berth.depot.DepotFixture;
import dev.berth.depot.Need;
import dev.berth.depot.Sample;
import dev.berth.durable.FileFault;
import dev.berth.durable.Name;
import dev.berth.durable.SystemFiles;
import dev.berth.durable.faulting.Call;
import dev.berth.durable.faulting.InterceptedFiles;
import dev.berth.durable.faulting.Interceptor;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;

@DisplayName("A tree that is brought back where nothing was")
class PrivateUntilWholeTest {
    @TempDir Path scratch;

    /// Its folders have their modes at once, so that this is what keeps others out of files that
    /// are not whole.
    @Test
    void liesInAFolderThatIsOursAloneWhileFilesAreMade() throws Exception {
        var modes = ConcurrentHashMap.<String>newKeySet();
        var created = new AtomicInteger();
        Path tree = open(scratch.resolve("tree"), "rwxrwxrwx");
        var files =
                new InterceptedFiles(
                        SystemFiles.here(),
                        new Interceptor() {
                            @Override
                            public <T> T call(Call call, Body<T> body) throws FileFault {
                                if (call.kind() == Call.Kind.CREATE && call.subject().equals("f")) {
                                    created.incrementAndGet();
                                    modes.addAll(modesOfTemporaries());
                                }
                                return body.run();
                            }
                        });
        Files.createDirectory(scratch.resolve("depot"));
        try (var depot = DepotFixture.make(scratch.resolve("depot"), Depot.Kind.CLEAR, files)) {
            var taken = depot.snapshot(tree).checkpoint();
            depot.restore(taken, scratch.resolve("back"));
        }
        assertThat(created).hasValue(2);
        assertThat(modes).containsExactly("rwx------");
        assertThat(Sample.told(scratch.resolve("back"))).isEqualTo(Sample.told(tree));
    }

    private Set<String> modesOfTemporaries() {
        try (var entries = Files.list(scratch)) {
            return entries.filter(
                            each -> each.getFileName().toString().startsWith(".berth-restore"))
                    .map(PrivateUntilWholeTest::mode)
                    .collect(Collectors.toSet());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "rwxrwxrwx",
                "rwxr-xr-x",
                "rwx------",
                "rwx-w----",
                "r-xr-xr-x",
                "-wx--x--x",
                "---rwxrwx"
            })
    void hasFoldersOfEveryMode(String mode) throws Exception {
        if (!mode.startsWith("rwx")) Need.root("read what is closed to it");
        Path tree = open(scratch.resolve("tree"), mode);
        try (var depot = DepotFixture.make(scratch.resolve("depot"), Depot.Kind.CLEAR)) {
            var taken = depot.snapshot(tree).checkpoint();
            var receipt = depot.restore(taken, scratch.resolve("back"));
            assertThat(receipt.isWhole()).isTrue();
        }
        assertThat(mode(scratch.resolve("back/folder"))).isEqualTo(mode);
        assertThat(mode(scratch.resolve("back/folder/below"))).isEqualTo(mode);
        Files.setPosixFilePermissions(
                scratch.resolve("back/folder"), PosixFilePermissions.fromString("rwx------"));
        Files.setPosixFilePermissions(
                tree.resolve("folder"), PosixFilePermissions.fromString("rwx------"));
    }

    @Test
    void hasFoldersThatHandTheirGroupOn() throws Exception {
        Path tree = open(scratch.resolve("tree"), "rwxr-xr-x");
        try (var root = SystemFiles.here().open(tree)) {
            root.setMode(Name.of("folder"), 03775);
        }
        try (var depot = DepotFixture.make(scratch.resolve("depot"), Depot.Kind.CLEAR)) {
            depot.restore(depot.snapshot(tree).checkpoint(), scratch.resolve("back"));
        }
        try (var root = SystemFiles.here().open(scratch.resolve("back"));
                var folder = root.folder(Name.of("folder"))) {
            assertThat(root.stat(Name.of("folder")).orElseThrow().mode()).isEqualTo(03775);
            assertThat(folder.stat(Name.of("below")).orElseThrow().mode()).isEqualTo(0755);
        }
    }

    /// A folder in a folder, a file in each, all folders of this mode.
    private static Path open(Path tree, String mode) throws IOException {
        Path below = Files.createDirectories(tree.resolve("folder/below"));
        Files.writeString(below.resolve("f"), "one");
        Files.writeString(tree.resolve("folder/f"), "two");
        for (Path each : new Path[] {below, below.getParent()}) {
            Files.setPosixFilePermissions(each, PosixFilePermissions.fromString(mode));
        }
        return tree;
    }

    private static String mode(Path path) {
        try {
            return PosixFilePermissions.toString(Files.getPosixFilePermissions(path));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
