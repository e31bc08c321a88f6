package dev.berth.disk;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.berth.disk.Disk.Depth;
import dev.berth.failure.Failure;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Optional;

/// What every form of a disk does alike.
abstract class DiskContract {
    static final Instant NOW = Instant.parse("2026-03-04T05:06:07.123456789Z");
    static final Clock CLOCK = Clock.fixed(NOW, ZoneOffset.UTC);

    private Disk disk;

    abstract Disk open() throws Exception;

    @BeforeEach
    void openIt() throws Exception {
        disk = open();
    }

    @AfterEach
    void closeIt() {
        disk.close();
    }

    static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    static VolumePath at(String path) {
        return new VolumePath(path);
    }

    static InputStream stream(String text) {
        return new ByteArrayInputStream(bytes(text));
    }

    private void put(String path, String content) throws Failure {
        disk.put(at(path), bytes(content));
    }

    private String get(String path) throws Failure {
        return new String(disk.get(at(path)), StandardCharsets.UTF_8);
    }

    private List<String> listed(String folder, Depth depth) throws Failure {
        Optional<VolumePath> where =
                folder.equals("/") ? Optional.empty() : Optional.of(at(folder));
        return disk.list(where, depth, Volume.WORKSPACE).stream()
                .map(entry -> entry.path().value() + ":" + entry.kind().label())
                .toList();
    }

    @Nested
    @DisplayName("A file")
    class AFile {
        @Test
        void comesBackAsItWasPut() throws Failure {
            put("/note", "hello");
            assertThat(get("/note")).isEqualTo("hello");
        }

        @Test
        void isReplacedByTheNextPut() throws Failure {
            put("/note", "first");
            put("/note", "second, longer");
            put("/note", "3");
            assertThat(get("/note")).isEqualTo("3");
            assertThat(disk.stat(at("/note")).orElseThrow().size()).isEqualTo(1);
        }

        @Test
        void mayBeEmptyAndMayHoldAnyByte() throws Failure {
            disk.put(at("/empty"), new byte[0]);
            byte[] all = new byte[256];
            for (int i = 0; i < all.length; i++) all[i] = (byte) i;
            disk.put(at("/all"), all);
            assertThat(disk.get(at("/empty"))).isEmpty();
            assertThat(disk.get(at("/all"))).isEqualTo(all);
        }

        @Test
        void isStampedWithTheClockToTheNanosecond() throws Failure {
            put("/note", "x");
            var entry = disk.stat(at("/note")).orElseThrow();
            assertThat(Instant.ofEpochSecond(entry.modifiedSeconds(), entry.modifiedNanos()))
                    .isEqualTo(NOW);
        }

        @Test
        void mayBeExecutable() throws Failure {
            disk.put(at("/run"), EntryKind.EXECUTABLE, stream("#!/bin/sh"), Volume.WORKSPACE);
            assertThat(disk.stat(at("/run")).orElseThrow().kind()).isEqualTo(EntryKind.EXECUTABLE);
            assertThat(get("/run")).isEqualTo("#!/bin/sh");
        }

        @Test
        void thatIsNotThereIsNotFound() {
            assertThatThrownBy(() -> get("/none")).isInstanceOf(Failure.NotFound.class);
            assertThatThrownBy(() -> get("/none/deeper")).isInstanceOf(Failure.NotFound.class);
            assertThatThrownBy(() -> disk.remove(at("/none"))).isInstanceOf(Failure.NotFound.class);
        }

        @Test
        void streamsOutAndSaysHowMuch() throws Failure {
            put("/note", "hello");
            var out = new ByteArrayOutputStream();
            assertThat(disk.get(at("/note"), Volume.WORKSPACE, out)).isEqualTo(5);
            assertThat(out.toString(StandardCharsets.UTF_8)).isEqualTo("hello");
        }

        @ParameterizedTest
        @ValueSource(
                strings = {
                    "/with space",
                    "/new\nline",
                    "/q'uo\"te",
                    "/😀/😀",
                    "/-dash",
                    "/a%20b?c#d",
                    "/.hidden",
                    "/...",
                    "/tab\there",
                    "/*glob[x]",
                    "/é"
                })
        void mayHaveAnyName(String path) throws Failure {
            put(path, path);
            assertThat(get(path)).isEqualTo(path);
            assertThat(listed("/", Depth.ALL)).containsExactly(path + ":file");
        }

