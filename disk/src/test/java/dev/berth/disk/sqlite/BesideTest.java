package dev.berth.disk.sqlite;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.berth.disk.Disks;
import dev.berth.disk.Layout;
import dev.berth.disk.Progress;
import dev.berth.disk.Tool;
import dev.berth.disk.VolumePath;
import dev.berth.disk.moving.Create;
import dev.berth.disk.moving.Share;
import dev.berth.failure.Failure;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HexFormat;

/// What lies beside a disk under the names that SQLite looks for.
class BesideTest {
    private static final int PAGE = 4096;
    private static final int SECTOR = 512;
    private static final int NONCE = 4711;
    private static final byte[] MAGIC = HexFormat.of().parseHex("d9d505f920a163d7");

    @TempDir private Path folder;
    private Tool shell;
    private Path file;

    @BeforeEach
    void create() throws Exception {
        shell = Tool.sqlite3(folder);
        file = folder.resolve("d.sqlite");
        new Create(Disks.FILES, Disks.DISKS).file(file);
        try (var disk = Disks.DISKS.open(file)) {
            disk.put(new VolumePath("/work"), "first".getBytes(StandardCharsets.UTF_8));
        }
        shell.run(file.toString(), "pragma journal_mode=delete");
    }

    private Path beside(String ending) {
        return folder.resolve("d.sqlite" + ending);
    }

    private void refusedAndLeftAlone() throws Exception {
        byte[] before = Files.readAllBytes(file);
        byte[] journal = Files.readAllBytes(beside("-journal"));
        assertThatThrownBy(() -> Disks.DISKS.open(file).close())
                .isInstanceOf(Failure.Refused.class);
        assertThatThrownBy(this::share).isInstanceOf(Failure.Refused.class);
        assertThat(Arrays.equals(Files.readAllBytes(file), before)).isTrue();
        assertThat(Arrays.equals(Files.readAllBytes(beside("-journal")), journal)).isTrue();
        assertThat(Tool.names(folder)).containsExactly("d.sqlite", "d.sqlite-journal");
    }

    private void share() throws Failure {
        new Share(Disks.FILES, Disks.DISKS).share(file, folder.resolve("p.sqlite"), Progress.NONE);
    }

    /// A journal as a killed writer leaves it: `pages` of an earlier state, each with its number.
    private static byte[] journal(int pagesOfFile, byte[] earlier, int... pages) {
        var out = new ByteArrayOutputStream();
        var head = ByteBuffer.allocate(SECTOR).put(MAGIC).putInt(pages.length).putInt(NONCE);
        out.writeBytes(head.putInt(pagesOfFile).putInt(SECTOR).putInt(PAGE).array());
        for (int page : pages) {
            byte[] content = Arrays.copyOfRange(earlier, (page - 1) * PAGE, page * PAGE);
            int sum = NONCE;
            for (int i = PAGE - 200; i > 0; i -= 200) sum += content[i] & 0xff;
            out.writeBytes(ByteBuffer.allocate(4).putInt(page).array());
            out.writeBytes(content);
            out.writeBytes(ByteBuffer.allocate(4).putInt(sum).array());
        }
        return out.toByteArray();
    }

