package dev.berth.cli.flow;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

class FlowNewerTest {
    private static final String NEWER = "{\"format\": \"berth-flow/2\"";
    @TempDir Path temporary;

    static List<String> newer() {
        return List.of(
                NEWER + ", \"a\": 1, \"a\": 2}",
                NEWER + ", \"format\": \"berth-flow/1\"}",
                "{\"format\": \"berth-flow/" + "9".repeat(3000) + "\"}",
                NEWER + "} and more",
                "\ufeff" + NEWER + "}",
                NEWER + ", \"a\": " + "[".repeat(500) + "]".repeat(500) + "}",
                NEWER + ", \"a\": " + "1".repeat(500) + "}",
                NEWER + ", \"a\": \"\\ud800\"}",
                NEWER + ", \"a\": \"" + "x".repeat(17 << 20) + "\"}",
                NEWER,
                NEWER + ",",
                "\n {\r\n\t\"format\"\n:\n\"berth-flow/12",
                NEWER + ", \"a\": \"\u0000");
    }

    @ParameterizedTest
    @MethodSource("newer")
    void isLeftWhereItIsWhateverElseItHolds(String bytes) throws Exception {
        var project = FlowProject.in(temporary);
        project.flow("start", "--goal", "x");
        Files.writeString(project.session(), bytes, StandardCharsets.UTF_8);
        for (String verb : List.of("status", "refresh", "close")) {
            var said = project.flow(verb);
            assertThat(said.code()).as(said.err()).isEqualTo(14);
            assertThat(said.err()).contains("newer Berth").hasSizeLessThan(500);
        }
        assertThat(Files.readString(project.session())).isEqualTo(bytes);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"format\": \"berth-flow/1\", \"a\": 1}",
                "{\"format\": \"berth-flow/1",
                "{\"format\": \"berth-flow/02\"}",
                "{\"format\": \"other/2\"}",
                "{\"a\": {\"format\": \"berth-flow/2\"}}",
                "[\"format\", \"berth-flow/2\"]",
            })
    void isNotWhatOnlyLooksLikeIt(String bytes) throws Exception {
        var project = FlowProject.in(temporary);
        project.flow("start", "--goal", "x");
        Files.writeString(project.session(), bytes);
        assertThat(project.json("status").text("put_away")).contains("quarantine-");
    }
}
