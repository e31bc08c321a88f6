package dev.berth.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.durable.json.Json;
import dev.berth.server.Running.Reply;
import dev.berth.session.catalog.Access.Scope;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.ByteArrayInputStream;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.zip.ZipInputStream;

/// Bundles and questions, of workspaces in every state.
@DisplayName("Shipping and asking over HTTP")
@TestInstance(Lifecycle.PER_CLASS)
class ShipQueryTest {
    private static final String WORK =
            "echo work > report.md; chmod +x report.md; mkdir empty; ln -s report.md link;"
                    + " echo learned > $BERTH_MEMORY/habits; echo thought > $TMPDIR/scratch";
    private static final String ROWS = "select volume || path from vfs order by 1";

    private Running running;
    private Path home;

    @BeforeAll
    void start(@TempDir Path folder) throws Exception {
        running = new Running(folder);
        home = folder.resolve("home");
    }

    @AfterAll
    void stop() {
        running.close();
    }

    private String workspace(String storage, String script) throws Exception {
        var made = running.post("/v1/workspaces", "{\"storage\":\"" + storage + "\"}");
        String one = "/v1/workspaces/" + made.text("session_id");
        turn(one, script);
        return one;
    }

    private void turn(String one, String script) throws Exception {
        String body = Json.object().put("text", script).build().compact();
        var turn = running.post(one + "/messages?wait=100", body);
        assertThat(turn.number("exit_code")).as(turn.body()).isZero();
    }

    private HttpResponse<byte[]> ship(String one, String token, String body) throws Exception {
        var request =
                running.request(one + "/ship")
                        .POST(BodyPublishers.ofString(body))
                        .header("Authorization", "Bearer " + token);
        return running.client().send(request.build(), BodyHandlers.ofByteArray());
    }

    /// The files in a bundle, without its documents.
    private Map<String, String> files(String one, String body) throws Exception {
        var reply = ship(one, running.all, body);
        assertThat(reply.statusCode())
                .as(new String(reply.body(), StandardCharsets.UTF_8))
                .isEqualTo(200);
        assertThat(reply.headers().firstValueAsLong("Content-Length"))
                .hasValue(reply.body().length);
        var files = new TreeMap<String, String>();
        try (var zip = new ZipInputStream(new ByteArrayInputStream(reply.body()))) {
            for (var entry = zip.getNextEntry(); entry != null; entry = zip.getNextEntry()) {
                if (!entry.getName().contains("/")) continue;
                files.put(entry.getName(), new String(zip.readAllBytes(), StandardCharsets.UTF_8));
            }
        }
        assertThat(scratch()).isEmpty();
        return files;
    }

    private Map<String, Path> scratch() throws Exception {
        var scratch = home.resolve("cache/scratch");
        if (!Files.exists(scratch)) return Map.of();
        try (var all = Files.list(scratch)) {
            return all.collect(Collectors.toMap(Path::toString, each -> each));
        }
    }

    private Reply query(String one, String sql) throws Exception {
        var reply = running.post(one + "/query", Json.object().put("sql", sql).build().compact());
        assertThat(reply.status()).as(reply.body()).isEqualTo(200);
        return reply;
    }

