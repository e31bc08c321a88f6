package dev.berth.cli.disk;

import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.cli.Typed;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

class DiskCommandsTest {
    @TempDir private Path folder;

    private Typed type(String... words) {
        return Typed.in(folder, Map.of("BERTH_HOME", folder.resolve("home").toString()), words);
    }

    private Typed feed(String input, String... words) {
        return Typed.with(
                input.getBytes(StandardCharsets.UTF_8),
                folder,
                Map.of("BERTH_HOME", folder.resolve("home").toString()),
                words);
    }

    @BeforeEach
    void create() {
        assertThat(type("disk", "create", "d.sqlite").code()).isZero();
        assertThat(feed("work\n", "disk", "put", "d.sqlite", "/note", "-").code()).isZero();
        assertThat(
                        feed(
                                        "learned\n",
                                        "disk",
                                        "put",
                                        "d.sqlite",
                                        "/note",
                                        "-",
                                        "--volume",
                                        "memory")
                                .code())
                .isZero();
        assertThat(feed("x", "disk", "put", "d.sqlite", "/a/b", "--volume", "tmp").code()).isZero();
    }

    @Test
    void putGetListAndRemove() throws Exception {
        assertThat(type("disk", "get", "d.sqlite", "/note").out()).isEqualTo("work\n");
        assertThat(type("disk", "get", "d.sqlite", "/note", "--volume", "memory").out())
                .isEqualTo("learned\n");
        assertThat(type("disk", "get", "d.sqlite", "/note", "--json").json().compact())
                .contains("\"content\":\"work\\n\"");
        assertThat(type("disk", "ls", "d.sqlite", "--volume", "tmp").out()).isEqualTo("a/\n");
        assertThat(type("disk", "ls", "d.sqlite", "-lR", "--volume", "tmp").out())
                .contains("100644", "2026-01-02T03:04:05Z", "/a/b");
        assertThat(type("disk", "ls", "d.sqlite", "--json").json().compact())
                .contains("\"entries\":[{\"name\":\"note\"");
        assertThat(type("disk", "rm", "d.sqlite", "/a", "--volume", "tmp").code()).isEqualTo(13);
        assertThat(type("disk", "rm", "d.sqlite", "/a", "-r", "--volume", "tmp").code()).isZero();
        assertThat(type("disk", "rm", "d.sqlite", "/a", "--volume", "tmp").code()).isEqualTo(10);
        assertThat(type("disk", "create", "d.sqlite").code()).isEqualTo(13);
    }

    @Test
    void putsAFileWithItsExecutableBit() throws Exception {
        Path script = folder.resolve("run.sh");
        Files.writeString(script, "#!/bin/sh\n");
        assertThat(script.toFile().setExecutable(true)).isTrue();
        assertThat(type("disk", "put", "d.sqlite", "/run", "run.sh").code()).isZero();
        assertThat(type("disk", "ls", "d.sqlite", "--json").out()).contains("\"mode\":33261");
        assertThat(type("disk", "put", "d.sqlite", "/run", "none").code()).isEqualTo(10);
    }

    @ParameterizedTest
    @ValueSource(strings = {"put", "get", "rm"})
    void aFourthVolumeIsAUsageErrorThatNamesTheThree(String verb) {
        var typed = type("disk", verb, "d.sqlite", "/x", "--volume", "cache");
        assertThat(typed.code()).isEqualTo(2);
        assertThat(typed.err()).contains("workspace, memory, tmp");
    }

    @Test
    void queriesAnswerAsATableOrAsJson() {
        String sql = "select volume, count(*) as n from vfs group by 1 order by 1";
        assertThat(type("disk", "query", "d.sqlite", sql).out())
                .startsWith("volume")
                .contains("memory");
        assertThat(type("disk", "query", "d.sqlite", sql, "--json").out())
                .isEqualTo(
                        "{\"columns\":[\"volume\",\"n\"],\"rows\":[[\"memory\",1],[\"tmp\",1],"
                                + "[\"workspace\",1]],\"truncated\":false}\n");
        String odd = "select 1 as \"a\nb\", 2 as \"#c\"";
        assertThat(type("disk", "query", "d.sqlite", odd).out())
                .isEqualTo("a\\x0ab  #c\n1       2\n");
        var bad = type("disk", "query", "d.sqlite", "select nowhere from vfs");
        assertThat(bad.code()).isEqualTo(2);
        assertThat(bad.err()).contains("no such column: nowhere");
        assertThat(type("disk", "query", "d.sqlite", "delete from vfs").code()).isEqualTo(2);
        assertThat(type("disk", "query", "d.sqlite", "select 1", "--rows", "0").code())
                .isEqualTo(2);
    }

    @Test
    void freezesAndResumesBothForms() {
        assertThat(type("disk", "freeze", "d.sqlite", "cold", "--session", "s1").code()).isZero();
        assertThat(type("disk", "resume", "cold", "s1", "live.sqlite", "--json").out())
                .contains("\"cleared\":{\"tmp\":{\"files\":1,\"bytes\":1}}");
        assertThat(type("disk", "ls", "live.sqlite", "--volume", "tmp").out()).isEmpty();
        assertThat(type("disk", "resume", "cold", "s1", "tree").code()).isZero();
        assertThat(folder.resolve("tree/memory/note")).hasContent("learned");
        assertThat(type("disk", "get", "tree", "/note", "--volume", "memory").out())
                .isEqualTo("learned\n");
        assertThat(type("disk", "freeze", "tree", "cold", "--session", "s2").code()).isZero();
        assertThat(type("disk", "resume", "cold", "none", "x.sqlite").code()).isEqualTo(10);
        assertThat(type("disk", "resume", "cold", "../up", "x.sqlite").code()).isEqualTo(2);
        assertThat(type("disk", "freeze", "d.sqlite", "cold", "--session", "a/b").code())
                .isEqualTo(2);
    }

