package dev.berth.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.durable.SystemFiles;
import dev.berth.durable.json.Json;
import dev.berth.durable.json.StrictJson;
import dev.berth.failure.Failure;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Map;

class ComplaintsTest {
    @TempDir Path home;

    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();

    private Complaints complaints(boolean json) {
        return new Complaints(
                new World(
                        System.in,
                        new PrintStream(out, true, StandardCharsets.UTF_8),
                        new PrintStream(err, true, StandardCharsets.UTF_8),
                        Map.of("BERTH_HOME", home.resolve("data").toString()),
                        home,
                        Clock.fixed(Instant.EPOCH, ZoneOffset.UTC),
                        SystemFiles.here(),
                        World.Terminal.NONE),
                json);
    }

    @Test
    void aFailureIsOneLineWithWhatToDo() {
        int code =
                complaints(false).failure(new Failure.NotFound("no note", "look elsewhere"), false);
        assertThat(code).isEqualTo(10);
        assertThat(err.toString(StandardCharsets.UTF_8))
                .isEqualTo("berth: no note; look elsewhere\n");
        assertThat(out.size()).isZero();
    }

    @Test
    void withJsonTheSameIsAnObject() throws Exception {
        complaints(true).failure(new Failure.Locked("held", "wait", Map.of("pid", "7")), false);
        Json.Obj answer = StrictJson.read(out.toByteArray());
        assertThat(answer.compact())
                .isEqualTo(
                        "{\"error\":{\"type\":\"locked\",\"message\":\"held\",\"advice\":\"wait\","
                                + "\"exit_code\":11,\"facts\":{\"pid\":\"7\"}}}");
    }

    @Test
    void namesFromOutsideCannotSpeakToTheTerminal() {
        complaints(false).failure(new Failure.NotFound("\u001b[2Jgone\n\u202etxt", ""), false);
        assertThat(err.toString(StandardCharsets.UTF_8))
                .isEqualTo("berth: \\x1b[2Jgone\\x0a\\u202etxt\n");
    }

    @Test
    void theUnexpectedIsOneLineAndItsDetailsAreInAFile() throws Exception {
        int code = complaints(false).unexpected(new IllegalStateException("odd"), false);
        assertThat(code).isEqualTo(1);
        String said = err.toString(StandardCharsets.UTF_8);
        assertThat(said.lines()).hasSize(1);
        Path details = Path.of(said.strip().substring(said.indexOf("details are in ") + 15));
        assertThat(Files.readString(details))
                .contains("IllegalStateException: odd", "ComplaintsTest");
    }

    @Test
    void whereNothingCanBeWrittenItSaysHowToSeeTheDetails() throws Exception {
        Files.writeString(home.resolve("data"), "a file where the folder should be");
        complaints(false).unexpected(new IllegalStateException("odd"), false);
        assertThat(err.toString(StandardCharsets.UTF_8)).contains("--debug");
    }

    @Test
    void debugShowsTheTrace() {
        complaints(false).unexpected(new IllegalStateException("odd"), true);
        assertThat(err.toString(StandardCharsets.UTF_8))
                .contains("at dev.berth.cli.ComplaintsTest");
    }
}
