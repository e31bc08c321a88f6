package dev.berth.cli.flow;

import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.cli.Typed;
import dev.berth.durable.json.Json;
import dev.berth.durable.json.JsonReader;
import dev.berth.durable.json.StrictJson;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

class FlowCommandsTest {
    @TempDir Path temporary;
    private Path home;
    private Path project;
    private Path below;

    @BeforeEach
    void folders() throws Exception {
        temporary = temporary.toRealPath();
        home = Files.createDirectory(temporary.resolve("home"));
        project = Files.createDirectory(home.resolve("project"));
        below = Files.createDirectories(project.resolve("src/main"));
    }

    @Nested
    class APlanFromStartToClose {
        @Test
        void isWorkedOffFromAnyFolderBelow() throws Exception {
            assertThat(flow(project, "start", "--goal", "Ship it").code()).isZero();
            assertThat(flow(below, "plan", "add", "Write it").code()).isZero();
            assertThat(flow(below, "plan", "add", "Sign it", "--id", "sign").code()).isZero();
            assertThat(flow(below, "feature", "start", "f1").code()).isEqualTo(13);
            assertThat(flow(below, "plan", "approve").code()).isZero();
            assertThat(flow(below, "feature", "start", "f1").code()).isZero();
            assertThat(flow(below, "note", "remember").code()).isZero();
            assertThat(flow(below, "feature", "done").code()).isZero();
            assertThat(flow(below, "feature", "start", "sign").code()).isZero();
            assertThat(flow(below, "feature", "block", "--reason", "no key").code()).isZero();
            assertThat(flow(below, "plan", "edit", "sign", "--title", "Seal it").code()).isZero();
            var status = json(flow(below, "status", "--json"));
            assertThat(status.text("root")).isEqualTo(project.toString());
            assertThat(status.text("goal")).isEqualTo("Ship it");
            assertThat(status.text("status")).isEqualTo("active");
            assertThat(status.text("approval")).isEqualTo("pending");
            assertThat(status.any("features").compact())
                    .isEqualTo(
                            "[{\"id\":\"f1\",\"title\":\"Write it\",\"status\":\"done\"},"
                                    + "{\"id\":\"sign\",\"title\":\"Seal it\",\"status\":\"blocked\"}]");
            assertThat(status.objects("notes")).hasSize(2);
            var closed = json(flow(below, "close", "--json"));
            assertThat(project.resolve(closed.text("archive"))).exists();
            assertThat(json(flow(below, "status", "--json")).text("status")).isEqualTo("none");
            String id = closed.text("id");
            assertThat(json(flow(below, "history", "list", "--json")).objects("sessions"))
                    .hasSize(1);
            assertThat(json(flow(below, "history", "show", id, "--json")).text("goal"))
                    .isEqualTo("Ship it");
            assertThat(json(flow(below, "history", "reopen", id + ".json", "--json")).text("id"))
                    .isEqualTo(id);
        }

        @Test
        void isNamedFromAnywhereByItsRoot() throws Exception {
            String root = project.toString();
            assertThat(flow(temporary, "start", "--goal", "x", "--root", root).code()).isZero();
            assertThat(flow(temporary, "note", "y", "--root", root).code()).isZero();
            assertThat(json(flow(home, "status", "--root", "project", "--json")).objects("notes"))
                    .hasSize(1);
        }

        @Test
        void isReadableForPeople() {
            flow(project, "start", "--goal", "Ship it");
            flow(project, "plan", "add", "Write \u001b[31mit");
            var shown = flow(project, "status");
            assertThat(shown.out())
                    .contains("Ship it", "0 of 1 features done", "f1  pending  Write \\x1b[31mit")
                    .doesNotContain("\u001b");
            assertThat(flow(project, "doctor").out()).contains("instructions  ok  up to date");
        }
    }

    @Nested
    class WhatIsRefused {
        @Test
        void isEveryRootThatMayNotBeOne() throws Exception {
            var file = Files.createFile(temporary.resolve("file"));
            var link = Files.createSymbolicLink(temporary.resolve("me"), home);
            var reasons = new HashMap<String, String>();
            reasons.put("/", "is the root of the file system");
            reasons.put(home.toString(), "is the home folder");
            reasons.put(link.toString(), "is the home folder");
            reasons.put(System.getProperty("user.home"), "");
            reasons.put(temporary.resolve("missing").toString(), "does not exist");
            reasons.put(file.toString(), "is not a folder");
            reasons.forEach(
                    (root, reason) -> {
                        for (var words :
                                List.of(
                                        List.of("start", "--goal", "x"),
                                        List.of("status"),
                                        List.of("register"))) {
                            var all = new ArrayList<>(words);
                            all.addAll(List.of("--root", root));
                            var said = flow(temporary, all.toArray(String[]::new));
                            assertThat(said.code()).as(said.err()).isEqualTo(14);
                            assertThat(said.err()).contains(reason);
                        }
                    });
            assertThat(flow(home, "start", "--goal", "x").code()).isEqualTo(14);
            assertThat(home.resolve(".flow")).doesNotExist();
        }

        @Test
        void isWhateverNeedsASessionWhereThereIsNone() {
            assertThat(flow(below, "status").code()).isEqualTo(10);
            assertThat(flow(below, "note", "x").code()).isEqualTo(10);
            flow(project, "start", "--goal", "x");
            flow(project, "close");
            assertThat(flow(below, "status").code()).isZero();
            assertThat(flow(below, "note", "x").code()).isEqualTo(10);
            assertThat(flow(below, "close").code()).isEqualTo(10);
            assertThat(flow(below, "history", "show", "ses_1").code()).isEqualTo(10);
        }

