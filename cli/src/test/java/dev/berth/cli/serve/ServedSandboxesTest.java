package dev.berth.cli.serve;

import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.testbed.TestEngine;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/// What a stranger tries through the server and the command, in a sandbox of each kind.
@DisplayName("Sandboxes of a server")
class ServedSandboxesTest {
    private static final String SECRET = "the-servers-own-0f1e2d3c4b5a";
    private static final String SETTINGS =
            """
            profiles:
              process: {command: [sh], persistent_sessions: true, limits: {turn: 20s}}
              docker: {command: [sh], runner: docker, image: "%1$s", persistent_sessions: true, limits: {turn: 20s}}
              hasty: {command: [sh], limits: {turn: 1s}}
              hasty-docker: {command: [sh], runner: docker, image: "%1$s", limits: {turn: 1s}}
              broken: {command: [sh], runner: docker, image: "%1$s", setup: ["echo oh no; exit 7"]}
              nowhere: {command: [sh], runner: docker, image: "no/such:image"}
            """
                    .formatted(TestEngine.IMAGE);

    private final Path home;
    private final Served served;

    ServedSandboxesTest(@TempDir Path home) throws Exception {
        this.home = home;
        var socket = "unix://" + TestEngine.here().socket();
        served = new Served(home, SETTINGS, Map.of("DOCKER_HOST", socket, "OWN_SECRET", SECRET));
    }

    @BeforeEach
    void serve() throws Exception {
        served.start();
    }

    @AfterEach
    void end() throws Exception {
        served.close();
    }

    @ParameterizedTest
    @ValueSource(strings = {"process", "docker"})
    void areAdoptedByTheNextServerWithTheirTurnAndTheirProcesses(String kind) throws Exception {
        String id = served.create(kind, "one");
        served.berth(
                "sessions",
                "send",
                "one",
                "(n=0; while :; do n=$((n+1)); echo $n >beat.new; mv beat.new beat; sleep 0.1; done)"
                        + " >/dev/null 2>&1 & echo $! >pid");
        served.json(
                "sessions",
                "send",
                "one",
                "--no-wait",
                "echo begun; while ! [ -e go ]; do sleep 0.1; done; echo over; exit 6");
        served.awaitEvents("one", "begun\\n");
        served.kill();
        assertThat(served.start().compact()).contains("\"adopted\":[\"" + id + "\"]");
        Files.createFile(served.tree(id).resolve("workspace/go"));
        served.awaitEvents("one", "\"exit_code\":6");
        assertThat(served.json("sessions", "events", "one").compact()).contains("over\\n");
        var alive = served.berth("sessions", "send", "one", "kill -0 $(cat pid) && echo lives");
        assertThat(alive.out()).isEqualTo("lives\n");
        served.berth("sessions", "delete", "one", "--yes");
        assertThat(served.berth("sessions", "show", "one").code()).isEqualTo(10);
    }

    @ParameterizedTest
    @ValueSource(strings = {"process", "docker"})
    void showNothingOfTheServer(String kind) throws Exception {
        served.create(kind, "one");
        String other = served.create(kind, "two");
        served.berth("sessions", "send", "two", "echo theirs-1a2b >w");
        String token = Files.readString(home.resolve("token")).strip();
        String look =
                "env; cat /proc/[0-9]*/environ /proc/[0-9]*/cmdline; for f in HOME HOME/token HOME/keys/*"
                        + " HOME/catalog.db HOME/server.json HOME/sessions/default/OTHER/*/workspace/w"
                        + " /var/run/docker.sock; do cat $f || ls -la $f; done; find / -name token"
                        + " -o -name 'catalog.db*' -o -name docker.sock 2>/dev/null; exit 0";
        var sent =
                served.berth(
                        "sessions",
                        "send",
                        "one",
                        look.replace("HOME", home.toString()).replace("OTHER", other));
        assertThat(sent.code()).isZero();
        assertThat(sent.out())
                .contains("BERTH_SESSION=")
                .doesNotContain(SECRET, token, "theirs-1a2b", "SQLite")
                .doesNotContainPattern("(?m)^/.*(token|catalog[.]db|docker[.]sock)$");
    }