        @Test
        void mayHaveANameOf255Bytes() throws Failure {
            String path = "/" + "é".repeat(127) + "x";
            put(path, "long");
            assertThat(get(path)).isEqualTo("long");
        }
    }

    @Nested
    @DisplayName("The three volumes")
    class Volumes {
        @Test
        void holdTheSamePathSideBySide() throws Failure {
            for (var volume : Volume.values()) {
                disk.put(at("/note"), bytes(volume.label()), volume);
            }
            for (var volume : Volume.values()) {
                assertThat(disk.get(at("/note"), volume)).isEqualTo(bytes(volume.label()));
            }
        }

        @Test
        void areTheWorkspaceUnlessSaidOtherwise() throws Failure {
            put("/note", "work");
            assertThat(disk.get(at("/note"), Volume.WORKSPACE)).isEqualTo(bytes("work"));
            assertThatThrownBy(() -> disk.get(at("/note"), Volume.MEMORY))
                    .isInstanceOf(Failure.NotFound.class);
        }

        @ParameterizedTest
        @EnumSource(Volume.class)
        void areClearedOneAtATime(Volume cleared) throws Failure {
            for (var volume : Volume.values()) {
                disk.put(at("/a/one"), bytes("12345"), volume);
                disk.put(at("/two"), bytes("67"), volume);
            }
            assertThat(disk.clear(cleared)).isEqualTo(new Tally(2, 7));
            for (var volume : Volume.values()) {
                assertThat(disk.list(volume)).hasSize(volume == cleared ? 0 : 2);
            }
            assertThat(disk.clear(cleared)).isEqualTo(Tally.NOTHING);
        }
    }

    @Nested
    @DisplayName("A folder")
    class AFolder {
        @Test
        void isThereByWhatLiesInIt() throws Failure {
            put("/a/b/file", "x");
            assertThat(disk.stat(at("/a")).orElseThrow().kind()).isEqualTo(EntryKind.FOLDER);
            assertThat(listed("/", Depth.ONE)).containsExactly("/a:folder");
            assertThat(listed("/a", Depth.ONE)).containsExactly("/a/b:folder");
            assertThat(listed("/", Depth.ALL)).containsExactly("/a/b/file:file");
        }

        @Test
        void goesWithItsLastEntry() throws Failure {
            put("/a/b/file", "x");
            disk.remove(at("/a/b/file"));
            assertThat(disk.stat(at("/a"))).isEmpty();
            assertThat(listed("/", Depth.ALL)).isEmpty();
        }

        @Test
        void mayBeEmptyWhenItWasPut() throws Failure {
            disk.put(at("/empty"), EntryKind.FOLDER, stream(""), Volume.WORKSPACE);
            disk.put(at("/empty"), EntryKind.FOLDER, stream(""), Volume.WORKSPACE);
            assertThat(listed("/", Depth.ALL)).containsExactly("/empty:folder");
            assertThat(listed("/empty", Depth.ALL)).isEmpty();
            put("/empty/now", "not");
            assertThat(listed("/", Depth.ALL)).containsExactly("/empty/now:file");
            disk.remove(at("/empty/now"));
            assertThat(listed("/", Depth.ALL)).isEmpty();
        }

        @Test
        void cannotBeReadOrPutOverOrPutUnderAFile() throws Failure {
            put("/a/file", "x");
            assertThatThrownBy(() -> get("/a")).isInstanceOf(Failure.Refused.class);
            assertThatThrownBy(() -> put("/a", "y")).isInstanceOf(Failure.Conflict.class);
            assertThatThrownBy(() -> put("/a/file/below", "y"))
                    .isInstanceOf(Failure.Conflict.class)
                    .hasMessageContaining("/a/file");
            assertThatThrownBy(
                            () ->
                                    disk.put(
                                            at("/a/file"),
                                            EntryKind.FOLDER,
                                            stream(""),
                                            Volume.WORKSPACE))
                    .isInstanceOf(Failure.Conflict.class);
            disk.put(at("/empty"), EntryKind.FOLDER, stream(""), Volume.WORKSPACE);
            assertThatThrownBy(() -> put("/empty", "y")).isInstanceOf(Failure.Conflict.class);
            assertThat(get("/a/file")).isEqualTo("x");
        }

