package dev.berth.disk.sqlite;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.berth.disk.Disks;
import dev.berth.disk.Progress;
import dev.berth.disk.SessionId;
import dev.berth.disk.Tally;
import dev.berth.disk.Tool;
import dev.berth.disk.Volume;
import dev.berth.disk.VolumePath;
import dev.berth.disk.moving.Create;
import dev.berth.disk.moving.Freeze;
import dev.berth.disk.moving.Resume;
import dev.berth.disk.moving.Share;
import dev.berth.disk.moving.Unpack;
import dev.berth.failure.Failure;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;

/// Databases that are not exactly disks.
class HostileTest {
    @TempDir private Path folder;
    private Path file;
    private Tool shell;

    @BeforeEach
    void create() throws Exception {
        shell = Tool.sqlite3(folder);
        file = folder.resolve("d.sqlite");
        new Create(Disks.FILES, Disks.DISKS).file(file);
        try (var disk = Disks.DISKS.open(file)) {
            disk.put(new VolumePath("/work"), new byte[3000]);
            disk.put(new VolumePath("/secret"), new byte[3000], Volume.MEMORY);
        }
    }

    private void sql(String... statements) throws Exception {
        var arguments = new String[statements.length + 1];
        arguments[0] = file.toString();
        System.arraycopy(statements, 0, arguments, 1, statements.length);
        shell.run(arguments);
    }

    private void everyVerbAnswers(Class<? extends Failure> kind) throws Exception {
        byte[] before = Files.readAllBytes(file);
        var names = Tool.names(folder);
        List<Verb> verbs =
                List.of(
                        () -> Disks.DISKS.open(file).close(),
                        () -> Disks.DISKS.tallies(file),
                        this::share,
                        this::freeze,
                        this::unpack);
        for (var verb : verbs) assertThatThrownBy(verb::run).isInstanceOf(kind);
        assertThat(Tool.names(folder)).isEqualTo(names);
        assertThat(Files.readAllBytes(file)).isEqualTo(before);
    }

    private void share() throws Failure {
        new Share(Disks.FILES, Disks.DISKS).share(file, folder.resolve("p.sqlite"), Progress.NONE);
    }

    private void freeze() throws Failure {
        new Freeze(Disks.FILES, Disks.DISKS)
                .freeze(file, folder.resolve("cold"), new SessionId("s"), Progress.NONE);
    }

    private void unpack() throws Failure {
        new Unpack(Disks.FILES, Disks.DISKS, _ -> {})
                .unpack(file, folder.resolve("out"), Volume.all(), false, Progress.NONE);
    }

