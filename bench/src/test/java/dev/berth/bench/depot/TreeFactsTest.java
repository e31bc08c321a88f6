package dev.berth.bench.depot;

import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.durable.FileFault;
import dev.berth.durable.Name;
import dev.berth.durable.SystemFiles;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;

class TreeFactsTest {
    private static final FileTime TIME = FileTime.fromMillis(1_750_000_000_000L);

    @TempDir private Path temporary;

    @BeforeEach
    void makeTwoAlike() throws IOException {
        for (String tree : new String[] {"source", "restored"}) {
            var folder = Files.createDirectories(temporary.resolve(tree).resolve("folder"));
            var file = Files.writeString(folder.resolve("file"), "content");
            Files.createSymbolicLink(folder.resolve("link"), Path.of("file"));
            Files.setLastModifiedTime(file, TIME);
        }
        alignTimes();
    }

    @Test
    void findsNoDifferenceBetweenTwoAlike() throws Exception {
        assertThat(TreeFacts.of(temporary.resolve("source")).count()).isEqualTo(3);
        assertThat(differences()).isZero();
    }

    @Test
    void noticesAChangedByte() throws Exception {
        Files.writeString(restored("folder/file"), "c0ntent");
        Files.setLastModifiedTime(restored("folder/file"), TIME);
        assertThat(differences()).isOne();
    }

    @Test
    void noticesAnotherMode() throws Exception {
        var mode = PosixFilePermissions.fromString("r--r-----");
        Files.setPosixFilePermissions(restored("folder/file"), mode);
        assertThat(differences()).isOne();
    }

    @Test
    void noticesAnotherTime() throws Exception {
        var later = FileTime.fromMillis(TIME.toMillis() + 1);
        Files.setLastModifiedTime(restored("folder/file"), later);
        assertThat(differences()).isOne();
    }

    @Test
    void noticesAnotherTargetAndWhatIsMissingOrTooMuch() throws Exception {
        Files.delete(restored("folder/file"));
        Files.delete(restored("folder/link"));
        Files.createSymbolicLink(restored("folder/link"), Path.of("fil"));
        Files.writeString(restored("more"), "");
        alignTimes();
        assertThat(differences()).isEqualTo(3);
    }

    /// A link's own time is set by nobody here, so that it takes that of its twin.
    private void alignTimes() throws IOException {
        Files.setLastModifiedTime(restored("folder"), TIME);
        Files.setLastModifiedTime(temporary.resolve("source/folder"), TIME);
        for (String tree : new String[] {"source", "restored"}) {
            try (var folder = SystemFiles.here().open(temporary.resolve(tree + "/folder"))) {
                folder.setModified(Name.of("link"), 1_750_000_000, 0);
            } catch (FileFault fault) {
                throw new IOException(fault);
            }
        }
    }

    private int differences() throws Exception {
        var source = TreeFacts.of(temporary.resolve("source"));
        return source.differences(TreeFacts.of(temporary.resolve("restored"))).size();
    }

    private Path restored(String path) {
        return temporary.resolve("restored").resolve(path);
    }
}