    @ParameterizedTest
    @CsvSource({
        "-wal, pipe",
        "-journal, pipe",
        "-shm, pipe",
        "-journal, folder",
        "-wal, folder",
        "-wal, link",
        "-journal, link"
    })
    @Timeout(120)
    void isNoFileAndIsRefused(String ending, String kind) throws Exception {
        switch (kind) {
            case "pipe" -> {
                var made = new ProcessBuilder("mkfifo", beside(ending).toString()).start();
                assertThat(made.waitFor()).isZero();
            }
            case "folder" -> Files.createDirectory(beside(ending));
            default -> Files.createSymbolicLink(beside(ending), folder.resolve("elsewhere"));
        }
        byte[] before = Files.readAllBytes(file);
        assertThatThrownBy(() -> Disks.DISKS.open(file).close())
                .isInstanceOf(Failure.Refused.class)
                .hasMessageContaining("d.sqlite" + ending);
        assertThatThrownBy(this::share).isInstanceOf(Failure.Refused.class);
        assertThat(Arrays.equals(Files.readAllBytes(file), before)).isTrue();
        assertThat(Tool.names(folder)).containsExactly("d.sqlite", "d.sqlite" + ending);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "create trigger t after delete on vfs begin select 1; end",
                "create table extra(x)",
                "pragma user_version=2",
                "pragma application_id=1"
            })
    void isAJournalThatWouldBringATrapBack(String trap) throws Exception {
        byte[] clean = Files.readAllBytes(file);
        shell.run(file.toString(), trap);
        byte[] trapped = Files.readAllBytes(file);
        Files.write(file, clean);
        Files.write(beside("-journal"), journal(trapped.length / PAGE, trapped, 1));
        refusedAndLeftAlone();
    }

    @Test
    void isAJournalOfAWriteThatWasCutShort() throws Exception {
        byte[] earlier = Files.readAllBytes(file);
        shell.run(file.toString(), "update vfs set content='later'");
        byte[] later = Files.readAllBytes(file);
        assertThat(Arrays.equals(later, earlier)).isFalse();
        Files.write(beside("-journal"), journal(earlier.length / PAGE, earlier, 1, 2));
        try (var disk = Disks.DISKS.open(file)) {
            assertThat(disk.get(new VolumePath("/work"))).asString().isEqualTo("first");
        }
        assertThat(Tool.names(folder)).containsExactly("d.sqlite");
    }

    @Test
    void isAJournalThatPointsAtAnotherFile() throws Exception {
        byte[] clean = Files.readAllBytes(file);
        Path victim = Files.createDirectory(folder.resolve("far")).resolve("v-mj0123459AB");
        Files.writeString(victim, "precious");
        byte[] name = victim.toString().getBytes(StandardCharsets.UTF_8);
        int sum = 0;
        for (byte b : name) sum += b;
        var out = new ByteArrayOutputStream();
        out.writeBytes(journal(clean.length / PAGE, clean));
        out.writeBytes(ByteBuffer.allocate(4).putInt(0x40000000 / PAGE + 1).array());
        out.writeBytes(name);
        out.writeBytes(ByteBuffer.allocate(8).putInt(name.length).putInt(sum).array());
        out.writeBytes(MAGIC);
        Files.write(beside("-journal"), out.toByteArray());
        assertThatThrownBy(() -> Disks.DISKS.open(file).close())
                .isInstanceOf(Failure.Refused.class);
        assertThat(victim).hasContent("precious");
        assertThat(beside("-journal")).exists();
    }

    @Test
    void isAJournalOfSomebodyWhoIsStillAtWork() throws Exception {
        var writer = new ProcessBuilder("sqlite3", file.toString()).start();
        try (var in = writer.outputWriter();
                var out = writer.inputReader()) {
            in.write("begin immediate;\nupdate vfs set content='later';\nselect 'ready';\n");
            in.flush();
            for (String line = out.readLine(); !"ready".equals(line); ) line = out.readLine();
            assertThat(beside("-journal")).exists();
            try (var disk = Disks.DISKS.open(file)) {
                assertThat(disk.get(new VolumePath("/work"))).asString().isEqualTo("first");
            }
            in.write("commit;\n");
        } finally {
            writer.waitFor();
        }
        try (var disk = Disks.DISKS.open(file)) {
            assertThat(disk.get(new VolumePath("/work"))).asString().isEqualTo("later");
        }
    }

    /// A copy of the disk whose log alone holds what `sql` did.
    private Path inTheLogAlone(String sql) throws Exception {
        shell.run(file.toString(), "pragma journal_mode=wal");
        Path copy = folder.resolve("copy.sqlite");
        var writer = new ProcessBuilder("sqlite3", file.toString()).start();
        try (var in = writer.outputWriter();
                var out = writer.inputReader()) {
            in.write("pragma wal_autocheckpoint=0;\n" + sql + ";\nselect 'ready';\n");
            in.flush();
            for (String line = out.readLine(); !"ready".equals(line); ) line = out.readLine();
            Files.copy(file, copy);
            Files.copy(beside("-wal"), folder.resolve("copy.sqlite-wal"));
        } finally {
            writer.waitFor();
        }
        return copy;
    }

    @ParameterizedTest
    @ValueSource(strings = {"pragma user_version=2", "pragma application_id=1"})
    void isALogThatMakesItSomethingElse(String change) throws Exception {
        file = inTheLogAlone(change);
        byte[] before = Files.readAllBytes(file);
        byte[] log = Files.readAllBytes(folder.resolve("copy.sqlite-wal"));
        assertThatThrownBy(() -> Disks.DISKS.open(file).close())
                .isInstanceOf(Failure.Refused.class);
        assertThatThrownBy(this::share).isInstanceOf(Failure.Refused.class);
        assertThat(Arrays.equals(Files.readAllBytes(file), before)).isTrue();
        assertThat(Arrays.equals(Files.readAllBytes(folder.resolve("copy.sqlite-wal")), log))
                .isTrue();
    }

    @Test
    void isALogThatKnowsItsLayout() throws Exception {
        file = inTheLogAlone("pragma user_version=" + Schema.userVersion(Layout.FOLDER));
        assertThat(Disks.DISKS.layout(file)).isEqualTo(Layout.FOLDER);
    }

    @Test
    void isALogThatKnowsTheLayoutOfWhatIsShared() throws Exception {
        file = inTheLogAlone("pragma user_version=" + Schema.userVersion(Layout.FOLDER));
        share();
        assertThat(Disks.DISKS.layout(folder.resolve("p.sqlite"))).isEqualTo(Layout.FOLDER);
    }
}
