package dev.berth.cli.client;

import static org.assertj.core.api.Assertions.assertThat;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.berth.cli.Typed;
import dev.berth.durable.ContentHash;
import dev.berth.durable.json.Json;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

@DisplayName("berth files, on a server that it starts by itself")
class FilesCommandsTest {
    @TempDir Path home;

    @BeforeEach
    void settle() throws Exception {
        Files.writeString(home.resolve("berth.yaml"), OwnServer.SETTINGS);
        var made = berth("sessions", "create", "--agent", "plain", "--name", "w");
        assertThat(made.code()).as(made.err()).isZero();
    }

    @AfterEach
    void endTheServer() throws Exception {
        OwnServer.end(home);
    }

    @Test
    void oneFileIsWrittenReadAndRemoved() throws Exception {
        assertThat(berth("sessions", "send", "w", "ln -s berth.yaml link").code()).isZero();
        assertThat(typed("hello", "files", "put", "w", "notes/today", "-").out())
                .isEqualTo("wrote notes/today in workspace, 5 bytes\n");
        Files.writeString(home.resolve("mine.json"), "{\"a\": 1}");
        assertThat(Fields.number(json("files", "put", "w", "a.json", "mine.json"), "size"))
                .isEqualTo(8);
        assertThat(berth("files", "cat", "w", "/notes/today").out()).isEqualTo("hello");
        assertThat(berth("files", "cat", "w", "a.json").out()).isEqualTo("{\"a\": 1}");
        assertThat(Fields.text(json("files", "cat", "w", "a.json"), "content"))
                .isEqualTo("{\"a\": 1}");

        for (String top : List.of("", ".", "/", "./")) {
            assertThat(berth("files", "ls", "w", top).out())
                    .as("ls %s", top)
                    .isEqualTo("a.json\nlink\nnotes/\n");
        }
        assertThat(berth("files", "ls", "w", "notes", "-l").out()).contains("file", "5", "today");
        assertThat(berth("files", "ls", "w", "--find", "TO*").out()).isEqualTo("notes/today\n");
        assertThat(names(json("files", "ls", "w", "./notes/"))).containsExactly("today");

        String hash = ContentHash.of("hello".getBytes(UTF_8)).hex();
        assertThat(typed("x", "files", "put", "w", "notes/today", "--new").code()).isEqualTo(13);
        var stale = typed("x", "files", "put", "w", "a.json", "-", "--if-match", hash);
        assertThat(stale.code()).isEqualTo(13);
        assertThat(typed("x", "files", "put", "w", "notes/today", "--if-match", hash).code())
                .isZero();

        assertThat(berth("files", "rm", "w", "notes").code()).isEqualTo(13);
        assertThat(berth("files", "rm", "w", "notes", "-r").out())
                .isEqualTo("removed notes from workspace\n");
        assertThat(Fields.flag(json("files", "rm", "w", "a.json"), "removed")).isTrue();
        assertThat(names(json("files", "ls", "w"))).containsExactly("link");
    }

    @Test
    void whatIsNotThereOrNoFileIsRefused() {
        assertThat(typed("x", "files", "put", "w", "dir/f").code()).isZero();
        assertThat(berth("files", "cat", "w", "none").code()).isEqualTo(10);
        assertThat(berth("files", "ls", "w", "none").code()).isEqualTo(10);
        assertThat(berth("files", "rm", "w", "none").code()).isEqualTo(10);
        assertThat(berth("files", "download", "w", "none").code()).isEqualTo(10);
        assertThat(home.resolve("none")).doesNotExist();
        assertThat(berth("files", "ls", "nobody").code()).isEqualTo(10);
        assertThat(berth("files", "put", "w", "f", "none").code()).isEqualTo(10);
        assertThat(berth("files", "upload", "w", "none").code()).isEqualTo(10);

        assertThat(berth("files", "cat", "w", "dir").code()).isEqualTo(14);
        assertThat(berth("files", "ls", "w", "dir/f").code()).isEqualTo(14);
        assertThat(berth("files", "download", "w", "dir", "-").code()).isEqualTo(14);

        for (String flawed : List.of("../up", "a/../b", "a//b", "a/./b")) {
            assertThat(berth("files", "cat", "w", flawed).code()).as(flawed).isEqualTo(2);
            assertThat(typed("x", "files", "put", "w", flawed).code()).as(flawed).isEqualTo(2);
            assertThat(berth("files", "upload", "w", "berth.yaml", "--to", flawed).code())
                    .as(flawed)
                    .isEqualTo(2);
        }
        for (String top : List.of("/", ".", "")) {
            assertThat(typed("x", "files", "put", "w", top).code()).as(top).isEqualTo(2);
            assertThat(berth("files", "rm", "w", top, "-r").code()).as(top).isEqualTo(2);
        }
        assertThat(berth("files", "ls", "w", "--volume", "none").code()).isEqualTo(2);
        assertThat(typed("x", "files", "put", "w", "f", "--new", "--if-match", "*").code())
                .isEqualTo(2);
    }