        @Test
        void isRemovedWithItsContentOnlyWhenAskedFor() throws Failure {
            put("/a/one", "1");
            put("/a/b/two", "22");
            put("/ab", "stays");
            put("/a.b", "stays");
            assertThatThrownBy(() -> disk.remove(at("/a"))).isInstanceOf(Failure.Conflict.class);
            assertThat(disk.remove(at("/a"), Depth.ALL, Volume.WORKSPACE))
                    .isEqualTo(new Tally(2, 3));
            assertThat(listed("/", Depth.ALL)).containsExactly("/a.b:file", "/ab:file");
        }

        @Test
        void listsByBytesOfItsNames() throws Failure {
            for (String path : List.of("/b", "/a/x", "/a.txt", "/é", "/Z", "/😀", "/ａ")) {
                put(path, "");
            }
            assertThat(listed("/", Depth.ALL))
                    .containsExactly(
                            "/Z:file",
                            "/a.txt:file",
                            "/a/x:file",
                            "/b:file",
                            "/é:file",
                            "/ａ:file",
                            "/😀:file");
            assertThatThrownBy(() -> listed("/none", Depth.ONE))
                    .isInstanceOf(Failure.NotFound.class);
            assertThat(listed("/b", Depth.ONE)).containsExactly("/b:file");
        }
    }

    @Nested
    @DisplayName("A link")
    class ALink {
        private void link(String path, String target) throws Failure {
            disk.put(at(path), EntryKind.LINK, stream(target), Volume.WORKSPACE);
        }

        @Test
        void keepsItsTargetWhateverItIs() throws Failure {
            for (String target : List.of("note", "../../etc/passwd", "/etc/passwd", "a\nb é")) {
                link("/l", target);
                assertThat(disk.linkTarget(at("/l"), Volume.WORKSPACE)).isEqualTo(target);
                assertThat(disk.stat(at("/l")).orElseThrow().kind()).isEqualTo(EntryKind.LINK);
            }
        }

        @Test
        void isNeverFollowed() throws Failure {
            put("/folder/file", "x");
            link("/l", "folder");
            assertThatThrownBy(() -> get("/l")).isInstanceOf(Failure.Refused.class);
            assertThatThrownBy(() -> get("/l/file")).isInstanceOf(Failure.NotFound.class);
            assertThatThrownBy(() -> put("/l/new", "y")).isInstanceOf(Failure.Conflict.class);
            assertThatThrownBy(() -> disk.linkTarget(at("/folder/file"), Volume.WORKSPACE))
                    .isInstanceOf(Failure.Refused.class);
            put("/l", "a file now");
            assertThat(get("/l")).isEqualTo("a file now");
            assertThat(listed("/folder", Depth.ALL)).containsExactly("/folder/file:file");
        }

        @Test
        void toNothingIsRefused() {
            assertThatThrownBy(() -> link("/l", "")).isInstanceOf(Failure.Refused.class);
        }
    }

    @Nested
    @DisplayName("A rename")
    class ARename {
        @Test
        void movesAFileAndReplacesAnother() throws Failure {
            put("/a/one", "1");
            put("/two", "2");
            disk.rename(at("/a/one"), at("/b/c/one"), Volume.WORKSPACE);
            assertThat(listed("/", Depth.ALL)).containsExactly("/b/c/one:file", "/two:file");
            disk.rename(at("/b/c/one"), at("/two"), Volume.WORKSPACE);
            assertThat(listed("/", Depth.ALL)).containsExactly("/two:file");
            assertThat(get("/two")).isEqualTo("1");
        }

        @Test
        void takesAFolderWithAllThatIsInIt() throws Failure {
            put("/a/one", "1");
            put("/a/b/é", "2");
            put("/ab", "stays");
            disk.rename(at("/a"), at("/c/d"), Volume.WORKSPACE);
            assertThat(listed("/", Depth.ALL))
                    .containsExactly("/ab:file", "/c/d/b/é:file", "/c/d/one:file");
        }

