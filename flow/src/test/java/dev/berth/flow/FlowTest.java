package dev.berth.flow;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.berth.durable.lock.OwnerRule;
import dev.berth.failure.Failure;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;

class FlowTest {
    @TempDir Path project;
    private Path flowFolder;
    private Flow flow;

    @BeforeEach
    void open() throws Exception {
        project = project.toRealPath();
        flowFolder = project.resolve(".flow");
        flow = Projects.real(project);
    }

    @Nested
    @DisplayName("A project without a session")
    class Without {
        @Test
        void hasNoFolderUntilOneIsStarted() {
            assertThatExceptionOfType(Failure.NotFound.class).isThrownBy(flow::status);
            assertThatExceptionOfType(Failure.NotFound.class)
                    .isThrownBy(() -> flow.change((session, _) -> session));
            assertThatExceptionOfType(Failure.NotFound.class).isThrownBy(flow::close);
            assertThatExceptionOfType(Failure.NotFound.class).isThrownBy(flow::refresh);
            assertThatExceptionOfType(Failure.NotFound.class)
                    .isThrownBy(() -> flow.reopen("ses_1"));
            assertThat(flowFolder).doesNotExist();
        }

        @Test
        void afterACloseSaysThatNoneIsActive() throws Exception {
            flow.start("Ship it");
            flow.close();
            assertThat(flow.status().session()).isEmpty();
            assertThatExceptionOfType(Failure.NotFound.class)
                    .isThrownBy(() -> flow.change((session, now) -> session.noting("x", now)))
                    .withMessage("no session is active");
        }
    }

    @Nested
    @DisplayName("A started session")
    class Started {
        @Test
        void isThereWithEverythingPrivate() throws Exception {
            var started = flow.start("Ship it").session().orElseThrow();
            assertThat(flow.status().session()).contains(started);
            assertThat(flow.status().instructionsCurrent()).isTrue();
            for (String name : new String[] {"session.json", "opencode-instructions.md"}) {
                assertThat(mode(flowFolder.resolve(name))).isEqualTo("rw-------");
            }
            assertThat(mode(flowFolder)).isEqualTo("rwx------");
            assertThat(flowFolder.resolve("session.lock")).doesNotExist();
        }

        @Test
        void makesAFolderPrivateThatWasNot() throws Exception {
            Files.createDirectory(flowFolder);
            Files.setPosixFilePermissions(flowFolder, PosixFilePermissions.fromString("rwxrwxr-x"));
            flow.start("Ship it");
            assertThat(mode(flowFolder)).isEqualTo("rwx------");
        }

        @Test
        void leavesAFolderReadOnlyThatItsOwnerMadeSo() throws Exception {
            flow.start("Ship it");
            Files.setPosixFilePermissions(flowFolder, PosixFilePermissions.fromString("r-xr-xr-x"));
            try {
                flow.refresh();
            } catch (Failure.Refused notWritable) {
                // Root may write all the same; anybody else is refused.
                assertThat(notWritable.what()).contains("is not writable");
            }
            assertThat(mode(flowFolder)).isEqualTo("r-x------");
            Files.setPosixFilePermissions(flowFolder, PosixFilePermissions.fromString("rwx------"));
        }

        @Test
        void namesTheHolderAndTheTimeAlsoWithinOneProcess() throws Exception {
            flow.start("Ship it");
            var hasty =
                    Projects.real(project, new LockTerms(OwnerRule.USUAL, Duration.ofMillis(20)));
            var told = new AtomicReference<Failure>();
            flow.change(
                    (session, now) -> {
                        var other =
                                Thread.ofPlatform()
                                        .start(
                                                () -> {
                                                    try {
                                                        hasty.refresh();
                                                    } catch (Failure failure) {
                                                        told.set(failure);
                                                    }
                                                });
                        try {
                            other.join();
                        } catch (InterruptedException interrupted) {
                            Thread.currentThread().interrupt();
                        }
                        return session;
                    });
            assertThat(told.get())
                    .isInstanceOf(Failure.Locked.class)
                    .hasMessageContaining(flowFolder.resolve("session.lock") + ": held by process ")
                    .hasMessageContaining(" since 2026-01-31T12:");
        }

        @Test
        void isNotReplacedByAnother() throws Exception {
            var started = flow.start("Ship it").session().orElseThrow();
            assertThatExceptionOfType(Failure.Conflict.class)
                    .isThrownBy(() -> flow.start("Another"))
                    .withMessageContaining(started.id().value());
            assertThat(flow.status().session()).contains(started);
        }

        @Test
        void keepsEveryChange() throws Exception {
            flow.start("Ship it");
            flow.change((session, now) -> session.adding(Optional.empty(), "one", now));
            var noted = flow.change((session, now) -> session.noting("remember", now));
            assertThat(Projects.real(project).status().session()).contains(noted);
            assertThat(flowFolder.resolve("opencode-instructions.md"))
                    .content()
                    .contains("remember");
        }

        @Test
        void isUnchangedByAChangeThatFails() throws Exception {
            flow.start("Ship it");
            byte[] before = Files.readAllBytes(flowFolder.resolve("session.json"));
            assertThatExceptionOfType(Failure.NotFound.class)
                    .isThrownBy(
                            () ->
                                    flow.change(
                                            (session, now) ->
                                                    session.starting(new FeatureId("f9"), now)));
            assertThat(flowFolder.resolve("session.json")).hasBinaryContent(before);
        }