    @Test
    void foldersGoInAndComeOut() throws Exception {
        var source = Files.createDirectories(home.resolve("src/deep"));
        Files.writeString(source.resolve("b"), "bee");
        Files.writeString(home.resolve("src/a"), "");
        Files.createSymbolicLink(home.resolve("src/link"), Path.of("a"));
        Files.createDirectories(home.resolve("src/empty/deeper"));
        Files.createDirectory(home.resolve("bare"));
        Files.writeString(home.resolve("one"), "1");
        var sent = berth("files", "upload", "w", "src", "one", "bare", "--to", "in");
        assertThat(sent.out().lines())
                .startsWith("uploaded 3 files, 4 bytes")
                .containsExactlyInAnyOrder(
                        "uploaded 3 files, 4 bytes",
                        "left out, neither file nor folder: src/link",
                        "left out, an empty folder: src/empty/deeper",
                        "left out, an empty folder: bare");
        assertThat(berth("files", "ls", "w", "in").out()).isEqualTo("one\nsrc/\n");
        assertThat(Fields.texts(json("files", "upload", "w", "one"), "skipped")).isEmpty();
        assertThat(berth("sessions", "send", "w", "ln -s one in/link; cat in/src/deep/b").out())
                .endsWith("bee");

        var all = berth("files", "download", "w", ".", "out");
        assertThat(all.code()).as(all.err()).isZero();
        assertThat(all.out())
                .isEqualTo("downloaded 4 files, 5 bytes, to out\nleft out: in/link (a link)\n");
        assertThat(home.resolve("out/in/src/deep/b")).hasContent("bee");
        assertThat(home.resolve("out/in/src/a")).isEmptyFile();
        assertThat(home.resolve("out/in/link")).doesNotExist();

        Files.writeString(home.resolve("out/in/one"), "older");
        Files.writeString(home.resolve("out/in/mine"), "stays");
        var again = json("files", "download", "w", "in", "out/in");
        assertThat(Fields.number(again, "files")).isEqualTo(3);
        assertThat(Fields.texts(again, "skipped")).containsExactly("in/link");
        assertThat(home.resolve("out/in/one")).hasContent("1");
        assertThat(home.resolve("out/in/mine")).hasContent("stays");

        assertThat(berth("files", "download", "w", "in/one", "-").out()).isEqualTo("1");
        assertThat(berth("files", "download", "w", "in/src/deep/b").code()).isZero();
        assertThat(home.resolve("b")).hasContent("bee");
        assertThat(berth("files", "download", "w", "in", "b").code()).isNotZero();
        assertThat(home.resolve("b")).hasContent("bee");
        Files.createSymbolicLink(home.resolve("out/elsewhere"), home.resolve("src"));
        assertThat(berth("files", "download", "w", "in", "out/elsewhere").code()).isNotZero();
        assertThat(home.resolve("src/one")).doesNotExist();
    }