        @Test
        void isRefusedIntoItselfOverAFolderAndOfNothing() throws Failure {
            put("/a/one", "1");
            put("/b/two", "2");
            put("/file", "3");
            assertThatThrownBy(() -> disk.rename(at("/a"), at("/a/b"), Volume.WORKSPACE))
                    .isInstanceOf(Failure.Refused.class);
            assertThatThrownBy(() -> disk.rename(at("/a"), at("/b"), Volume.WORKSPACE))
                    .isInstanceOf(Failure.Conflict.class);
            assertThatThrownBy(() -> disk.rename(at("/file"), at("/b"), Volume.WORKSPACE))
                    .isInstanceOf(Failure.Conflict.class);
            assertThatThrownBy(() -> disk.rename(at("/a"), at("/file"), Volume.WORKSPACE))
                    .isInstanceOf(Failure.Conflict.class);
            assertThatThrownBy(() -> disk.rename(at("/none"), at("/x"), Volume.WORKSPACE))
                    .isInstanceOf(Failure.NotFound.class);
            disk.rename(at("/file"), at("/file"), Volume.WORKSPACE);
            assertThat(disk.list(Volume.WORKSPACE)).hasSize(3);
        }
    }

    @Nested
    @DisplayName("A query")
    class AQuery {
        @Test
        void seesAllVolumes() throws Failure {
            disk.put(at("/a"), bytes("text"), Volume.WORKSPACE);
            disk.put(at("/b"), bytes("learned"), Volume.MEMORY);
            disk.put(at("/c"), new byte[] {(byte) 0xff}, Volume.TMP);
            var answer =
                    disk.query(
                            "select volume, path, content, mtime, mode, mtime_ns from vfs order by"
                                    + " path",
                            QueryLimits.DEFAULT);
            assertThat(answer.columns())
                    .containsExactly("volume", "path", "content", "mtime", "mode", "mtime_ns");
            assertThat(answer.rows()).hasSize(3);
            assertThat(answer.rows().get(1))
                    .containsExactly(
                            new Cell.Text("memory"),
                            new Cell.Text("/b"),
                            new Cell.Text("learned"),
                            new Cell.Whole(NOW.getEpochSecond()),
                            new Cell.Whole(33188),
                            new Cell.Whole(NOW.getNano()));
            assertThat(answer.rows().get(2).get(2)).isEqualTo(new Cell.Bytes("ff"));
            put("/d", "the disk can still be written");
        }

        @ParameterizedTest
        @ValueSource(
                strings = {
                    "",
                    "select nothing from vfs",
                    "select 1; select 2",
                    "delete from vfs",
                    "with x as (select 1) delete from vfs",
                    "drop table vfs",
                    "pragma user_version = 9",
                    "attach 'x' as y",
                    "vacuum into 'x'",
                    "select load_extension('x')",
                    "selec 1"
                })
        void thatIsBadOrWritesIsMalformed(String sql) throws Failure {
            put("/a", "x");
            assertThatThrownBy(() -> disk.query(sql, QueryLimits.DEFAULT))
                    .isInstanceOf(Failure.Malformed.class);
            assertThat(get("/a")).isEqualTo("x");
        }

        @Test
        void endsAtItsDeadlineAndItsRowLimit() throws Failure {
            String endless =
                    "with recursive n(i) as (select 1 union all select i + 1 from n) select ";
            assertThatThrownBy(
                            () ->
                                    disk.query(
                                            endless + "count(*) from n",
                                            QueryLimits.DEFAULT.withTime(Duration.ofMillis(200))))
                    .isInstanceOf(Failure.Refused.class)
                    .hasMessageContaining("200 ms");
            var answer = disk.query(endless + "i from n", QueryLimits.DEFAULT.withRows(7));
            assertThat(answer.rows()).hasSize(7);
            assertThat(answer.truncated()).isTrue();
        }

        @Test
        void mayHaveSemicolonsAndCommentsInItsText() throws Failure {
            var answer =
                    disk.query("select ';--' as \"a;b\" /* ; */ ; -- end\n", QueryLimits.DEFAULT);
            assertThat(answer.rows()).containsExactly(List.of(new Cell.Text(";--")));
        }
    }
}
