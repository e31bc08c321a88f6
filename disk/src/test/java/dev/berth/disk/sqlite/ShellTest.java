package dev.berth.disk.sqlite;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.berth.disk.Disk;
import dev.berth.disk.Disks;
import dev.berth.disk.EntryKind;
import dev.berth.disk.Progress;
import dev.berth.disk.QueryLimits;
import dev.berth.disk.Tool;
import dev.berth.disk.Volume;
import dev.berth.disk.VolumePath;
import dev.berth.disk.moving.Create;
import dev.berth.disk.moving.Share;
import dev.berth.disk.moving.Unpack;
import dev.berth.failure.Failure;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/// What the stock `sqlite3` shell reads and writes in a disk.
class ShellTest {
    @TempDir private Path folder;
    private Path file;
    private Tool shell;

    @BeforeEach
    void create() throws Exception {
        shell = Tool.sqlite3(folder);
        file = folder.resolve("d.sqlite");
        new Create(Disks.FILES, Disks.DISKS).file(file);
    }

    private String sql(String... statements) throws Exception {
        var arguments = new String[statements.length + 1];
        arguments[0] = file.toString();
        System.arraycopy(statements, 0, arguments, 1, statements.length);
        return shell.run(arguments);
    }

    private void insert(String columns, String values) throws Exception {
        sql("insert into vfs (" + columns + ") values (" + values + ")");
    }

    private Disk open() throws Failure {
        return Disks.DISKS.open(file);
    }

    @Test
    void findsTheTableAsDescribed() throws Exception {
        assertThat(sql("select name, type, \"notnull\", pk from pragma_table_info('vfs')"))
                .isEqualTo(
                        """
                        volume|TEXT|1|1
                        path|TEXT|1|2
                        content|BLOB|0|0
                        mtime|INTEGER|0|0
                        mode|INTEGER|0|0
                        mtime_ns|INTEGER|0|0
                        """);
        assertThat(sql("pragma journal_mode")).isEqualTo("wal\n");
        assertThat(sql("pragma application_id", "pragma user_version"))
                .isEqualTo("1114797160\n1\n");
    }

    @Test
    void readsWhatWePut() throws Exception {
        try (var disk = open()) {
            disk.put(new VolumePath("/note"), "héllo".getBytes(StandardCharsets.UTF_8));
        }
        assertThat(sql("select volume, path, cast(content as text), mode from vfs"))
                .isEqualTo("workspace|/note|héllo|33188\n");
    }

    @Test
    void insertsRowsThatAreFilesForUs() throws Exception {
        insert("volume, path, content", "'workspace', '/text', 'wörds'");
        insert("volume, path", "'workspace', '/nothing'");
        insert(
                "volume, path, content, mtime, mode, mtime_ns",
                "'memory', '/nulls', x'00', NULL, NULL, NULL");
        insert("volume, path, content, mtime", "'tmp', '/number', 42, '1700000000'");
        insert("volume, path, content, mode", "'tmp', '/run', 'x', 493");
        insert("volume, path, content, mode", "'tmp', '/l', 'number', 40960");
        insert("volume, path, mode", "'tmp', '/d', 16877");
        try (var disk = open()) {
            assertThat(disk.get(new VolumePath("/text")))
                    .isEqualTo("wörds".getBytes(StandardCharsets.UTF_8));
            assertThat(disk.stat(new VolumePath("/text")).orElseThrow().size()).isEqualTo(6);
            assertThat(disk.get(new VolumePath("/nothing"))).isEmpty();
            assertThat(disk.get(new VolumePath("/nulls"), Volume.MEMORY)).containsExactly(0);
            assertThat(disk.get(new VolumePath("/number"), Volume.TMP))
                    .isEqualTo(new byte[] {'4', '2'});
            assertThat(
                            disk.stat(new VolumePath("/number"), Volume.TMP)
                                    .orElseThrow()
                                    .modifiedSeconds())
                    .isEqualTo(1_700_000_000);
            assertThat(disk.stat(new VolumePath("/run"), Volume.TMP).orElseThrow().kind())
                    .isEqualTo(EntryKind.EXECUTABLE);
            assertThat(disk.linkTarget(new VolumePath("/l"), Volume.TMP)).isEqualTo("number");
            assertThat(disk.list(Volume.TMP)).hasSize(4);
        }
    }

