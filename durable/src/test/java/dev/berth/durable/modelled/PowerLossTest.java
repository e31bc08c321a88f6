package dev.berth.durable.modelled;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.berth.durable.FileFault;
import dev.berth.durable.Folder;
import dev.berth.durable.Name;
import dev.berth.durable.OpenFile;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

import java.lang.foreign.MemorySegment;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Set;
import java.util.TreeSet;

/// What may be found after a power loss: exactly the listed states, none missing, none more.
class PowerLossTest {
    private static final Name A = Name.of("a");
    private static final Name B = Name.of("b");
    private static final Name D = Name.of("d");

    private final ModelledFiles files = new ModelledFiles();
    private Folder root;

    @BeforeEach
    void open() throws FileFault {
        root = files.open(Path.of("/"));
    }

    @AfterEach
    void closeAll() {
        root.close();
        assertThat(files.openHandles()).isZero();
    }

    @Nested
    @DisplayName("Of a file's bytes")
    class Bytes {
        @Test
        void whatWasSyncedStays() throws FileFault {
            durable(A, "old");
            assertThat(found(Tearing.SECTOR)).containsExactly("a=old");
        }

        @Test
        void anOverwriteIsThereOrNot() throws FileFault {
            durable(A, "old");
            overwrite(A, "new", 0);
            assertThat(found(Tearing.SECTOR)).containsExactlyInAnyOrder("a=old", "a=new");
        }

        @Test
        void anAppendMayLeaveItsLengthAlone() throws FileFault {
            durable(A, "old");
            overwrite(A, "new", 3);
            assertThat(found(Tearing.SECTOR))
                    .containsExactlyInAnyOrder("a=old", "a=oldnew", "a=old000");
        }

        @Test
        void ofTwoOverwritesAnyMaySurvive() throws FileFault {
            durable(A, "0");
            overwrite(A, "1", 0);
            overwrite(A, "2", 0);
            assertThat(found(Tearing.PAGE)).containsExactlyInAnyOrder("a=0", "a=1", "a=2");
        }

        @Test
        void everySectorIsOnItsOwn() throws FileFault {
            durable(A, "x".repeat(1024));
            overwrite(A, "y".repeat(1024), 0);
            assertThat(found(Tearing.SECTOR))
                    .containsExactlyInAnyOrder("a=xx", "a=yx", "a=xy", "a=yy");
            assertThat(found(Tearing.PAGE)).containsExactlyInAnyOrder("a=xx", "a=yy");
        }

        @Test
        void everyPageIsOnItsOwn() throws FileFault {
            durable(A, "x".repeat(8192));
            overwrite(A, "y".repeat(8192), 0);
            assertThat(found(Tearing.PAGE)).hasSize(4);
        }

        @Test
        void aTruncationMayComeBack() throws FileFault {
            durable(A, "old");
            try (var file = root.write(A)) {
                file.truncate(0);
            }
            assertThat(found(Tearing.SECTOR)).containsExactlyInAnyOrder("a=old", "a=000", "a=");
        }
    }

    @Nested
    @DisplayName("Of names")
    class Names {
        @Test
        void aNewFileIsThereOrNot() throws FileFault {
            create(A, "new").close();
            assertThat(found(Tearing.SECTOR)).containsExactlyInAnyOrder("", "a=", "a=000", "a=new");
        }

        @Test
        void theSyncOfAFileDoesNotKeepItsName() throws FileFault {
            try (var file = create(A, "new")) {
                file.sync();
            }
            assertThat(found(Tearing.SECTOR)).containsExactlyInAnyOrder("", "a=new");
        }

        @Test
        void aRenameMaySurviveWithoutItsData() throws FileFault {
            durable(A, "old");
            create(B, "new").close();
            root.rename(B, root, A);
            root.sync();
            assertThat(found(Tearing.SECTOR)).containsExactlyInAnyOrder("a=", "a=000", "a=new");
        }

        @Test
        void aRenamedFileIsSeenUnderOneNameOrBothNeverUnderNone() throws FileFault {
            durable(A, "x");
            root.rename(A, root, B);
            assertThat(found(Tearing.SECTOR)).containsExactlyInAnyOrder("a=x", "b=x", "a=x b=x");
        }

        @Test
        void changesOfDifferentNamesComeInAnyOrder() throws FileFault {
            durable(A, "x");
            root.unlink(A);
            root.makeFolder(B, 0700);
            assertThat(found(Tearing.SECTOR)).containsExactlyInAnyOrder("a=x", "", "b/", "a=x b/");
        }

        @Test
        void withAFolderGoesAllThatIsInIt() throws FileFault {
            root.makeFolder(D, 0700);
            try (var d = root.folder(D)) {
                try (var file = d.create(A, 0600)) {
                    file.sync();
                }
                d.sync();
            }
            assertThat(found(Tearing.SECTOR)).containsExactlyInAnyOrder("", "d/ d/a=");
            root.sync();
            assertThat(found(Tearing.SECTOR)).containsExactly("d/ d/a=");
        }

        @Test
        void aMovedFolderIsInOnePlace() throws FileFault {
            root.makeFolder(D, 0700);
            root.makeFolder(A, 0700);
            root.sync();
            try (var d = root.folder(D)) {
                root.rename(A, d, B);
                assertThat(found(Tearing.SECTOR)).containsExactlyInAnyOrder("a/ d/", "d/ d/b/");
                d.rename(B, root, B);
                assertThat(found(Tearing.SECTOR))
                        .containsExactlyInAnyOrder("a/ d/", "d/ d/b/", "b/ d/");
                // The names of a move are of two folders; either's sync keeps both.
                d.sync();
            }
            assertThat(found(Tearing.SECTOR)).containsExactly("b/ d/");
        }