    @Test
    void namesArriveAsTheyAre() throws Exception {
        var names =
                List.of(
                        "\"q\"",
                        "a\"b",
                        "back\\slash",
                        "end\\",
                        "line\nbreak",
                        "per%22cent",
                        "é +&;=");
        Files.createDirectory(home.resolve("odd"));
        for (String name : names) Files.writeString(home.resolve("odd").resolve(name), name);
        var sent = berth("files", "upload", "w", "odd", "odd/\"q\"");
        assertThat(sent.code()).as(sent.err()).isZero();
        assertThat(names(json("files", "ls", "w", "odd")))
                .containsExactlyInAnyOrderElementsOf(names);
        assertThat(names(json("files", "ls", "w"))).containsExactlyInAnyOrder("odd", "\"q\"");
        assertThat(berth("files", "download", "w", "odd", "out").code()).isZero();
        for (String name : names) assertThat(home.resolve("out").resolve(name)).hasContent(name);
    }

    @Test
    void programsStayProgramsOnTheirWayInAndOut() throws Exception {
        Files.createDirectory(home.resolve("bin"));
        for (String name : List.of("bin/run", "bin/text", "tool")) {
            Files.writeString(home.resolve(name), "#!/bin/sh\necho ran\n");
        }
        assertThat(home.resolve("bin/run").toFile().setExecutable(true)).isTrue();
        assertThat(home.resolve("tool").toFile().setExecutable(true)).isTrue();
        assertThat(berth("files", "upload", "w", "bin").code()).isZero();
        assertThat(berth("files", "put", "w", "tool", "tool").code()).isZero();
        assertThat(
                        berth(
                                        "sessions",
                                        "send",
                                        "w",
                                        "./bin/run; ./tool; test -x bin/text || echo no")
                                .out())
                .endsWith("ran\nran\nno\n");
        assertThat(berth("files", "download", "w", "/", "out").code()).isZero();
        assertThat(home.resolve("out/bin/run")).isExecutable();
        assertThat(home.resolve("out/tool")).isExecutable();
        assertThat(Files.isExecutable(home.resolve("out/bin/text"))).isFalse();
        assertThat(berth("files", "download", "w", "tool", "tool2").code()).isZero();
        assertThat(home.resolve("tool2")).isExecutable();
    }

    @Test
    void whatExceedsTheQuotaEndsWithItsCode() throws Exception {
        var made =
                berth(
                        "sessions",
                        "create",
                        "--agent",
                        "plain",
                        "--name",
                        "s",
                        "--workspace-quota",
                        "1");
        assertThat(made.code()).as(made.err()).isZero();
        Files.write(home.resolve("large"), new byte[32 << 20]);
        var put = berth("files", "put", "s", "large", "large");
        assertThat(put.code()).as(put.err()).isEqualTo(15);
        var upload = berth("files", "upload", "s", "large");
        assertThat(upload.code()).as(upload.err()).isEqualTo(15);
    }

    @Test
    void otherVolumesHaveFilesOfTheirOwn() throws Exception {
        assertThat(typed("tabs", "files", "put", "w", "habits", "--volume", "memory").out())
                .isEqualTo("wrote habits in memory, 4 bytes\n");
        assertThat(berth("files", "cat", "w", "habits").code()).isEqualTo(10);
        assertThat(berth("files", "ls", "w").out()).isEmpty();
        assertThat(names(json("files", "ls", "w", "--volume", "memory"))).containsExactly("habits");
        assertThat(berth("sessions", "send", "w", "cat $BERTH_MEMORY/habits").out())
                .endsWith("tabs");
        assertThat(berth("sessions", "suspend", "w").code()).isZero();
        assertThat(berth("files", "cat", "w", "habits", "--volume", "memory").out())
                .isEqualTo("tabs");
        assertThat(berth("files", "download", "w", "/", "m", "--volume", "memory").code()).isZero();
        assertThat(home.resolve("m/habits")).hasContent("tabs");
    }

    private static List<String> names(Json.Obj listing) {
        return Fields.objects(listing, "entries").stream()
                .map(entry -> Fields.text(entry, "name"))
                .toList();
    }

    private Json.Obj json(String... words) throws Exception {
        var all = new ArrayList<>(List.of(words));
        all.add("--json");
        var typed = berth(all.toArray(String[]::new));
        assertThat(typed.code()).as(typed.err()).isZero();
        return typed.json();
    }

    private Typed berth(String... words) {
        return typed("", words);
    }

    private Typed typed(String input, String... words) {
        return Typed.with(input.getBytes(UTF_8), home, OwnServer.environment(home), words);
    }
}
