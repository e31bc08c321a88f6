package dev.berth.flow;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.berth.failure.Failure;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;

class UnreadableSessionTest {
    @TempDir Path project;
    private Path session;
    private Path history;
    private Flow flow;
    private String good = "";

    @BeforeEach
    void start() throws Exception {
        flow = Projects.real(project);
        flow.start("Ship it");
        session = project.resolve(".flow/session.json");
        history = project.resolve(".flow/history");
        good = Files.readString(session);
    }

    static List<String> unreadable() {
        return List.of(
                "",
                "{",
                "null",
                "[]",
                "{}",
                "not json",
                "{\"format\": \"berth-flow/1\", \"format\": \"berth-flow/1\"}",
                "{\"format\": \"berth-flow/0\"}",
                "{\"format\": 1}",
                "\ufeff{}",
                "\0".repeat(4096));
    }

    @ParameterizedTest
    @MethodSource("unreadable")
    void isPutAwayAsItIsAndStatusSaysWhere(String bytes) throws Exception {
        Files.writeString(session, bytes);
        var status = flow.status();
        assertThat(status.session()).isEmpty();
        var put = status.history().quarantined().getFirst();
        assertThat(put.name()).matches("quarantine-20260131T1200\\d\\dZ-[0-9A-Z]{8}");
        assertThat(status.putAway().orElseThrow()).contains(put.path());
        assertThat(project.resolve(put.path())).content().isEqualTo(bytes);
        assertThat(session).doesNotExist();
        assertThat(project.resolve(".flow/opencode-instructions.md")).doesNotExist();
        // Later calls still say it, and the doctor says what to do.
        assertThat(flow.status().history().quarantined()).containsExactly(put);
        assertThat(flow.examine().findings())
                .anyMatch(
                        finding ->
                                finding.found().contains(put.path())
                                        && finding.advice().contains("history reopen"));
    }

    @Test
    void aCutFileIsPutAway() throws Exception {
        for (int length = 0; length < good.length() - 1; length += 7) {
            Files.writeString(session, good.substring(0, length));
            assertThat(flow.status().putAway()).isPresent();
        }
        assertThat(flow.status().history().quarantined())
                .hasSize((good.length() - 2) / 7 + 1)
                .doesNotHaveDuplicates();
    }

    @Test
    void aFolderInItsPlaceIsPutAwayWithAllThatIsInIt() throws Exception {
        Files.delete(session);
        Files.createDirectories(session.resolve("inner"));
        Files.writeString(session.resolve("inner/file"), "kept");
        var put = flow.status().history().quarantined().getFirst();
        assertThat(put.reason()).contains("a folder in its place");
        assertThat(project.resolve(put.path()).resolve("inner/file")).hasContent("kept");
    }

    @Test
    void aPipeInItsPlaceIsPutAwayWithoutWaitingForIt() throws Exception {
        Files.delete(session);
        assertThat(new ProcessBuilder("mkfifo", session.toString()).start().waitFor()).isZero();
        assertThat(flow.status().history().quarantined().getFirst().reason())
                .contains("not a regular file");
    }

    @Test
    void aFileWithoutPermissionsIsPutAwayOrReadByRoot() throws Exception {
        Files.setPosixFilePermissions(session, PosixFilePermissions.fromString("---------"));
        boolean root = Files.isReadable(session);
        var status = flow.status();
        assertThat(status.session().isPresent()).isEqualTo(root);
        assertThat(status.history().quarantined()).hasSize(root ? 0 : 1);
    }

    @Test
    void aChangeIsToldAndAStartGoesOn() throws Exception {
        Files.writeString(session, "{");
        assertThatExceptionOfType(Failure.Damaged.class)
                .isThrownBy(() -> flow.change((found, now) -> found.noting("x", now)))
                .withMessageContaining(".flow/history/quarantine-");
        Files.writeString(session, "{");
        assertThatExceptionOfType(Failure.Damaged.class).isThrownBy(flow::close);
        Files.writeString(session, "{");
        var started = flow.start("Again");
        assertThat(started.putAway()).isPresent();
        assertThat(flow.status().session()).isEqualTo(started.session());
        assertThat(flow.status().history().quarantined()).hasSize(3);
    }

    @Test
    void isRecoveredOnceItIsMended() throws Exception {
        Files.writeString(session, good.replace("}", ""));
        var put = flow.status().history().quarantined().getFirst();
        assertThatExceptionOfType(Failure.Damaged.class)
                .isThrownBy(() -> flow.reopen(put.name()))
                .withMessageContaining("line");
        Files.writeString(project.resolve(put.path()), good);
        assertThat(flow.reopen(put.name()).session().goal()).isEqualTo("Ship it");
        assertThat(flow.status().session().orElseThrow().goal()).isEqualTo("Ship it");
        assertThat(project.resolve(put.path().replace("quarantine-", "recovered-")))
                .hasContent(good);
        assertThat(flow.status().history().quarantined()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"berth-flow/2", "berth-flow/77"})
    void aNewerVersionsFileIsRefusedAndLeftAlone(String format) throws Exception {
        String newer = good.replace("berth-flow/1", format).replace("\"goal\"", "\"aim\"");
        Files.writeString(session, newer);
        for (var call :
                List.<Call>of(
                        flow::status,
                        () -> flow.start("x"),
                        () -> flow.change((found, now) -> found.noting("x", now)),
                        flow::close,
                        flow::refresh,
                        () -> flow.reopen("ses_1"))) {
            assertThatExceptionOfType(Failure.Refused.class)
                    .isThrownBy(call::run)
                    .withMessageContaining("written by a newer Berth")
                    .satisfies(failure -> assertThat(failure.advice()).contains("that version"));
        }
        assertThat(flow.examine().findings())
                .anyMatch(finding -> finding.found().contains("newer Berth"));
        assertThat(session).hasContent(newer);
        assertThat(history)
                .satisfiesAnyOf(
                        folder -> assertThat(folder).doesNotExist(),
                        folder -> assertThat(folder).isEmptyDirectory());
    }

    @Test
    void anArchiveThatCannotBeReadIsNamedAndHarmsNoOther() throws Exception {
        var id = flow.close().archive();
        flow.start("Second");
        var second = flow.close().archive();
        Files.write(history.resolve(id + ".json"), "{".getBytes(StandardCharsets.UTF_8));
        var read = flow.history();
        assertThat(read.archives()).extracting(History.Archived::name).containsExactly(second);
        assertThat(read.quarantined()).extracting(Quarantined::name).containsExactly(id);
    }

    private interface Call {
        void run() throws Failure;
    }
}
