package dev.berth.cli.flow;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;

class FlowHistoryTest {
    @TempDir Path temporary;
    private FlowProject project;
    private String good = "";

    @BeforeEach
    void start() throws Exception {
        project = FlowProject.in(temporary);
        assertThat(project.flow("start", "--goal", "Ship it").code()).isZero();
        good = Files.readString(project.session());
    }

    @Nested
    class WhatIsPutAway {
        @Test
        void isSaidByRefresh() throws Exception {
            Files.writeString(project.session(), "{");
            var said = project.json("refresh");
            assertThat(said.bool("changed")).isTrue();
            assertThat(said.text("put_away")).contains("line 1", ".flow/history/quarantine-");
            assertThat(project.json("refresh").bool("changed")).isFalse();
            Files.writeString(project.session(), "{");
            assertThat(project.flow("refresh").out()).contains(".flow/history/quarantine-");
        }

        @Test
        void isSaidByAReopenThatFindsNothingAndByOneThatDoes() throws Exception {
            String id = project.json("close").text("id");
            Files.writeString(project.session(), "{");
            var said = project.flow("history", "reopen", "nosuch");
            assertThat(said.code()).isEqualTo(12);
            assertThat(said.err()).contains(".flow/history/quarantine-", "nosuch");
            Files.writeString(project.session(), "{");
            assertThat(project.json("history", "reopen", id).text("put_away"))
                    .contains(".flow/history/quarantine-");
        }

        @Test
        void isNoLongerPendingOnceItIsRecovered() throws Exception {
            String name = project.putAway(good.replace("\"goal\"", "\"gaol\""));
            assertThat(project.json("doctor").bool("healthy")).isFalse();
            assertThat(project.flow("status").out()).contains("remove");
            Files.writeString(project.history(name + ".json"), good);
            assertThat(project.flow("history", "reopen", name).code()).isZero();
            assertThat(project.json("status").objects("quarantined")).isEmpty();
            var checkup = project.json("doctor");
            assertThat(checkup.bool("healthy")).isTrue();
            String recovered = name.replace("quarantine-", "recovered-") + ".json";
            assertThat(project.historyNames()).containsExactly(recovered);
            assertThat(project.flow("doctor").out()).doesNotContain("reopen").contains(recovered);
            assertThat(project.json("history", "list").any("recovered").compact())
                    .contains(recovered);
        }

        @Test
        void isPrivate() throws Exception {
            Files.setPosixFilePermissions(
                    project.session(), PosixFilePermissions.fromString("rw-rw-rw-"));
            String name = project.putAway("{");
            assertThat(mode(project.history(name + ".json"))).isEqualTo("rw-------");
        }

        @Test
        void isListedByAStart() throws Exception {
            String name = project.putAway("{");
            var started = project.json("start", "--goal", "Again");
            assertThat(started.objects("quarantined").getFirst().text("name")).isEqualTo(name);
        }
    }

    @Nested
    class Show {
        @Test
        void saysWhatIsWrongWithAFileThatIsThere() throws Exception {
            String name = project.putAway("{\n  \"a\": 1,\n  \"a\": 2\n}");
            var said = project.flow("history", "show", name);
            assertThat(said.code()).isEqualTo(12);
            assertThat(said.err()).contains("line 3, column 3");
            Files.writeString(project.history(name + ".json"), good.replace("flow/1", "flow/2"));
            assertThat(project.flow("history", "show", name).code()).isEqualTo(14);
            Files.writeString(project.history(name + ".json"), good);
            assertThat(project.json("history", "show", name).text("goal")).isEqualTo("Ship it");
        }

        @Test
        void refusesWhatIsNoFile() throws Exception {
            Files.createDirectories(project.history("folder.json"));
            var folder = project.flow("history", "show", "folder");
            assertThat(folder.code()).isEqualTo(14);
            assertThat(folder.err()).contains("folder");
            var pipe = project.history("pipe.json");
            assertThat(new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor()).isZero();
            assertThat(project.flow("history", "show", "pipe").code()).isEqualTo(14);
        }

        @Test
        void refusesAPathAsReopenDoes() {
            assertThat(project.flow("history", "show", "../../x").code()).isEqualTo(2);
            assertThat(project.flow("history", "reopen", "../../x").code()).isEqualTo(2);
        }

        @Test
        void findsAnArchiveUnderANameThatIsNotOurs() throws Exception {
            String id = project.json("close").text("id");
            Files.move(project.history(id + ".json"), project.history("we ird.json"));
            Files.writeString(project.history("od d.json"), "{");
            var list = project.json("history", "list");
            assertThat(list.objects("sessions").getFirst().text("name")).isEqualTo("we ird");
            assertThat(list.objects("quarantined").getFirst().text("advice")).contains("'od d'");
            assertThat(project.json("history", "show", "we ird").text("id")).isEqualTo(id);
            assertThat(project.json("history", "reopen", "we ird").text("id")).isEqualTo(id);
        }
    }

    @Nested
    class AClose {
        @Test
        void thatWasInterruptedIsFinishedByAListing() throws Exception {
            String id = project.json("close").text("id");
            Files.move(project.history(id + ".json"), project.session());
            assertThat(project.json("history", "list").objects("sessions").getFirst().text("id"))
                    .isEqualTo(id);
            assertThat(project.session()).doesNotExist();
        }

        @Test
        void isRefusedBeforeAnythingIsDone() throws Exception {
            var instructions = project.file(".flow/opencode-instructions.md");
            Files.delete(instructions);
            Files.createDirectory(instructions);
            var said = project.flow("close");
            assertThat(said.code()).isEqualTo(14);
            assertThat(said.err()).contains("opencode-instructions.md is a folder");
            assertThat(Files.readString(project.session())).isEqualTo(good);
            assertThat(project.flow("doctor").out())
                    .contains("instructions: move .flow/opencode-instructions.md away");
        }
    }

    @Test
    void aNewerArchiveNeedsANewerBerth() throws Exception {
        String id = project.json("close").text("id");
        var archive = project.history(id + ".json");
        Files.writeString(archive, good.replace("flow/1", "flow/9"));
        var put = project.json("status").objects("quarantined").getFirst();
        assertThat(put.text("advice")).contains("newer Berth").doesNotContain("mend");
    }

    @Test
    void aForgedLineStaysInTheGoal() throws Exception {
        project.flow("close");
        project.flow("start", "--goal", "x\nses_1, closed\u2028y\u200bz");
        assertThat(project.flow("status").out()).contains("x\\x0ases_1, closed\\u2028y\\u200bz\n");
    }

    @Test
    void aNegatedIgnoreFileIsPutRightByALook() throws Exception {
        var ignore = project.file(".flow/.gitignore");
        String kept = Files.readString(ignore);
        Files.writeString(ignore, kept + "!session.json\n");
        project.flow("status");
        assertThat(ignore).content().endsWith("*\n").contains("!session.json\n");
    }

    private static String mode(Path path) throws Exception {
        return PosixFilePermissions.toString(Files.getPosixFilePermissions(path));
    }
}