    @ParameterizedTest(name = "{0}")
    @ValueSource(strings = {"cas", "volume", "disk"})
    void showTheSameInEveryState(String storage) throws Exception {
        String one = workspace(storage, WORK);
        var work =
                Map.of(
                        "workspace/report.md", "work\n",
                        "workspace/empty/", "",
                        "workspace/link", "report.md");
        var live = new TreeMap<>(work);
        live.put("memory/habits", "learned\n");
        var cold = new TreeMap<>(live);
        live.put("tmp/scratch", "thought\n");
        assertThat(files(one, "")).isEqualTo(work);
        assertThat(files(one, "{\"include_private\":true}")).isEqualTo(live);
        String memory = "[\"memory/habits\"],";
        String rest = "[\"workspace/empty\"],[\"workspace/link\"],[\"workspace/report.md\"]";
        assertThat(query(one, ROWS).body())
                .contains("[" + memory + "[\"tmp/scratch\"]," + rest + "]");
        assertThat(running.post(one + "/suspend", "").text("status")).isEqualTo("resumable");
        for (int state = 0; state < 2; state++) {
            assertThat(files(one, "{\"include_private\":true}")).isEqualTo(cold);
            assertThat(files(one, "")).isEqualTo(work);
            assertThat(query(one, ROWS).body()).contains("[" + memory + rest + "]");
            assertThat(query(one, "select content, mode from vfs where path='/report.md'").body())
                    .contains("\"work\\n\",33261");
            running.post(one + "/terminate", "");
        }
        assertThat(running.get(one).text("status")).isEqualTo("expired");
        assertThat(running.get(one).json().fields().get("runner")).isEqualTo(new Json.Null());
    }

    @Test
    void needNoTreeOnThisMachine() throws Exception {
        String one = workspace("cas", WORK);
        running.post(one + "/suspend", "");
        String id = one.substring(one.lastIndexOf('/') + 1);
        Tree.remove(home.resolve("sessions/ours").resolve(id));
        assertThat(files(one, "")).containsKey("workspace/report.md");
        assertThat(query(one, ROWS).body()).contains("memory/habits");
        // A point of now is the last one, not what an empty place would make.
        String head = running.get(one).text("head");
        assertThat(running.post(one + "/checkpoints", "").text("checkpoint")).isEqualTo(head);
        var fork = running.post(one + "/fork", "");
        assertThat(files("/v1/workspaces/" + fork.text("session_id"), ""))
                .containsKey("workspace/report.md");
    }

    @Test
    void ofANewOneIsEmpty() throws Exception {
        String one = running.workspace();
        assertThat(files(one, "{\"include_private\":true}")).isEmpty();
        assertThat(query(one, "select count(*) from vfs").body()).contains("\"rows\":[[0]]");
        assertThat(running.get(one).text("status")).isEqualTo("created");
    }

    @Test
    void keepToTheScopesOfTheToken() throws Exception {
        String one = workspace("cas", WORK);
        String reader = running.token(Running.OURS, Scope.READ);
        assertThat(ship(one, reader, "").statusCode()).isEqualTo(200);
        assertThat(ship(one, reader, "{\"include_private\":true}").statusCode()).isEqualTo(403);
        assertThat(ship(one, reader, "{\"dry_run\":true,\"include_private\":true}").statusCode())
                .isEqualTo(403);
        assertThat(ship(one, reader, "{\"sign\":true}").statusCode()).isEqualTo(403);
        String both = running.token(Running.OURS, Scope.READ, Scope.VFS);
        assertThat(ship(one, both, "{\"include_private\":true}").statusCode()).isEqualTo(200);
        var asked = running.call("POST", one + "/query", reader, "{\"sql\":\"select 1\"}");
        assertThat(asked.status()).isEqualTo(403);
    }

    @Test
    void refuseSecretsByPlaceAndNotByContent() throws Exception {
        String secret = "ghp_" + "abcdefghijklmnopqrstuvwxyz0123456789";
        String one = workspace("cas", "printf 'x\\ntoken=" + secret + "\\n' > config.ini");
        var refused = running.post(one + "/ship", "");
        assertThat(refused.status()).isEqualTo(422);
        assertThat(refused.text("type")).isEqualTo("urn:berth:refused");
        assertThat(refused.text("detail")).contains("workspace/config.ini:2");
        assertThat(refused.body()).doesNotContain(secret);
        assertThat(scratch()).isEmpty();
        var preview = running.post(one + "/ship", "{\"dry_run\":true}");
        assertThat(preview.status()).isEqualTo(200);
        assertThat(preview.body()).contains("\"line\":2").contains("\"allowed\":false");
        assertThat(preview.body()).doesNotContain(secret);
        assertThat(files(one, "{\"allow_secret\":[\"workspace/config.ini:2\"]}")).hasSize(1);
        assertThat(files(one, "{\"no_scan\":true}")).hasSize(1);
        assertThat(running.post(one + "/ship", "{\"allow_secret\":[\"nonsense\"]}").status())
                .isEqualTo(400);
    }