    @Test
    void sharesPacksAndUnpacks() throws Exception {
        assertThat(type("disk", "share", "d.sqlite", "p.sqlite", "--json").out())
                .contains("\"volumes\":[\"workspace\"]");
        assertThat(type("disk", "query", "p.sqlite", "select * from vfs", "--json").out())
                .doesNotContain("memory");
        assertThat(type("disk", "unpack", "d.sqlite", "out").code()).isZero();
        assertThat(folder.resolve("out/memory/note")).exists();
        assertThat(type("disk", "unpack", "d.sqlite", "open", "--public").code()).isZero();
        assertThat(folder.resolve("open/memory")).doesNotExist();
        assertThat(type("disk", "pack", "out", "again.sqlite", "--json").out())
                .contains("\"files\":3");
        assertThat(type("disk", "pack", "out", "again.sqlite").code()).isEqualTo(13);
        assertThat(type("disk", "pack", "out", "again.sqlite", "--replace").code()).isZero();
        assertThat(type("disk", "pack", "out", "g.sqlite", "--git").code()).isEqualTo(14);
    }

    @Test
    void aDiskInRamMakesNoSenseAnywhere() {
        for (var words :
                List.of(
                        List.of("create", ":memory:"),
                        List.of("ls", ":memory:"),
                        List.of("put", ":memory:", "/x"),
                        List.of("freeze", ":memory:", "cold", "--session", "s"),
                        List.of("resume", "cold", "s", ":memory:"),
                        List.of("share", ":memory:", "p.sqlite"),
                        List.of("share", "d.sqlite", ":memory:"),
                        List.of("unpack", ":memory:", "out"),
                        List.of("pack", ".", ":memory:"))) {
            var typed =
                    type(Stream.concat(Stream.of("disk"), words.stream()).toArray(String[]::new));
            assertThat(typed.code()).as(words.toString()).isEqualTo(14);
            assertThat(typed.err()).contains("a disk in RAM");
        }
        assertThat(folder.resolve(":memory:")).doesNotExist();
    }

    @Test
    void aNameSaysWhichFormIsMade() throws Exception {
        assertThat(type("disk", "create", "X.SQLITE").code()).isZero();
        assertThat(folder.resolve("X.SQLITE")).isRegularFile();
        assertThat(type("disk", "create", "t\nree").out()).isEqualTo("created t\\x0aree\n");
        assertThat(folder.resolve("t\nree")).isDirectory();
        assertThat(type("disk", "share", "d.sqlite", "public").code()).isZero();
        assertThat(folder.resolve("public")).isRegularFile();
    }

    @Test
    void whatCannotBeMadeOrTakenIsSaidSo() {
        assertThat(type("disk", "create", ".").err()).contains("the folder that you are in");
        assertThat(type("disk", "create", "../" + folder.getFileName()).code()).isEqualTo(14);
        var packed = type("disk", "pack", "d.sqlite", "p.sqlite");
        assertThat(packed.code()).isEqualTo(14);
        assertThat(packed.err()).contains("is no folder", "freeze");
    }

    @Test
    void aTreePackedIntoItselfHoldsNoTraceOfThat() throws Exception {
        assertThat(type("disk", "unpack", "d.sqlite", "out").code()).isZero();
        assertThat(type("disk", "pack", "out", "out/workspace/self.sqlite").code()).isZero();
        assertThat(type("disk", "ls", "out/workspace/self.sqlite", "-R").out())
                .isEqualTo("/note\n");
    }

    @Test
    void aDeviceIsFedThroughStandardInput() {
        var typed = type("disk", "put", "d.sqlite", "/x", "/dev/null");
        assertThat(typed.code()).isEqualTo(14);
        assertThat(typed.err()).contains("standard input");
    }

    @Test
    void aNameOfAnyLengthMakesAMessageThatCanBeRead() {
        var typed = type("disk", "get", "d.sqlite", "/" + "x/".repeat(20_000));
        assertThat(typed.code()).isEqualTo(2);
        assertThat(typed.err()).hasSizeLessThan(400).contains("…");
    }

    @Test
    void foreignFilesHaveTheirExitCodes() throws Exception {
        Files.writeString(folder.resolve("words"), "no database at all");
        assertThat(type("disk", "ls", "words").code()).isEqualTo(12);
        assertThat(type("disk", "share", "words", "p.sqlite").code()).isEqualTo(12);
        assertThat(type("disk", "ls", "none.sqlite").code()).isEqualTo(10);
        byte[] other = Files.readAllBytes(folder.resolve("d.sqlite"));
        other[68] = 0;
        Files.write(folder.resolve("other.sqlite"), other);
        assertThat(type("disk", "share", "other.sqlite", "p.sqlite").code()).isEqualTo(14);
        assertThat(folder.resolve("p.sqlite")).doesNotExist();
    }
}