        @Test
        void refusesToGrowBeyondWhatCouldBeReadAgain() throws Exception {
            flow.start("Ship it");
            String note = "\u0001".repeat(64 * 1024);
            var failure =
                    assertThatExceptionOfType(Failure.Refused.class)
                            .isThrownBy(
                                    () ->
                                            flow.change(
                                                    (session, now) -> {
                                                        var more = session;
                                                        for (int i = 0; i < 60; i++) {
                                                            more = more.noting(note, now);
                                                        }
                                                        return more;
                                                    }));
            failure.withMessageContaining("more than 16777216");
            assertThat(flow.status().session().orElseThrow().notes()).isEmpty();
        }
    }

    @Nested
    @DisplayName("The agent's file")
    class AgentsFile {
        @Test
        void isRebuiltWhenSomebodyChangedIt() throws Exception {
            flow.start("Ship it");
            var file = flowFolder.resolve("opencode-instructions.md");
            byte[] good = Files.readAllBytes(file);
            Files.writeString(file, new String(good, UTF_8).replace("Ship it", "Sink it"));
            assertThat(flow.status().instructionsCurrent()).isFalse();
            assertThat(flow.refresh().changed()).isTrue();
            assertThat(file).hasBinaryContent(good);
            assertThat(flow.refresh().changed()).isFalse();
        }

        @Test
        void isRebuiltWhenTheSessionWasEditedByHand() throws Exception {
            flow.start("Ship it");
            var session = flowFolder.resolve("session.json");
            Files.writeString(session, Files.readString(session).replace("Ship it", "Sail"));
            assertThat(flow.refresh().changed()).isTrue();
            assertThat(flowFolder.resolve("opencode-instructions.md")).content().contains("Sail");
        }

        @Test
        void isMissedByNameWhereAFolderIsInItsPlace() throws Exception {
            flow.start("Ship it");
            var file = flowFolder.resolve("opencode-instructions.md");
            Files.delete(file);
            Files.createDirectories(file.resolve("inner"));
            assertThatExceptionOfType(Failure.Unavailable.class)
                    .isThrownBy(() -> flow.change((session, now) -> session.noting("x", now)))
                    .withMessageContaining("the change is saved")
                    .withMessageContaining("opencode-instructions.md is a folder");
            assertThat(flow.status().session().orElseThrow().notes()).hasSize(1);
            assertThat(flow.status().instructionsCurrent()).isFalse();
            assertThatExceptionOfType(Failure.Refused.class).isThrownBy(flow::refresh);
            assertThat(file.resolve("inner")).exists();
        }

        @Test
        void goesWithTheSession() throws Exception {
            flow.start("Ship it");
            flow.close();
            var file = flowFolder.resolve("opencode-instructions.md");
            assertThat(file).doesNotExist();
            Files.writeString(file, "left by somebody");
            assertThat(flow.status().instructionsCurrent()).isFalse();
            assertThat(flow.refresh().changed()).isTrue();
            assertThat(file).doesNotExist();
        }
    }

    @Nested
    @DisplayName("A closed session")
    class ClosedSession {
        @Test
        void isInTheHistoryAndNowhereElse() throws Exception {
            var started = flow.start("Ship it").session().orElseThrow();
            var closed = flow.close();
            assertThat(closed.archive()).isEqualTo(started.id().value());
            assertThat(flow.archived(started.id().value()).session()).isEqualTo(closed.session());
            assertThat(flowFolder.resolve("session.json")).doesNotExist();
            assertThat(flow.history().archives())
                    .extracting(History.Archived::name)
                    .containsExactly(started.id().value());
        }

        @Test
        void isReopenedAndArchivedAgainBesideItsFirstArchive() throws Exception {
            var id = flow.start("Ship it").session().orElseThrow().id();
            flow.close();
            byte[] first = Files.readAllBytes(flowFolder.resolve("history/" + id + ".json"));
            assertThat(flow.reopen(id.value()).session().id()).isEqualTo(id);
            flow.change((session, now) -> session.noting("second try", now));
            assertThat(flow.close().archive()).isEqualTo(id + "-2");
            assertThat(flowFolder.resolve("history/" + id + ".json")).hasBinaryContent(first);
            assertThat(flow.archived(id.value()).session().notes()).hasSize(1);
            assertThat(flow.archived(id + "-2").session().notes()).hasSize(1);
            assertThat(flow.history().archives()).hasSize(2);
        }

        @Test
        void isNotReopenedOverAnActiveOne() throws Exception {
            var id = flow.start("Ship it").session().orElseThrow().id();
            flow.close();
            flow.start("Next");
            assertThatExceptionOfType(Failure.Conflict.class)
                    .isThrownBy(() -> flow.reopen(id.value()));
        }

        @Test
        void neverReplacesWhatHasItsName() throws Exception {
            var id = flow.start("Ship it").session().orElseThrow().id();
            Files.createDirectories(flowFolder.resolve("history/" + id + ".json/folder"));
            Files.writeString(flowFolder.resolve("history/" + id + "-2.json"), "somebody's");
            assertThat(flow.close().archive()).isEqualTo(id + "-3");
            assertThat(flowFolder.resolve("history/" + id + "-2.json")).hasContent("somebody's");
        }

        @Test
        void isNotFoundByAPathOrAnUnknownName() throws Exception {
            flow.start("Ship it");
            flow.close();
            assertThatExceptionOfType(Failure.Malformed.class)
                    .isThrownBy(() -> flow.reopen("../session"));
            assertThatExceptionOfType(Failure.NotFound.class)
                    .isThrownBy(() -> flow.reopen("ses_other"));
            assertThatExceptionOfType(Failure.NotFound.class)
                    .isThrownBy(() -> flow.archived("ses_other"));
        }
    }

    private static String mode(Path path) throws Exception {
        return PosixFilePermissions.toString(Files.getPosixFilePermissions(path));
    }
}