    @Test
    void leaveRepositoriesAtHomeUnlessAskedFor() throws Exception {
        String one = workspace("cas", "mkdir .git; echo ref > .git/HEAD; echo x > file");
        assertThat(files(one, "").keySet()).containsExactly("workspace/file");
        assertThat(files(one, "{\"with_git\":true}").keySet())
                .containsExactly("workspace/.git/HEAD", "workspace/file");
    }

    @Test
    void signWithTheTenantsKey() throws Exception {
        String one = workspace("cas", "echo x > file");
        var first = ship(one, running.all, "{\"sign\":true}");
        var again = ship(one, running.all, "{\"sign\":true}");
        assertThat(first.body()).isEqualTo(again.body());
        assertThat(first.headers().firstValue("Berth-Signer").orElse("")).startsWith("key-");
        assertThat(home.resolve("keys/bundle-ours.json")).exists();
    }

    @Test
    void sayWhatTravelled() throws Exception {
        String one = workspace("cas", WORK);
        String summary = ship(one, running.all, "").headers().firstValue("Berth-Bundle").orElse("");
        assertThat(summary)
                .contains("\"id\":\"ship-")
                .contains("\"sent\":{\"workspace\":{\"files\":3")
                .contains("\"memory\":{\"files\":1")
                .contains("\"tmp\":{\"files\":1");
    }

    @Test
    void changeNothingAndEndInTime() throws Exception {
        String one = workspace("cas", WORK);
        for (String sql : new String[] {"delete from vfs", "drop table vfs", "nonsense", ""}) {
            var refused =
                    running.post(one + "/query", Json.object().put("sql", sql).build().compact());
            assertThat(refused.status()).as(sql + refused.body()).isIn(400, 422);
        }
        String endless =
                "with recursive n(x) as (select 1 union all select x+1 from n) select max(x) from n";
        var slow =
                running.post(
                        one + "/query",
                        Json.object().put("sql", endless).put("seconds", 1).build().compact());
        assertThat(slow.status()).as(slow.body()).isEqualTo(422);
        var many =
                running.post(
                        one + "/query",
                        "{\"sql\":\"select path from vfs order by path\",\"rows\":2}");
        assertThat(many.body()).contains("\"truncated\":true");
        assertThat(running.post(one + "/query", "{}").status()).isEqualTo(400);
        assertThat(running.post(one + "/query", "{\"sql\":1}").status()).isEqualTo(400);
    }

    @Test
    void showLargeContentsAsNull() throws Exception {
        String one = workspace("cas", "head -c 1048577 /dev/zero > big; head -c 9 big > small");
        String sql = "select path, content is null, length(content) from vfs order by 1";
        String expected = "[\"/big\",1,null],[\"/small\",0,9]";
        assertThat(query(one, sql).body()).contains(expected);
        running.post(one + "/suspend", "");
        assertThat(query(one, sql).body()).contains(expected);
    }

    @Test
    void workWhileATurnRuns() throws Exception {
        String one = workspace("cas", "echo a > a");
        String body = Json.object().put("text", "echo b > b; sleep 600").build().compact();
        long turn = running.post(one + "/messages", body).number("turn");
        String rows = "";
        while (!rows.contains("/b")) rows = query(one, "select path from vfs").body();
        assertThat(files(one, "")).containsKeys("workspace/a", "workspace/b");
        running.call("DELETE", one + "/turns/" + turn, running.all, "");
    }
}