        @Test
        void isASecondStartAndABadWord() {
            flow(project, "start", "--goal", "x");
            assertThat(flow(project, "start", "--goal", "y").code()).isEqualTo(13);
            assertThat(flow(project, "start").code()).isEqualTo(2);
            assertThat(flow(project, "note", " ").code()).isEqualTo(2);
            assertThat(flow(project, "feature", "start", "../x").code()).isEqualTo(2);
            assertThat(flow(project, "feature", "done").code()).isEqualTo(13);
            assertThat(flow(project, "register", "--agent", "nobody").code()).isEqualTo(2);
            assertThat(flow(project, "register", "--agent", "claude", "--plugin").code())
                    .isEqualTo(2);
        }

        @Test
        void isANewerVersionsFileWithoutTouchingIt() throws Exception {
            flow(project, "start", "--goal", "x");
            var session = project.resolve(".flow/session.json");
            String newer = Files.readString(session).replace("berth-flow/1", "berth-flow/2");
            Files.writeString(session, newer);
            var said = flow(project, "status", "--json");
            assertThat(said.code()).isEqualTo(14);
            assertThat(said.out()).contains("\"exit_code\":14", "newer Berth");
            assertThat(flow(project, "doctor").code()).isZero();
            assertThat(session).hasContent(newer);
        }
    }

    @Test
    void whatCannotBeReadIsNamedWithLineAndColumn() throws Exception {
        flow(project, "start", "--goal", "x");
        Files.writeString(project.resolve(".flow/session.json"), "{\n  \"a\": 1,\n  \"a\": 2\n}");
        var said = json(flow(project, "status", "--json"));
        assertThat(said.text("put_away")).contains("line 3, column 3: \"a\" a second time");
        var put = said.objects("quarantined").getFirst();
        assertThat(project.resolve(put.text("path"))).exists();
        assertThat(put.text("advice")).contains("berth flow history reopen " + put.text("name"));
        assertThat(flow(project, "status").out()).contains(put.text("path"));
        assertThat(flow(project, "doctor").out()).contains(put.text("path"), "mend it");
        Files.writeString(project.resolve(".flow/session.json"), "");
        assertThat(flow(project, "note", "x").code()).isEqualTo(12);
    }

    @Test
    void aLockThatCannotBeToldIsNamedAndItsAgeIsASetting() throws Exception {
        flow(project, "start", "--goal", "x");
        var lock = Files.createDirectory(project.resolve(".flow/session.lock"));
        Files.write(
                lock.resolve("owner.json"),
                Json.object()
                        .put("token", "1")
                        .put("pid", 4711)
                        .put("start_time", "1")
                        .put("boot_id", "other")
                        .put("host", "far-away")
                        .put("created", Instant.parse("2026-01-02T03:04:04Z"))
                        .build()
                        .file());
        var said = typed(project, Map.of("BERTH_FLOW_LOCK_WAIT", "50ms"), "note", "x", "--json");
        assertThat(said.code()).isEqualTo(11);
        assertThat(said.err()).contains("process 4711 on far-away since 2026-01-02T03:04:04Z");
        assertThat(said.out()).contains("\"pid\":\"4711\"", "\"host\":\"far-away\"", "\"since\"");
        assertThat(typed(project, Map.of("BERTH_FLOW_LOCK_AGE", "1ms"), "note", "x").code())
                .isZero();
    }

    @Test
    void registerAndItsOppositeLeaveNothingBehind() throws Exception {
        flow(project, "start", "--goal", "x");
        Files.writeString(project.resolve("opencode.json"), "{\n  \"model\": \"m\"\n}\n");
        assertThat(flow(below, "register", "--plugin").code()).isZero();
        assertThat(flow(below, "register").out()).contains("it was there already");
        assertThat(project.resolve("opencode.json")).content().contains("opencode-instructions.md");
        assertThat(project.resolve(".opencode/plugins/berth-flow.js")).exists();
        var removed = json(flow(below, "register", "--remove", "--json"));
        assertThat(removed.objects("files")).hasSize(2);
        assertThat(project.resolve("opencode.json")).hasContent("{\n  \"model\": \"m\"\n}\n");
        assertThat(project.resolve(".opencode")).doesNotExist();
        flow(below, "register", "--agent", "claude");
        assertThat(project.resolve("CLAUDE.md")).hasContent("@.flow/opencode-instructions.md\n");
        flow(below, "register", "--agent", "claude", "--remove");
        assertThat(project.resolve("CLAUDE.md")).doesNotExist();
        Files.writeString(project.resolve("opencode.json"), "// mine\n{}\n");
        assertThat(flow(below, "register").code()).isEqualTo(14);
        assertThat(project.resolve("opencode.json")).hasContent("// mine\n{}\n");
    }

    @Test
    void refreshSaysWhetherItHadToDoAnything() throws Exception {
        flow(project, "start", "--goal", "x");
        assertThat(json(flow(below, "refresh", "--json")).bool("changed")).isFalse();
        Files.delete(project.resolve(".flow/opencode-instructions.md"));
        assertThat(json(flow(below, "refresh", "--json")).bool("changed")).isTrue();
    }

    private static JsonReader json(Typed said) throws Exception {
        assertThat(said.code()).as(said.err()).isZero();
        return StrictJson.open(said.out().getBytes(StandardCharsets.UTF_8));
    }

    private Typed flow(Path folder, String... words) {
        return typed(folder, Map.of(), words);
    }

    private Typed typed(Path folder, Map<String, String> more, String... words) {
        var environment = new HashMap<>(more);
        environment.put("HOME", home.toString());
        environment.put("BERTH_HOME", temporary.resolve("data").toString());
        var all = new String[words.length + 1];
        all[0] = "flow";
        System.arraycopy(words, 0, all, 1, words.length);
        return Typed.in(folder, environment, all);
    }
}