    @Test
    void cannotInsertIntoAFourthVolume() throws Exception {
        var answer =
                shell.attempt(
                        file.toString(), "insert into vfs (volume, path) values ('scratch', '/x')");
        assertThat(answer.code()).isNotZero();
        assertThat(answer.out()).contains("CHECK constraint failed");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "'relative', 'x', 0, 33188, 0",
                "'/../../escape', 'x', 0, 33188, 0",
                "'/a/../../escape', 'x', 0, 33188, 0",
                "'/a//b', 'x', 0, 33188, 0",
                "'/', 'x', 0, 33188, 0",
                "'', 'x', 0, 33188, 0",
                "'/a' || char(0) || 'b', 'x', 0, 33188, 0",
                "cast(x'2fff' as text), 'x', 0, 33188, 0",
                "x'2f61', 'x', 0, 33188, 0",
                "'/ok', 'x', 0, 8630, 0",
                "'/ok', 'x', 0, 'mode', 0",
                "'/ok', 'x', 'yesterday', 33188, 0",
                "'/ok', 'x', 9000000000000000000, 33188, 0",
                "'/ok', 'x', 0, 33188, 1000000000",
                "'/ok', 'x', 0, 33188, -1",
                "'/ok', '', 0, 40960, 0",
                "'/ok', 'a' || char(0), 0, 40960, 0"
            })
    void insertsRowsThatAreNoFilesAndAreRefused(String row) throws Exception {
        insert("volume, path, content, mtime, mode, mtime_ns", "'workspace', " + row);
        refusesToLeave();
        assertThatThrownBy(() -> Disks.DISKS.prove(file, Volume.all()))
                .isInstanceOf(Failure.Refused.class);
    }

    @Test
    void insertsAFileBelowAFileWhichIsRefused() throws Exception {
        insert("volume, path, content", "'workspace', '/a', 'file'");
        insert("volume, path, content", "'workspace', '/a.b', 'between'");
        insert("volume, path, content", "'workspace', '/a/b', 'below'");
        refusesToLeave();
    }

    @Test
    void insertsAFileAboveAnEarlierOneWhichIsRefused() throws Exception {
        insert("volume, path, content", "'workspace', '/a/b/c', 'below'");
        insert("volume, path, content", "'workspace', '/a/b/d', 'below'");
        insert("volume, path, content", "'workspace', '/a', 'file'");
        refusesToLeave();
    }

    @Test
    void insertsALinkToALaterFilesFolderWhichIsRefused() throws Exception {
        insert("volume, path, content, mode", "'workspace', '/a', '/etc', 40960");
        insert("volume, path, content", "'workspace', '/a/passwd', 'below'");
        refusesToLeave();
    }

    @Test
    void smugglesAVolumePastTheConstraintWhichIsRefused() throws Exception {
        sql(
                "pragma ignore_check_constraints=on",
                "insert into vfs (volume, path) values ('x', '/y')");
        refusesToLeave();
    }

    private void refusesToLeave() throws Exception {
        var before = Tool.names(folder);
        var share = new Share(Disks.FILES, Disks.DISKS);
        assertThatThrownBy(() -> share.share(file, folder.resolve("public.sqlite"), Progress.NONE))
                .isInstanceOf(Failure.Refused.class);
        var unpack = new Unpack(Disks.FILES, Disks.DISKS, _ -> {});
        assertThatThrownBy(
                        () ->
                                unpack.unpack(
                                        file,
                                        folder.resolve("out"),
                                        Volume.all(),
                                        false,
                                        Progress.NONE))
                .isInstanceOf(Failure.Refused.class);
        var populated = Files.createDirectories(folder.resolve("populated"));
        Files.writeString(populated.resolve("mine"), "mine");
        assertThatThrownBy(() -> unpack.unpack(file, populated, Volume.all(), false, Progress.NONE))
                .isInstanceOf(Failure.Refused.class);
        assertThat(Tool.names(populated)).containsExactly("mine");
        Files.delete(populated.resolve("mine"));
        Files.delete(populated);
        assertThat(Tool.names(folder)).isEqualTo(before);
    }

    @Test
    void canLookAtABadRowThroughAQuery() throws Exception {
        insert("volume, path, content", "'workspace', '../up', 'x'");
        try (var disk = open()) {
            assertThat(disk.query("select path from vfs", QueryLimits.DEFAULT).rows()).hasSize(1);
            assertThatThrownBy(() -> disk.list(Volume.WORKSPACE))
                    .isInstanceOf(Failure.Refused.class)
                    .hasMessageContaining("../up");
        }
    }

    @Test
    void mayVacuumADiskAndItStaysOne() throws Exception {
        insert("volume, path, content", "'workspace', '/a', zeroblob(100000)");
        sql("delete from vfs", "vacuum");
        try (var disk = open()) {
            assertThat(disk.list(Volume.WORKSPACE)).isEmpty();
        }
    }
}
