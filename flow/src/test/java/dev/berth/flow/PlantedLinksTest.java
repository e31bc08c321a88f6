package dev.berth.flow;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.berth.failure.Failure;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.nio.file.Files;
import java.nio.file.Path;

class PlantedLinksTest {
    private static final String VICTIM = "nobody may touch this";
    @TempDir Path temporary;
    private Path project;
    private Path victim;
    private Path trap;

    @BeforeEach
    void victims() throws Exception {
        temporary = temporary.toRealPath();
        project = Files.createDirectory(temporary.resolve("project"));
        trap = Files.createDirectory(temporary.resolve("trap"));
        victim = Files.writeString(temporary.resolve("victim"), VICTIM);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "session.json",
                "opencode-instructions.md",
                ".gitignore",
                "session.lock",
                "session.lock/owner.json",
                "history",
                "history/ses_1.json",
                "history/quarantine-1.json",
                "anything",
                "deep/er/link"
            })
    void isRefusedByNameAndNothingBehindItIsTouched(String place) throws Exception {
        for (Path target : new Path[] {victim, trap, Path.of("nowhere")}) {
            var flow = Projects.real(project);
            var link = project.resolve(".flow").resolve(place);
            Files.createDirectories(link.getParent());
            Files.createSymbolicLink(link, target);
            for (var call :
                    new Call[] {
                        flow::status,
                        () -> flow.start("Ship it"),
                        () -> flow.change((session, now) -> session.noting("x", now)),
                        flow::close,
                        flow::refresh,
                        flow::history,
                        () -> flow.reopen("ses_1"),
                    }) {
                assertThatExceptionOfType(Failure.Refused.class)
                        .isThrownBy(call::run)
                        .withMessage(".flow/" + place + " is a symbolic link");
            }
            assertThat(flow.examine().findings())
                    .anyMatch(finding -> finding.found().contains("symbolic link"));
            assertThat(link).isSymbolicLink();
            assertThat(victim).hasContent(VICTIM);
            assertThat(trap).isEmptyDirectory();
            Files.delete(link);
        }
    }

    @Test
    void theFolderItselfMayNotBeOne() throws Exception {
        Files.createSymbolicLink(project.resolve(".flow"), trap);
        var flow = Projects.real(project);
        for (var call : new Call[] {flow::status, () -> flow.start("Ship it"), flow::close}) {
            assertThatExceptionOfType(Failure.Refused.class)
                    .isThrownBy(call::run)
                    .withMessage(".flow is a symbolic link");
        }
        assertThat(trap).isEmptyDirectory();
    }

    @Test
    void aFileInItsPlaceIsRefusedByName() throws Exception {
        Files.writeString(project.resolve(".flow"), VICTIM);
        var flow = Projects.real(project);
        for (var call : new Call[] {flow::status, () -> flow.start("Ship it"), flow::close}) {
            assertThatExceptionOfType(Failure.Refused.class)
                    .isThrownBy(call::run)
                    .withMessage(".flow is not a folder");
        }
        assertThat(project.resolve(".flow")).hasContent(VICTIM);
    }

    private interface Call {
        void run() throws Failure;
    }
}
