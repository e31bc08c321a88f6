package dev.berth.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.durable.json.Json;
import dev.berth.server.Running.Reply;
import dev.berth.server.access.Rates;
import dev.berth.session.catalog.Access.Scope;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

@DisplayName("A workspace that begins with files from elsewhere")
@TestInstance(Lifecycle.PER_CLASS)
class ImportTest {
    private Running running;
    private GitHost git;
    private Path roots;
    private Path outside;
    private Path home;

    @BeforeAll
    void start(@TempDir Path folder) throws Exception {
        git = GitHost.start(Files.createDirectories(folder.resolve("git")));
        roots = Files.createDirectories(folder.resolve("roots"));
        outside = Files.createDirectories(folder.resolve("outside"));
        home = folder.resolve("home");
        running =
                new Running(
                        folder,
                        new Rates.Limit(100_000, 100_000),
                        Map.of("GIT_SSL_CAINFO", git.certificate().toString()),
                        new BerthServer.Trade("berth/test", List.of(roots)));
    }

    @AfterAll
    void stop() {
        running.close();
        git.close();
    }

    private Reply from(String from) throws Exception {
        return from(from, running.all);
    }

    private Reply from(String from, String token) throws Exception {
        String body = Json.object().put("agent", "shell").put("from", from).build().compact();
        return running.call("POST", "/v1/workspaces", token, body);
    }

    private Reply turn(String one, String script) throws Exception {
        return running.post(
                one + "/messages?wait=100", Json.object().put("text", script).build().compact());
    }

    private String output(Reply made, String script) throws Exception {
        assertThat(made.status()).as(made.body()).isEqualTo(201);
        assertThat(made.text("status")).isEqualTo("created");
        return turn("/v1/workspaces/" + made.text("session_id"), script).text("output");
    }

    @Test
    void takesACheckpointWithItsConversation() throws Exception {
        String one = running.workspace();
        String point = turn(one, "echo first > a; echo habit > $BERTH_MEMORY/h").text("checkpoint");
        turn(one, "echo second > a");
        var made = from(point);
        assertThat(output(made, "cat a $BERTH_MEMORY/h")).isEqualTo("first\nhabit\n");
        String events = running.get("/v1/workspaces/" + made.text("session_id") + "/events").body();
        assertThat(events).contains("echo first").doesNotContain("echo second");
        // By its start, and by its session.
        assertThat(output(from(point.substring(0, point.length() - 1)), "cat a"))
                .isEqualTo("first\n");
        String id = one.substring(one.lastIndexOf('/') + 1);
        assertThat(output(from(id), "cat a")).isEqualTo("second\n");
    }

    @Test
    void takesNoCheckpointOfAnotherTenant() throws Exception {
        String one = running.workspace();
        String point = turn(one, "echo a > a").text("checkpoint");
        var absent = from("cp_" + "0".repeat(point.length() - 3), running.foreign);
        var theirs = from(point, running.foreign);
        assertThat(theirs.status()).isEqualTo(404);
        assertThat(theirs.body().replace(point, ""))
                .isEqualTo(absent.body().replace("cp_" + "0".repeat(point.length() - 3), ""));
    }

    @Test
    void takesAFolderBelowTheRootsAsItsWorkspace() throws Exception {
        var project = Files.createDirectories(roots.resolve("a/project"));
        Files.writeString(project.resolve("main.c"), "int main;");
        Files.createSymbolicLink(project.resolve("away"), Path.of("/etc/hostname"));
        assertThat(output(from(project.toString()), "cat main.c; readlink away"))
                .isEqualTo("int main;/etc/hostname\n");
        assertThat(output(from(project + "/../project"), "ls")).isEqualTo("away\nmain.c\n");
        assertThat(output(from(roots.toString()), "ls a/project")).isEqualTo("away\nmain.c\n");
    }

    @Test
    void takesADiskWithItsVolumes() throws Exception {
        var disk = roots.resolve("disk");
        for (String volume : new String[] {"workspace", "memory", "tmp"}) {
            Files.writeString(
                    Files.createDirectories(disk.resolve(volume)).resolve("file"), volume);
        }
        assertThat(output(from(disk.toString()), "cat file $BERTH_MEMORY/file; ls $TMPDIR"))
                .isEqualTo("workspacememory");
    }

    @Test
    void takesNoFolderElsewhere() throws Exception {
        Files.writeString(outside.resolve("secret"), "x");
        Files.createSymbolicLink(roots.resolve("out"), outside);
        Files.createDirectories(roots.resolve("x"));
        Files.writeString(roots.resolve("file"), "x");
        for (String path :
                new String[] {
                    outside.toString(),
                    roots.resolve("out").toString(),
                    roots.resolve("x/../../outside").toString(),
                    roots + "x",
                    roots.resolve("file").toString(),
                    roots.resolve("absent").toString(),
                    "/",
                    "/etc",
                    home.toString(),
                }) {
            var refused = from(path);
            assertThat(refused.status()).as(path + refused.body()).isEqualTo(422);
        }
        assertThat(from("./x").status()).isEqualTo(400);
        String writer = running.token(Running.OURS, Scope.READ, Scope.WRITE, Scope.VFS);
        assertThat(from(roots.resolve("x").toString(), writer).status()).isEqualTo(403);
    }

    @Test
    void takesARepositoryOverHttps() throws Exception {
        var made = from(git.url("project.git"));
        assertThat(output(made, "cat README; git log --format=%s 2>/dev/null || cat .git/HEAD"))
                .startsWith("hello\n");
        assertThat(
                        turn(
                                        "/v1/workspaces/" + made.text("session_id"),
                                        "ls .git/hooks 2>&1 | wc -l; ls sub")
                                .text("output"))
                .doesNotContain("sample");
    }

    @Test
    void takesNoOtherKindOfRepository() throws Exception {
        for (String url :
                new String[] {
                    "http://127.0.0.1/x.git",
                    "ssh://host/x.git",
                    "git@host:x.git",
                    "git://host/x.git",
                    "file:///etc",
                    "ext::sh -c evil",
                    "https://user:pass@host/x.git",
                    "https://",
                    "https://host",
                    "HTTPS://host/x y",
                    git.url("absent.git"),
                }) {
            var refused = from(url);
            assertThat(refused.status()).as(url + refused.body()).isEqualTo(422);
            assertThat(refused.body()).doesNotContain("pass@");
        }
        String writer = running.token(Running.OURS, Scope.READ, Scope.WRITE, Scope.VFS);
        assertThat(from(git.url("project.git"), writer).status()).isEqualTo(403);
        assertThat(home.resolve("cache/scratch")).isEmptyDirectory();
    }

    @Test
    void needsRoom() throws Exception {
        var large = Files.createDirectories(roots.resolve("large"));
        Files.write(large.resolve("file"), new byte[2 << 20]);
        String body = "{\"from\":\"%s\",\"quota_mb\":1}".formatted(large);
        assertThat(running.post("/v1/workspaces", body).status()).isEqualTo(507);
    }

    @Test
    void isRefusedWhenItsOriginIsNothing() throws Exception {
        assertThat(from("").status()).isEqualTo(400);
        assertThat(from("nonsense nonsense").status()).isEqualTo(404);
        assertThat(from("/with\u0000nul").status()).isEqualTo(400);
        assertThat(running.post("/v1/workspaces", "{\"from\":7}").status()).isEqualTo(400);
        assertThat(running.bugs).isEmpty();
    }
}
