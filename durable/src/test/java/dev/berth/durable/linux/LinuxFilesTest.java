package dev.berth.durable.linux;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.berth.durable.FileFault;
import dev.berth.durable.FileLayer;
import dev.berth.durable.Folder;
import dev.berth.durable.FolderFixture;
import dev.berth.durable.Name;
import dev.berth.durable.OpenFile;
import dev.berth.durable.RealFolderContract;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.concurrent.atomic.AtomicBoolean;

@EnabledOnOs(OS.LINUX)
class LinuxFilesTest extends RealFolderContract {
    @Override
    protected FileLayer files() {
        return new LinuxFiles();
    }

    @Test
    void givesTheModeWhateverTheUmaskIs() throws Throwable {
        int before = umask(0777);
        try {
            folder().create(Name.of("file"), 0666).close();
            folder().makeFolder(Name.of("sub"), 02775);
        } finally {
            umask(before);
        }
        assertThat(facts("file").mode()).isEqualTo(0666);
        assertThat(facts("sub").mode()).isEqualTo(02775);
    }

    @Test
    void givesEachFileItsModeThoughThoseBeforeItKeptTheirs() throws Throwable {
        int[] modes = {0600, 0644, 0666, 0640, 0777, 0666, 04755, 0, 0755, 02770};
        int before = umask(0027);
        try (var open = folder().folder(makeFolder())) {
            for (int i = 0; i < modes.length; i++) {
                open.create(Name.of("file" + i), modes[i]).close();
                open.makeFolder(Name.of("folder" + i), modes[i]);
            }
            for (int i = 0; i < modes.length; i++) {
                assertThat(open.stat(Name.of("file" + i)).orElseThrow().mode()).isEqualTo(modes[i]);
                assertThat(open.stat(Name.of("folder" + i)).orElseThrow().mode())
                        .isEqualTo(modes[i]);
            }
        } finally {
            umask(before);
        }
    }

    private Name makeFolder() throws FileFault {
        folder().makeFolder(Name.of("modes"), 0755);
        return Name.of("modes");
    }

    @Test
    void handsNoGroupBitDownThatWasNotAskedFor() throws FileFault {
        folder().makeFolder(Name.of("outer"), 02775);
        try (var outer = folder().folder(Name.of("outer"))) {
            outer.makeFolder(Name.of("inner"), 0755);
            assertThat(outer.stat(Name.of("inner")).orElseThrow().mode()).isEqualTo(0755);
        }
    }

    @Test
    void findsHolesWhereTheyAre() throws FileFault {
        try (var file = folder().create(Name.of("file"), 0600)) {
            file.writeFully(FolderFixture.bytes("data"), 1 << 20);
            file.truncate(4 << 20);
            assertThat(file.nextHole(0)).isZero();
            assertThat(file.nextData(0)).isEqualTo(1 << 20);
            assertThat(file.nextHole(1 << 20)).isBetween((1L << 20) + 4, (1L << 20) + 65536);
            assertThat(file.nextData(2 << 20)).isEqualTo(4 << 20);
            assertThat(file.stat().blocks() * 512).isLessThan(1 << 20);
        }
    }

    @Test
    void agreesWithJavaOnAFilesFacts() throws Exception {
        put("file", "12345");
        var stat = facts("file");
        var java = Files.readAttributes(root().resolve("file"), "unix:*");
        assertThat(stat.inode()).isEqualTo(java.get("ino"));
        assertThat(stat.device()).isEqualTo(java.get("dev"));
        assertThat(stat.uid()).isEqualTo(java.get("uid"));
        assertThat(stat.gid()).isEqualTo(java.get("gid"));
        assertThat(FileTime.from(stat.modified())).isEqualTo(java.get("lastModifiedTime"));
    }

    @Test
    void opensAndResolvesPathsThatAreNotUtf8() throws FileFault {
        var name = Name.parse(new byte[] {'n', (byte) 0xff, ' ', '%', '?'}).orElseThrow();
        folder().makeFolder(name, 0700);
        folder().symlink(Name.of("link"), new Name.Target(name.bytes()));
        var real = layer().realPath(root().resolve("link"));
        try (var through = layer().open(real)) {
            assertThat(through.stat().inode()).isEqualTo(folder().stat(name).orElseThrow().inode());
        }
        assertThat(PathBytes.of(real)).endsWith(name.bytes());
    }

    @Test
    void readsNativeMemoryOfAClosedArenaAsABugNotAsACrash() throws FileFault {
        put("file", "x");
        var arena = Arena.ofConfined();
        var memory = arena.allocate(10);
        arena.close();
        try (var file = folder().read(Name.of("file"))) {
            assertThatThrownBy(() -> file.read(memory, 0))
                    .isInstanceOf(IllegalStateException.class);
        }
    }

