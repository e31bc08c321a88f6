package dev.berth.flow;

import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.failure.Failure;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;

/// A `.flow` of the first version, written by its command and changed by nobody since: every later
/// version reads it.
class GoldenFlowTest {
    @TempDir Path project;
    private Path flowFolder;

    @BeforeEach
    void unpack() throws Exception {
        flowFolder = project.resolve(".flow");
        var golden = GoldenFlowTest.class.getResource("/golden/flow-v1");
        var from = Path.of(Objects.requireNonNull(golden).toURI());
        try (var files = Files.walk(from)) {
            for (var file : files.toList()) {
                var name = from.relativize(file).toString().replace("dot-", ".");
                Files.copy(file, flowFolder.resolve(name));
            }
        }
    }

    @Test
    void theActiveSessionIsRead() throws Failure {
        var status = Projects.real(project).status();
        var session = status.session().orElseThrow();
        assertThat(session.goal()).isEqualTo("The next one");
        assertThat(session.features())
                .containsExactly(new Feature(new FeatureId("f1"), "Only", Feature.Status.BLOCKED));
        assertThat(session.notes())
                .extracting(FlowNote::text)
                .containsExactly("f1 is blocked: waiting");
        assertThat(status.history().quarantined()).isEmpty();
    }

    @Test
    void theHistoryIsRead() throws Failure {
        var archived = Projects.real(project).history().archives();
        assertThat(archived).hasSize(1);
        var session = archived.getFirst().session();
        assertThat(session.goal()).isEqualTo("Keep a first release readable for ever");
        assertThat(session.features())
                .extracting(Feature::title)
                .containsExactly("Write `session.json` <once>", "Zürich 🚢");
        assertThat(session.notes().getFirst().text())
                .isEqualTo("line one\nline two \"quoted\" \\ end");
    }

    @Test
    void theFirstVersionsOwnBytesAreWrittenAgain() throws Exception {
        var session = Projects.real(project).status().session().orElseThrow();
        assertThat(flowFolder.resolve("session.json"))
                .hasBinaryContent(SessionCodec.encode(session));
        byte[] ignored = Files.readAllBytes(flowFolder.resolve(".gitignore"));
        assertThat(GitIgnore.isKept(ignored)).isTrue();
        // The agent's file is ours to change from version to version; it is rebuilt when it
        // differs.
        Projects.real(project).refresh();
        assertThat(Projects.real(project).status().instructionsCurrent()).isTrue();
    }

    @Test
    void workGoesOn() throws Failure {
        var flow = Projects.real(project);
        flow.change((session, now) -> session.noting("later", now));
        flow.close();
        assertThat(flow.history().archives()).hasSize(2);
    }
}