        @Test
        void theSyncOfTheOldFolderKeepsTheNewNameToo() throws FileFault {
            durable(A, "x");
            root.makeFolder(D, 0700);
            root.sync();
            try (var d = root.folder(D)) {
                root.rename(A, d, A);
            }
            assertThat(found(Tearing.SECTOR))
                    .containsExactlyInAnyOrder("a=x d/", "a=x d/ d/a=x", "d/ d/a=x");
            root.sync();
            assertThat(found(Tearing.SECTOR)).containsExactly("d/ d/a=x");
        }

        @Test
        void twoNamesStayOneFile() throws FileFault {
            durable(A, "x");
            root.link(A, root, B);
            root.sync();
            overwrite(A, "y", 0);
            assertThat(found(Tearing.SECTOR)).containsExactlyInAnyOrder("a=x b=x", "a=y b=y");
        }

        @Test
        void theSyncOfTheWholeFileSystemKeepsEverything() throws FileFault {
            create(A, "x").close();
            root.makeFolder(D, 0700);
            root.syncFileSystem();
            assertThat(found(Tearing.SECTOR)).containsExactly("a=x d/");
        }

        @Test
        void aModeIsTheOldOrTheNew() throws FileFault {
            durable(A, "x");
            root.setMode(A, 0640);
            var modes = new TreeSet<Integer>();
            var explorer =
                    new CrashExplorer(
                            files,
                            Tearing.SECTOR,
                            survivor -> {
                                try (var folder = survivor.open(Path.of("/"))) {
                                    modes.add(folder.stat(A).orElseThrow().mode());
                                }
                            });
            explorer.crash("here");
            assertThat(modes).containsExactly(0600, 0640);
        }
    }

    @Nested
    @DisplayName("The explorer")
    class Explorer {
        @Test
        void cutsThePowerAfterEveryCallThatChangesSomething() throws FileFault {
            var explorer = new CrashExplorer(files, Tearing.SECTOR, _ -> {});
            try (var folder = explorer.files().open(Path.of("/"))) {
                folder.makeFolder(D, 0700);
                folder.list();
                folder.sync();
            }
            assertThat(explorer.crashes()).isEqualTo(2);
            assertThat(explorer.states()).isEqualTo(3);
            assertThat(explorer.isExhaustive()).isTrue();
        }

        @Test
        void drawsAtRandomWhereThereAreTooMany() throws FileFault {
            for (int i = 0; i < 40; i++) root.makeFolder(Name.of("folder-" + i), 0700);
            var explorer = new CrashExplorer(files, Tearing.SECTOR, _ -> {}, 100, 42);
            explorer.crash("here");
            assertThat(explorer.isExhaustive()).isFalse();
            assertThat(explorer.states()).isBetween(190L, 200L);
        }

        @Test
        void tellsWhereThePromiseWasBroken() {
            var explorer =
                    new CrashExplorer(
                            files,
                            Tearing.SECTOR,
                            survivor -> {
                                try (var folder = survivor.open(Path.of("/"))) {
                                    if (folder.list().isEmpty()) throw new AssertionError("lost");
                                }
                            });
            assertThatThrownBy(
                            () -> {
                                try (var folder = explorer.files().open(Path.of("/"))) {
                                    folder.makeFolder(D, 0700);
                                }
                            })
                    .isInstanceOf(AssertionError.class)
                    .hasMessageContaining("MAKE_FOLDER d")
                    .hasMessageContaining("lost");
        }
    }

    private void durable(Name name, String text) throws FileFault {
        try (var file = create(name, text)) {
            file.sync();
        }
        root.sync();
    }

    private OpenFile create(Name name, String text) throws FileFault {
        var file = root.create(name, 0600);
        file.writeFully(bytes(text), 0);
        return file;
    }

    private void overwrite(Name name, String text, long position) throws FileFault {
        try (var file = root.write(name)) {
            file.writeFully(bytes(text), position);
        }
    }

    private static MemorySegment bytes(String text) {
        return MemorySegment.ofArray(text.getBytes(StandardCharsets.US_ASCII));
    }

    /// All states, short: a NUL shows as `0`, a long run of one letter within a piece as one.
    private Set<String> found(Tearing tearing) {
        var found = new HashSet<String>();
        var explorer =
                new CrashExplorer(
                        files,
                        tearing,
                        survivor -> {
                            var texts = new TreeSet<String>();
                            View.of(survivor)
                                    .paths()
                                    .forEach((path, text) -> texts.add(shown(path, text)));
                            found.add(String.join(" ", texts));
                        });
        explorer.crash("here");
        // None twice: the explorer counts what differs.
        assertThat(explorer.states()).isEqualTo(found.size());
        return found;
    }

    private static String shown(String path, String text) {
        if (path.endsWith("/")) return path;
        var pieces = text.length() < 512 ? text.split("(?<=.)") : text.split("(?<=\\G.{512})");
        var shown = new StringBuilder(path).append('=');
        Arrays.stream(pieces)
                .filter(piece -> !piece.isEmpty())
                .forEach(piece -> shown.append(piece.charAt(0) == 0 ? '0' : piece.charAt(0)));
        return shown.toString();
    }
}