    /// Java closes everything in the children that it starts; those of other libraries rely on it.
    @Test
    void keepsItsDescriptorsFromOtherPrograms() throws Exception {
        try (var file = folder().create(Name.of("only here"), 0600)) {
            assertThat(file.stat().isFile()).isTrue();
            folder().makeFolder(Name.of("sub"), 0700);
            try (var sub = folder().folder(Name.of("sub"))) {
                assertThat(sub.list()).isEmpty();
                for (var open : new String[] {"only here", "sub", ""}) {
                    assertThat(closedOnExec(root().resolve(open).toRealPath())).as(open).isTrue();
                }
            }
        }
    }

    private static boolean closedOnExec(Path opened) throws IOException {
        try (var links = Files.list(Path.of("/proc/self/fd"))) {
            for (var link : links.toList()) {
                if (!Files.readSymbolicLink(link).equals(opened)) continue;
                var facts =
                        Files.readString(Path.of("/proc/self/fdinfo").resolve(link.getFileName()));
                var flags = facts.lines().filter(it -> it.startsWith("flags:")).findFirst();
                return (Integer.parseInt(flags.orElseThrow().substring(6).strip(), 8) & 02000000)
                        != 0;
            }
        }
        throw new AssertionError("not open: " + opened);
    }

    @Test
    void namesFileSystems() throws FileFault {
        try (var proc = layer().open(Path.of("/proc"))) {
            assertThat(proc.space().type()).isEqualTo("proc");
        }
        assertThat(FileSystemType.named(0x9123683eL)).isEqualTo("btrfs");
        assertThat(FileSystemType.named(0xffffffff9123683eL)).isEqualTo("btrfs");
        assertThat(FileSystemType.named(0x1234L)).isEqualTo("0x1234");
    }

    @Test
    void readsProcFilesWhoseSizeIsNotKnownBeforehand() throws FileFault {
        try (var proc = layer().open(Path.of("/proc/self"));
                var status = proc.read(Name.of("status"))) {
            assertThat(status.stat().size()).isZero();
            assertThat(new String(status.readAll(1 << 16), StandardCharsets.UTF_8))
                    .contains("Umask:");
        }
    }

    /// A late call must never reach a file that was given the same number: each file holds its own
    /// name, and is closed while others read it.
    @Test
    void closingWhileOthersReadNeverShowsThemAnotherFile() throws Exception {
        for (int i = 0; i < 8; i++) put("file-" + i, "content of " + i);
        var current = new OpenFile[8];
        for (int i = 0; i < 8; i++) current[i] = folder().read(Name.of("file-" + i));
        var wrong = new AtomicBoolean();
        var done = new AtomicBoolean();
        var readers = new ArrayList<Thread>();
        for (int r = 0; r < 4; r++) {
            readers.add(
                    Thread.ofPlatform()
                            .start(
                                    () -> {
                                        for (int i = 0; !done.get(); i = (i + 1) % 8) {
                                            if (!readsItself(current, i)) wrong.set(true);
                                        }
                                    }));
        }
        for (int round = 0; round < 20_000; round++) {
            int i = round % 8;
            OpenFile next = folder().read(Name.of("file-" + i));
            OpenFile previous;
            synchronized (current) {
                previous = current[i];
                current[i] = next;
            }
            previous.close();
        }
        done.set(true);
        for (var reader : readers) reader.join();
        for (var file : current) file.close();
        assertThat(wrong).isFalse();
    }

    @Test
    void scansOfOneFolderByManyThreadsAreEachWhole() throws Exception {
        for (int i = 0; i < 1500; i++) put("a name that fills the batch sooner " + i, "");
        var wrong = new AtomicBoolean();
        var threads = new ArrayList<Thread>();
        for (int t = 0; t < 4; t++) {
            threads.add(
                    Thread.ofPlatform()
                            .start(
                                    () -> {
                                        for (int i = 0; i < 10; i++) {
                                            if (count(folder()) != 1500) wrong.set(true);
                                        }
                                    }));
        }
        for (var thread : threads) thread.join();
        assertThat(wrong).isFalse();
    }

    private static int count(Folder folder) {
        try {
            return folder.list().size();
        } catch (FileFault fault) {
            throw new AssertionError(fault);
        }
    }

    private static boolean readsItself(OpenFile[] current, int i) {
        OpenFile file;
        synchronized (current) {
            file = current[i];
        }
        try {
            var text = new String(file.readAll(100), StandardCharsets.UTF_8);
            return text.equals("content of " + i);
        } catch (IllegalStateException closedMeanwhile) {
            return true;
        } catch (FileFault fault) {
            return false;
        }
    }

    @SuppressWarnings("restricted")
    private static int umask(int mask) throws Throwable {
        var linker = Linker.nativeLinker();
        MemorySegment symbol = linker.defaultLookup().findOrThrow("umask");
        var shape = FunctionDescriptor.of(ValueLayout.JAVA_INT, ValueLayout.JAVA_INT);
        return (int) linker.downcallHandle(symbol, shape).invokeExact(mask);
    }
}
