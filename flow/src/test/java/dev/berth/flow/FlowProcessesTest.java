package dev.berth.flow;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.berth.durable.json.Json;
import dev.berth.durable.lock.OwnerRule;
import dev.berth.failure.Failure;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;

/// Real processes on real files, and real kills.
class FlowProcessesTest {
    private static final int WRITERS = 3;

    @TempDir Path project;

    @BeforeEach
    void resolve() throws Exception {
        project = project.toRealPath();
    }

    @Test
    void nothingAcknowledgedIsLostHoweverManyAreKilled() throws Exception {
        killedNotes(8, 1);
    }

    @Test
    @Tag("campaign")
    void nothingAcknowledgedIsLostInALongCampaign() throws Exception {
        killedNotes(400, 2);
    }

    @Test
    void everySessionThatWasClosedIsInTheHistoryOnce() throws Exception {
        var closed = new ArrayList<String>();
        try (var writers = new Writers(project)) {
            for (int round = 0; round < 4; round++) {
                var working = List.of(writers.start("close", ""), writers.start("close", ""));
                for (var writer : working) writer.awaitLines(2);
                for (var writer : working) closed.addAll(writer.kill());
            }
        }
        var flow = Projects.real(project);
        if (flow.status().session().isPresent()) flow.close();
        var archived =
                flow.history().archives().stream()
                        .map(each -> each.session().id().value())
                        .toList();
        assertThat(archived).doesNotHaveDuplicates();
        for (String line : closed) assertThat(archived).contains(line.split(" ", -1)[1]);
        assertThat(flow.history().quarantined()).isEmpty();
    }

    @Test
    void aLiveOwnerIsNamedAndNotRobbedEvenWhenItIsStopped() throws Exception {
        Projects.real(project).start("Ship it");
        try (var writers = new Writers(project)) {
            var holder = writers.start("hold", "");
            holder.awaitLines(1);
            // An age that has long passed: a process that lives is never judged by it.
            var impatient =
                    new LockTerms(new OwnerRule(Duration.ofMillis(1)), Duration.ofMillis(300));
            locked(impatient, holder);
            signal("STOP", holder);
            locked(impatient, holder);
            signal("CONT", holder);
            holder.kill();
            // And one that is dead blocks nobody.
            note(Projects.real(project, impatient), "after");
        }
        assertThat(Projects.real(project).status().session().orElseThrow().notes()).hasSize(1);
    }

    @Test
    void whereNothingCanBeToldAgeDecides() throws Exception {
        Projects.real(project).start("Ship it");
        var lock = Files.createDirectory(project.resolve(".flow/session.lock"));
        Files.write(
                lock.resolve("owner.json"),
                Json.object()
                        .put("format", "berth-lock/1")
                        .put("token", "0".repeat(32))
                        .put("pid", 4711)
                        .put("start_time", "1")
                        .put("boot_id", "another")
                        .put("host", "far-away")
                        .put("machine_id", "another")
                        .put("pid_namespace", "1")
                        .put("created", Instant.now())
                        .build()
                        .file());
        var young = new LockTerms(OwnerRule.USUAL, Duration.ofMillis(100));
        assertThatExceptionOfType(Failure.Locked.class)
                .isThrownBy(() -> note(Projects.real(project, young), "x"))
                .withMessageContaining("process 4711 on far-away since 20")
                .satisfies(
                        failure -> {
                            assertThat(failure.facts()).containsKeys("pid", "host", "since");
                            assertThat(failure.advice()).isNotBlank();
                        });
        assertThat(Projects.real(project).examine().findings())
                .anyMatch(finding -> finding.found().contains("process 4711 on far-away"));
        var old = new LockTerms(new OwnerRule(Duration.ofMillis(1)), Duration.ofSeconds(10));
        note(Projects.real(project, old), "x");
    }

    @Test
    void manyThreadsOfOneProcessLoseNothing() throws Exception {
        Projects.real(project).start("Ship it");
        var flow = Projects.real(project);
        try (var threads = Executors.newFixedThreadPool(8)) {
            var work = new ArrayList<Callable<Boolean>>();
            for (int i = 0; i < 80; i++) {
                String text = "note " + i;
                work.add(
                        () -> {
                            note(flow, text);
                            return true;
                        });
            }
            for (var result : threads.invokeAll(work)) assertThat(result.get()).isTrue();
        }
        assertThat(notes()).hasSize(80).doesNotHaveDuplicates();
    }

    private void killedNotes(int rounds, long seed) throws Exception {
        Projects.real(project).start("Ship it");
        var random = new SplittableRandom(seed);
        var acknowledged = new ArrayList<String>();
        try (var writers = new Writers(project)) {
            for (int round = 0; round < rounds; round++) {
                var working = new ArrayList<Writers.Writer>();
                for (int i = 0; i < WRITERS; i++) {
                    working.add(writers.start("note", round + "." + i));
                }
                for (var writer : working) writer.awaitLines(1);
                for (var writer : working) {
                    Thread.sleep(random.nextInt(40));
                    acknowledged.addAll(writer.kill());
                }
                // Whole, at every moment, and nobody has to wait for the dead.
                assertThat(notes()).containsAll(acknowledged).doesNotHaveDuplicates();
            }
        }
        note(Projects.real(project, Projects.quick()), "last");
        assertThat(notes()).hasSizeLessThanOrEqualTo(acknowledged.size() + rounds * WRITERS + 1);
        try (var left = Files.list(project.resolve(".flow"))) {
            assertThat(left.map(path -> path.getFileName().toString()))
                    .containsExactlyInAnyOrder(
                            "session.json", "opencode-instructions.md", ".gitignore");
        }
    }

    private void locked(LockTerms terms, Writers.Writer holder) {
        assertThatExceptionOfType(Failure.Locked.class)
                .isThrownBy(() -> note(Projects.real(project, terms), "x"))
                .withMessageContaining("process " + holder.process().pid() + " on ")
                .withMessageContaining(" since 20");
    }

    private static void signal(String name, Writers.Writer writer) throws Exception {
        var pid = String.valueOf(writer.process().pid());
        assertThat(new ProcessBuilder("kill", "-" + name, pid).start().waitFor()).isZero();
    }

    private List<String> notes() throws Failure {
        return Projects.real(project).status().session().orElseThrow().notes().stream()
                .map(FlowNote::text)
                .toList();
    }

    private static void note(Flow flow, String text) throws Failure {
        flow.change((session, now) -> session.noting(text, now));
    }
}