    private interface Verb {
        void run() throws Exception;
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "create trigger t after delete on vfs begin insert into vfs(volume,path,content)"
                        + " values('workspace','/leak',old.content); end",
                "create table extra(x)",
                "create view v as select 1",
                "create index i on vfs(length(content))",
                "create index i on vfs(path)",
                "alter table vfs add column more text",
                "alter table vfs add column g generated always as (path) virtual",
                "alter table vfs rename to old; create view vfs as select * from old",
                "create virtual table f using fts5(x)",
                "pragma application_id=0",
                "pragma application_id=252006673",
                "pragma user_version=2",
                "pragma user_version=0",
                "analyze",
                "drop table vfs"
            })
    void areRefusedWhenTheyAreMoreOrLessThanADisk(String change) throws Exception {
        sql(change, "pragma journal_mode=delete");
        everyVerbAnswers(Failure.Refused.class);
    }

    @Test
    void areRefusedWhenTheirSchemaDoesNotEvenParse() throws Exception {
        sql(
                "create index i on vfs(path)",
                "pragma writable_schema=on",
                "update sqlite_schema set sql='create index i on vfs(nonsense(' where name='i'",
                "pragma journal_mode=delete");
        everyVerbAnswers(Failure.Refused.class);
    }

    @Test
    void areRefusedWhenTheTableSaysALittleLess() throws Exception {
        sql(
                "pragma writable_schema=on",
                "update sqlite_schema set sql=replace(sql, ', ''tmp''', ', ''tmp'', ''x''')"
                        + " where name='vfs'",
                "pragma journal_mode=delete");
        everyVerbAnswers(Failure.Refused.class);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "update sqlite_schema set sql=cast(sql as blob) where name='vfs'",
                "update sqlite_schema set sql='' where type='index'",
                "update sqlite_schema set name=cast(name as blob) where name='vfs'"
            })
    void areRefusedWhenTheirSchemaOnlyLooksLikeOurs(String change) throws Exception {
        sql("pragma journal_mode=delete", "pragma writable_schema=on", change);
        everyVerbAnswers(Failure.Refused.class);
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 5, -1})
    void areRefusedInAFormatThatSqliteDoesNotKnow(int format) throws Exception {
        sql("pragma journal_mode=delete");
        byte[] bytes = Files.readAllBytes(file);
        ByteBuffer.wrap(bytes).putInt(44, format);
        Files.write(file, bytes);
        everyVerbAnswers(Failure.Refused.class);
    }

    @Test
    void areRefusedInAnotherTextEncoding() throws Exception {
        Files.delete(file);
        sql(
                "pragma encoding='UTF-16le'",
                "pragma application_id=" + Schema.APPLICATION_ID,
                "pragma user_version=1",
                Schema.TABLE);
        everyVerbAnswers(Failure.Refused.class);
    }

    @Test
    void areRefusedWhenOnlyTheirLogHoldsTheTrap() throws Exception {
        Path copy = folder.resolve("copy.sqlite");
        // The shell's connection stays open while its files are copied: the log is not merged.
        var writer =
                new ProcessBuilder("sqlite3", file.toString()).directory(folder.toFile()).start();
        try (var in = writer.outputWriter();
                var out = writer.inputReader()) {
            in.write("pragma wal_autocheckpoint=0;\ncreate table extra(x);\nselect 'ready';\n");
            in.flush();
            for (String line = out.readLine(); !"ready".equals(line); ) line = out.readLine();
            Files.copy(file, copy);
            Files.copy(folder.resolve("d.sqlite-wal"), folder.resolve("copy.sqlite-wal"));
        } finally {
            writer.waitFor();
        }
        file = copy;
        byte[] log = Files.readAllBytes(folder.resolve("copy.sqlite-wal"));
        // Whoever looks at a log has its index made, which others may be using from then on.
        Files.createFile(folder.resolve("copy.sqlite-shm"));
        // What is refused is left as it was: nothing is merged, nothing else is made beside it.
        everyVerbAnswers(Failure.Refused.class);
        assertThat(Files.readAllBytes(folder.resolve("copy.sqlite-wal"))).isEqualTo(log);
    }

    @Test
    void areRefusedWithRowsInAFourthVolume() throws Exception {
        sql(
                "pragma ignore_check_constraints=on",
                "insert into vfs(volume,path,content) values('cache','/x','y')",
                "pragma journal_mode=delete");
        everyVerbAnswers(Failure.Refused.class);
        Path cold = Files.createDirectory(folder.resolve("storage"));
        Files.copy(file, cold.resolve("s.sqlite"));
        assertThatThrownBy(
                        () ->
                                new Resume(Disks.FILES, Disks.DISKS, Clock.systemUTC())
                                        .toFile(
                                                cold,
                                                new SessionId("s"),
                                                folder.resolve("live.sqlite"),
                                                Progress.NONE))
                .isInstanceOf(Failure.Refused.class)
                .hasMessageContaining("a volume that does not exist");
        assertThat(folder.resolve("live.sqlite")).doesNotExist();
    }

    @ParameterizedTest
    @ValueSource(longs = {Long.MIN_VALUE, Long.MIN_VALUE + 1, Long.MAX_VALUE, -1L << 40})
    void areRefusedWithATimeThatNoFileHas(long seconds) throws Exception {
        sql(
                "insert into vfs(volume,path,mtime) values('workspace','/q'," + seconds + ")",
                "pragma journal_mode=delete");
        try (var disk = Disks.DISKS.open(file)) {
            assertThatThrownBy(() -> disk.list(Volume.WORKSPACE))
                    .isInstanceOf(Failure.Refused.class);
        }
        assertThatThrownBy(this::unpack).isInstanceOf(Failure.Refused.class);
        assertThatThrownBy(this::share).isInstanceOf(Failure.Refused.class);
    }

    @Test
    void areRefusedWithAFolderThatHasAContent() throws Exception {
        sql(
                "insert into vfs(volume,path,mode,content) values('workspace','/d',16384,'x')",
                "pragma journal_mode=delete");
        assertThatThrownBy(this::unpack)
                .isInstanceOf(Failure.Refused.class)
                .hasMessageContaining("/d");
        assertThatThrownBy(this::share).isInstanceOf(Failure.Refused.class);
    }

    @Test
    void areDamagedWhenTheirIndexSaysSomethingElse() throws Exception {
        sql("pragma journal_mode=delete");
        byte[] bad = Files.readAllBytes(file);
        String text = new String(bad, StandardCharsets.ISO_8859_1);
        // The table comes first, its index after it.
        int at = text.indexOf("memory/secret");
        assertThat(text.indexOf("memory/secret", at + 1)).isPositive();
        bad[at + "memory/".length()] = 'S';
        Files.write(file, bad);
        Path cold = Files.createDirectory(folder.resolve("storage"));
        Files.copy(file, cold.resolve("s.sqlite"));
        var resume = new Resume(Disks.FILES, Disks.DISKS, Clock.systemUTC());
        List<Verb> verbs =
                List.of(
                        this::share,
                        this::freeze,
                        this::unpack,
                        () ->
                                resume.toFile(
                                        cold,
                                        new SessionId("s"),
                                        folder.resolve("live.sqlite"),
                                        Progress.NONE),
                        () ->
                                resume.toTree(
                                        cold,
                                        new SessionId("s"),
                                        folder.resolve("live"),
                                        Progress.NONE));
        for (var verb : verbs) assertThatThrownBy(verb::run).isInstanceOf(Failure.Damaged.class);
        assertThat(Tool.names(folder)).containsExactly("d.sqlite", "storage");
    }

    @Test
    void areDamagedWhenTheirIndexKnowsARowMore() throws Exception {
        file = folder.resolve("small.sqlite");
        new Create(Disks.FILES, Disks.DISKS).file(file);
        try (var disk = Disks.DISKS.open(file)) {
            disk.put(new VolumePath("/work"), new byte[1]);
            disk.put(new VolumePath("/secret"), new byte[1], Volume.MEMORY);
        }
        sql("pragma journal_mode=delete");
        byte[] bad = Files.readAllBytes(file);
        // The table's only page: a leaf with two rows, of which it forgets the last.
        assertThat(bad[4096]).isEqualTo((byte) 13);
        assertThat(bad[4096 + 4]).isEqualTo((byte) 2);
        bad[4096 + 4] = 1;
        Files.write(file, bad);
        for (Verb verb : List.<Verb>of(this::share, this::freeze, this::unpack)) {
            assertThatThrownBy(verb::run).isInstanceOf(Failure.Damaged.class);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 15, 50, 99, 100, 3000, 4095})
    void areDamagedWhenTheyAreCutWithinTheirFirstPage(int bytes) throws Exception {
        sql("pragma journal_mode=delete");
        byte[] whole = Files.readAllBytes(file);
        Files.write(file, Arrays.copyOf(whole, bytes));
        everyVerbAnswers(Failure.Damaged.class);
    }

    @Test
    void areDamagedWhenTheyAreNoSqliteAtAll() throws Exception {
        Files.write(
                file,
                "just some words, and quite a few of them, "
                        .repeat(20)
                        .getBytes(StandardCharsets.UTF_8));
        everyVerbAnswers(Failure.Damaged.class);
    }

    @Test
    void neverGiveAnythingButARefusalWhenPagesAreOverwritten() throws Exception {
        sql("pragma journal_mode=delete");
        byte[] whole = Files.readAllBytes(file);
        var random = new SplittableRandom(4711);
        for (int round = 0; round < 150; round++) {
            byte[] bad = whole.clone();
            int from = random.nextInt(bad.length);
            int count = Math.min(1 + random.nextInt(200), bad.length - from);
            for (int i = from; i < from + count; i++) bad[i] = (byte) random.nextInt();
            Files.write(file, bad);
            Path target = folder.resolve("p" + round + ".sqlite");
            try {
                new Share(Disks.FILES, Disks.DISKS).share(file, target, Progress.NONE);
                // Only content was hit, which SQLite does not check: what came out is a disk.
                Disks.DISKS.prove(target, Volume.all());
                assertThat(Disks.DISKS.tallies(target)).containsEntry(Volume.MEMORY, Tally.NOTHING);
            } catch (Failure.Damaged | Failure.Refused expected) {
                assertThat(target).doesNotExist();
            }
        }
        assertThat(Tool.names(folder)).noneMatch(name -> name.startsWith(".berth"));
    }

    @Test
    void areDamagedWhenTheTablesPageIsRubbish() throws Exception {
        sql("pragma journal_mode=delete");
        byte[] bad = Files.readAllBytes(file);
        Arrays.fill(bad, 4096, 8192, (byte) 0x5a);
        Files.write(file, bad);
        assertThatThrownBy(
                        () ->
                                new Share(Disks.FILES, Disks.DISKS)
                                        .share(file, folder.resolve("p.sqlite"), Progress.NONE))
                .isInstanceOf(Failure.Damaged.class);
        assertThat(folder.resolve("p.sqlite")).doesNotExist();
    }
}
