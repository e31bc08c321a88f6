package dev.berth.durable;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.berth.durable.Walk.Walked;
import dev.berth.durable.linux.LinuxFiles;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

@EnabledOnOs(OS.LINUX)
class WalkTest {
    @TempDir private Path temporary;
    private Folder root;

    @BeforeEach
    void open() throws FileFault {
        root = new LinuxFiles().open(temporary);
    }

    @AfterEach
    void close() {
        root.close();
    }

    @Test
    void visitsEverythingInTheOrderOfNamesAsBytes() throws Exception {
        for (var name : new String[] {"b", "c", "é", "B", "a-", "a/x", "a.d/y", "a/sub/z"}) {
            put(name);
        }
        Files.createSymbolicLink(temporary.resolve("link"), Path.of("a"));
        var seen = new Recorder();
        assertThat(Walk.below(root, seen)).isEqualTo(new Walked(9, 4, 0));
        assertThat(seen.log)
                .containsExactly(
                        "B", "a/", "a/sub/", "a/sub/z", "a/sub.", "a/x", "a.", "a-", "a.d/",
                        "a.d/y", "a.d.", "b", "c", "link", "é", "..");
    }

    @Test
    void givesEachEntryWithItsFactsAndItsFolder() throws Exception {
        put("sub/file");
        Walk.below(
                root,
                new Recorder() {
                    @Override
                    public void entry(Found entry, Folder in) {
                        assertThat(contentOf(in, entry.name())).isEqualTo("sub/file");
                        assertThat(entry.stat().size()).isEqualTo(8);
                        assertThat(entry.depth()).isEqualTo(2);
                        assertThat(entry.names()).containsExactly(Name.of("sub"), Name.of("file"));
                        super.entry(entry, in);
                    }
                });
    }

    @Test
    void leavesOutWhatTheVisitorDoesNotEnter() throws Exception {
        put("skipped/deep/file");
        put("walked/file");
        var seen =
                new Recorder() {
                    @Override
                    public boolean enter(Found folder) {
                        return !folder.name().equals(Name.of("skipped"));
                    }
                };
        assertThat(Walk.below(root, seen)).isEqualTo(new Walked(1, 2, 0));
        assertThat(seen.log).containsExactly("walked/file", "walked.", "..");
    }

    @Test
    void countsAFolderThatVanishesAndOneThatBecomesALink() throws Exception {
        put("a");
        put("gone/secret");
        put("swapped/secret");
        var seen =
                new Recorder() {
                    @Override
                    public void entry(Found entry, Folder in) {
                        super.entry(entry, in);
                        move("gone", "../elsewhere-" + temporary.getFileName());
                        move("swapped", "real");
                        link("swapped", "real");
                    }
                };
        try {
            assertThat(Walk.below(root, seen)).isEqualTo(new Walked(1, 1, 2));
            assertThat(seen.log).containsExactly("a", "gone/", "swapped/", "..");
        } finally {
            Files.delete(temporary.resolve("../elsewhere-" + temporary.getFileName() + "/secret"));
            Files.delete(temporary.resolve("../elsewhere-" + temporary.getFileName()));
        }
    }

    @Test
    void tellsOfAFolderThatCannotBeReadAndGoesOn() throws Exception {
        put("a/file");
        put("locked/file");
        put("z");
        var seen = new Recorder();
        var refusing = refusing(root, "folder", "locked", Errno.EACCES);
        assertThat(Walk.below(refusing, seen)).isEqualTo(new Walked(2, 2, 0));
        assertThat(seen.log)
                .containsExactly("a/", "a/file", "a.", "locked/", "locked!EACCES", "z", "..");
    }

    @Test
    void doesNotHideThatTheRootCannotBeRead() throws Exception {
        var refusing = refusing(root, "scan", "", Errno.EIO);
        assertThatThrownBy(() -> Walk.below(refusing, new Recorder()))
                .isInstanceOf(FileFault.class);
    }

    @Test
    void closesWhatItOpenedWhenTheVisitorStopsIt() throws Exception {
        put("a/b/c/d/file");
        long before = RealFolderContract.openDescriptors(temporary);
        assertThatThrownBy(
                        () ->
                                Walk.below(
                                        root,
                                        new Recorder() {
                                            @Override
                                            public void entry(Found entry, Folder in) {
                                                throw new IllegalStateException("enough");
                                            }
                                        }))
                .hasMessage("enough");
        assertThat(RealFolderContract.openDescriptors(temporary)).isEqualTo(before);
    }

    private void put(String path) throws Exception {
        var file = temporary.resolve(path);
        Files.createDirectories(file.getParent());
        Files.writeString(file, path);
    }

    private void move(String from, String to) {
        try {
            Files.move(temporary.resolve(from), temporary.resolve(to));
        } catch (IOException fault) {
            throw new AssertionError(fault);
        }
    }

    private void link(String name, String target) {
        try {
            root.symlink(Name.of(name), Name.Target.of(target));
        } catch (FileFault fault) {
            throw new AssertionError(fault);
        }
    }

    private static String contentOf(Folder in, Name name) {
        try {
            return FolderFixture.content(in, name);
        } catch (FileFault fault) {
            throw new AssertionError(fault);
        }
    }

    /// `folder`, except that `call` on `name` (or any) is refused.
    private static Folder refusing(Folder folder, String call, String name, Errno errno) {
        return (Folder)
                Proxy.newProxyInstance(
                        Folder.class.getClassLoader(),
                        new Class<?>[] {Folder.class},
                        (_, method, arguments) -> {
                            var first = arguments == null ? "" : arguments[0].toString();
                            if (method.getName().equals(call)
                                    && (name.isEmpty() || first.equals(name))) {
                                throw new FileFault(errno, call, name);
                            }
                            try {
                                return method.invoke(folder, arguments);
                            } catch (InvocationTargetException thrown) {
                                throw thrown.getCause();
                            }
                        });
    }

    /// Writes down what it is shown: `a/` entered, `a` an entry, `a.` left, `a!EACCES` unreadable.
    static class Recorder implements Walk.Visitor<RuntimeException> {
        final List<String> log = new ArrayList<>();

        @Override
        public boolean enter(Found folder) {
            log.add(folder + "/");
            return true;
        }

        @Override
        public void entry(Found entry, Folder in) {
            log.add(entry.toString());
        }

        @Override
        public void leave(Found folder) {
            log.add(folder + ".");
        }

        @Override
        public void unreadable(Found folder, FileFault why) {
            log.add(folder + "!" + why.errno());
        }
    }
}