    @ParameterizedTest
    @ValueSource(strings = {"process", "docker"})
    void plantNoLinkThatIsFollowedLater(String kind) throws Exception {
        String id = served.create(kind, "one");
        var outside = Files.createDirectory(home.resolve("outside"));
        Files.writeString(outside.resolve("secret"), SECRET);
        var plant =
                "ln -s OUT/secret file; ln -s OUT folder; ln -s OUT/../token token; ln -s OUT"
                        + " $BERTH_MEMORY/m;"
                        + " mkdir real; echo mine >real/f";
        served.berth("sessions", "send", "one", plant.replace("OUT", outside.toString()));
        String before = Files.readString(home.resolve("token"));
        // Whoever writes, reads, sends or brings back through them would show it.
        Files.writeString(home.resolve("mine"), "changed");
        for (String path : List.of("file", "folder/new", "folder/secret", "token")) {
            served.berth("files", "put", "one", path, "mine");
            assertThat(served.berth("files", "cat", "one", path).out()).doesNotContain(SECRET);
        }
        served.berth("files", "upload", "one", "mine", "--to", "folder");
        assertThat(served.berth("sessions", "ship", "one", "a.wbundle").out())
                .doesNotContain(SECRET);
        served.berth("receive", "a.wbundle", "received");
        assertThat(contents(home.resolve("received"))).doesNotContain(SECRET, before.strip());
        assertThat(served.berth("sessions", "suspend", "one").code()).isZero();
        for (String path : List.of("folder/new", "folder/secret", "file")) {
            served.berth("files", "put", "one", path, "mine");
            assertThat(served.berth("files", "cat", "one", path).out()).doesNotContain(SECRET);
        }
        remove(served.tree(id));
        assertThat(served.berth("sessions", "send", "one", "cat real/f; ls").out())
                .contains("mine\n");
        assertThat(contents(served.tree(id))).doesNotContain(SECRET, before.strip());
        try (var left = Files.list(outside)) {
            assertThat(left).containsExactly(outside.resolve("secret"));
        }
        assertThat(outside.resolve("secret")).hasContent(SECRET);
        assertThat(home.resolve("token")).hasContent(before);
    }

    /// All that lies in a folder, links not followed.
    private static String contents(Path folder) throws Exception {
        var all = new StringBuilder();
        if (!Files.exists(folder)) return "";
        try (var walk = Files.walk(folder)) {
            for (var file : walk.toList()) {
                if (Files.isSymbolicLink(file) || !Files.isRegularFile(file)) continue;
                all.append(Files.readString(file, StandardCharsets.ISO_8859_1));
            }
        }
        return all.toString();
    }

    private static void remove(Path folder) throws Exception {
        assertThat(new ProcessBuilder("rm", "-r", folder.toString()).start().waitFor()).isZero();
    }

    @ParameterizedTest
    @ValueSource(strings = {"hasty", "hasty-docker"})
    void tellOfATurnThatOutlivesItsLimit(String kind) throws Exception {
        served.create(kind, "one");
        var sent = served.berth("sessions", "send", "one", "echo began; sleep 1000");
        assertThat(sent.code()).isEqualTo(124);
        assertThat(sent.out()).contains("began\n", "out_of_time");
        assertThat(served.berth("sessions", "send", "one", "echo next").out()).contains("next\n");
    }

    @ParameterizedTest
    @ValueSource(strings = {"process", "docker"})
    void areThereAgainAfterATurnThatKilledEverything(String kind) throws Exception {
        served.create(kind, "one");
        var killed = served.berth("sessions", "send", "one", "echo x >f; kill -9 -1; sleep 1000");
        assertThat(killed.out()).contains("turn 1 lost");
        served.awaitEvents("one", "\"to\":\"resumable\"");
        assertThat(served.berth("sessions", "send", "one", "cat f").out()).endsWith("x\n");
    }

    @Test
    void sayWhatKeepsAContainerFromStarting() throws Exception {
        served.create("nowhere", "lost");
        var sent = served.berth("sessions", "send", "lost", "echo hi");
        assertThat(sent.code()).isEqualTo(17);
        assertThat(sent.out() + sent.err()).contains("no image no/such:image");
        served.create("broken", "two");
        for (int i = 1; i <= 2; i++) {
            var failed = served.berth("sessions", "send", "two", "echo hi");
            assertThat(failed.out() + failed.err()).contains("setup failed", "oh no");
            assertThat(failed.out()).doesNotContain("hi\n");
        }
        var shown = served.json("sessions", "show", "two");
        assertThat(Served.text(shown, "status")).isEqualTo("created");
        assertThat(shown.compact()).contains("the profile's setup failed at `echo oh no; exit 7`");
        assertThat(served.json("sessions", "events", "two").compact())
                .containsPattern("(?s)\"ended\":\"failed\".*\"ended\":\"failed\"");
    }
}
