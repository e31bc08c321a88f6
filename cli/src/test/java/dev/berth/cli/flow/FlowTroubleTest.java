package dev.berth.cli.flow;

import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.durable.json.Json;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.Map;

class FlowTroubleTest {
    @TempDir Path temporary;
    private FlowProject project;

    @BeforeEach
    void start() throws Exception {
        project = FlowProject.in(temporary);
        assertThat(project.flow("start", "--goal", "Ship it").code()).isZero();
    }

    @Test
    void aHolderIsNamedWithTheLocksWholePath() throws Exception {
        var lock = Files.createDirectory(project.file(".flow/session.lock"));
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
        var said =
                project.with(project.root(), Map.of("BERTH_FLOW_LOCK_WAIT", "50ms"), "note", "x");
        assertThat(said.code()).isEqualTo(11);
        assertThat(said.err())
                .contains(lock + ": held by process 4711 on far-away since 2026-01-02T03:04:04Z")
                .contains("10 min", "remove " + lock);
        assertThat(project.flow("doctor").out()).contains("10 min").doesNotContain("PT10M");
    }

    @Test
    void somethingElseUnderAFixedNameIsToBeMovedAway() throws Exception {
        var ignore = project.file(".flow/.gitignore");
        Files.delete(ignore);
        Files.createDirectory(ignore);
        var said = project.flow("note", "x");
        assertThat(said.code()).isEqualTo(14);
        assertThat(said.err())
                .contains(".flow/.gitignore", "move it away")
                .doesNotContain("name something else");
    }

    @Test
    void aProjectWithinAProjectIsToldOfTheOuterOne() throws Exception {
        var said = project.from(project.below(), "start", "--goal", "inner");
        assertThat(said.code()).isZero();
        assertThat(said.out()).contains("note", project.root().toString());
        var other = Files.createDirectory(project.below().resolve("deeper"));
        var json = project.from(other, "start", "--goal", "inner", "--json");
        assertThat(json.out()).contains("\"outer_root\":\"" + project.below());
    }

    @Test
    void timesAndIdsAreThoseWeWrite() throws Exception {
        String good = Files.readString(project.session());
        String time = good.replaceAll("(?s).*\"created_at\": \"([^\"]*)\".*", "$1");
        for (String bad :
                new String[] {
                    good.replace(
                            "\"updated_at\": \"" + time, "\"updated_at\": \"1999-01-01T00:00:00Z"),
                    good.replace(time, time.replace("Z", "+00:00")),
                    good.replace(time, "+12345-01-01T00:00:00Z"),
                    good.replace(time, "9999-12-31T24:00:00Z"),
                    good.replace("\"id\": \"ses_", "\"id\": \"quarantine-ses_"),
                    good.replace("\"id\": \"ses_", "\"id\": \"recovered-ses_"),
                }) {
            Files.writeString(project.session(), bad);
            assertThat(project.json("status").optionalText("put_away")).as(bad).isPresent();
        }
    }

    @Test
    void aLooseAgentsFileIsMadePrivate() throws Exception {
        var file = project.file(".flow/opencode-instructions.md");
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-r--r--"));
        assertThat(project.json("refresh").bool("changed")).isTrue();
        assertThat(Files.getPosixFilePermissions(file)).hasSize(2);
    }
}
