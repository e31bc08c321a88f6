package dev.berth.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.durable.json.Json;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;

@DisplayName("Workspaces over HTTP")
@TestInstance(Lifecycle.PER_CLASS)
class WorkspacesTest {
    private Running running;

    @BeforeAll
    void start(@TempDir Path folder) throws Exception {
        running = new Running(folder);
    }

    @AfterAll
    void stop() {
        running.close();
    }

    private Running.Reply turn(String workspace, String script) throws Exception {
        return running.post(
                workspace + "/messages?wait=100",
                Json.object().put("text", script).build().compact());
    }

    @Test
    void areMadeAsWished() throws Exception {
        var made =
                running.post(
                        "/v1/workspaces",
                        "{\"agent\":\"shell\",\"name\":\"Work\",\"storage\":\"volume\",\"mobility\":\"local\","
                                + "\"quota_mb\":7,\"tags\":[\"b\",\"a\"],\"expires_in\":\"2h\",\"retention\":\"3d\"}");
        assertThat(made.status()).isEqualTo(201);
        assertThat(made.header("Location")).contains("/v1/workspaces/" + made.text("session_id"));
        assertThat(made.text("status")).isEqualTo("created");
        assertThat(made.text("storage")).isEqualTo("volume");
        assertThat(made.number("quota_mb")).isEqualTo(7);
        assertThat(made.body()).contains("\"tags\":[\"a\",\"b\"]").contains("expires_at");
        assertThat(made.json().fields().keySet())
                .contains(
                        "session_id",
                        "name",
                        "agent",
                        "status",
                        "storage",
                        "mobility",
                        "region",
                        "node",
                        "quota_mb",
                        "used_bytes",
                        "pinned",
                        "starred",
                        "archived",
                        "tags",
                        "model_override",
                        "playbook",
                        "claimed",
                        "created_at",
                        "last_active_at",
                        "expires_at",
                        "expires_reason",
                        "runner",
                        "head",
                        "warnings");
    }

    @Test
    void areNotMadeAsNobodyCan() throws Exception {
        Map<String, Integer> refused =
                Map.of(
                        "{\"agent\":\"nobody\"}", 404,
                        "{\"storage\":\"pvc\"}", 503,
                        "{\"mobility\":\"object_sync\"}", 422,
                        "{\"retention\":\"90d\"}", 422);
        for (var each : refused.entrySet()) {
            var reply = running.post("/v1/workspaces", each.getKey());
            assertThat(reply.status()).as(each.getKey()).isEqualTo(each.getValue());
            assertThat(reply.text("next")).isNotEmpty();
        }
    }

    @Test
    void changeWhatTheyAreTold() throws Exception {
        String one = running.workspace();
        String wish =
                "{\"name\":\"New\",\"starred\":true,\"archived\":true,\"tags\":[\"x\"],"
                        + "\"model_override\":\"large\",\"claimed\":true,\"expires_in\":\"1h\"}";
        var changed = running.call("PATCH", one, running.all, wish);
        assertThat(changed.status()).isEqualTo(200);
        assertThat(changed.text("name")).isEqualTo("New");
        assertThat(changed.text("model_override")).isEqualTo("large");
        assertThat(changed.text("expires_at")).isNotEmpty();
        assertThat(changed.body()).contains("\"starred\":true").contains("\"archived\":true");
        assertThat(running.get(one).body()).isEqualTo(changed.body());
        var back =
                running.call(
                        "PATCH",
                        one,
                        running.all,
                        "{\"model_override\":null,\"expires_in\":null,\"starred\":null}");
        assertThat(back.text("model_override")).isEmpty();
        assertThat(back.text("expires_at")).isEmpty();
        assertThat(back.body()).contains("\"starred\":true");
        var wrong = running.call("PATCH", one, running.all, "{\"status\":\"expired\"}");
        assertThat(wrong.status()).isEqualTo(400);
    }

    @Test
    void workThroughATurn() throws Exception {
        String one = running.workspace();
        var ended = turn(one, "echo hello; echo kept > note.txt; exit 3");
        assertThat(ended.status()).isEqualTo(200);
        assertThat(ended.text("output")).isEqualTo("hello\n");
        assertThat(ended.number("exit_code")).isEqualTo(3);
        assertThat(ended.number("turn")).isEqualTo(1);
        assertThat(ended.text("checkpoint")).startsWith("cp_");
        assertThat(ended.body()).contains("\"truncated\":false");
        assertThat(running.get(one).text("status")).isEqualTo("active");
        assertThat(running.get(one).text("head")).isEqualTo(ended.text("checkpoint"));
        assertThat(turn(one, "cat note.txt").text("output")).isEqualTo("kept\n");
    }

    @Test
    void cutLongOutputOfAWaitOnly() throws Exception {
        var ended = turn(running.workspace(), "head -c 1500000 /dev/zero | tr '\\0' x");
        assertThat(ended.text("output")).hasSize(1 << 20);
        assertThat(ended.body()).contains("\"truncated\":true");
    }

    @Test
    void answerAtOnceWhenNobodyWaitsAndCancelWhatRuns() throws Exception {
        String one = running.workspace();
        var asked = running.post(one + "/messages", "{\"text\":\"echo begun; sleep 1000\"}");
        assertThat(asked.status()).isEqualTo(202);
        long turn = asked.number("turn");
        assertThat(asked.number("seq")).isPositive();
        long end = System.nanoTime() + 100_000_000_000L;
        while (!running.get(one + "/events").body().contains("begun\\n")) {
            assertThat(System.nanoTime()).as("the turn begins").isLessThan(end);
            Thread.sleep(20);
        }
        assertThat(running.call("DELETE", one + "/turns/" + turn, running.all, "").status())
                .isEqualTo(204);
        while (!running.get(one + "/events").body().contains("\"ended\":\"cancelled\"")) {
            assertThat(System.nanoTime()).as("the turn ends").isLessThan(end);
            Thread.sleep(20);
        }
        assertThat(running.call("DELETE", one + "/turns/99", running.all, "").status())
                .isEqualTo(404);
        assertThat(running.call("DELETE", one + "/turns/x", running.all, "").status())
                .isEqualTo(400);
        assertThat(running.post(one + "/messages", "{\"text\":\" \"}").status()).isEqualTo(400);
        assertThat(running.post(one + "/messages", "").status()).isEqualTo(400);
    }

    @Test
    void sleepWakeForkRewindAndEnd() throws Exception {
        String one = running.workspace();
        String first = turn(one, "echo 1 > n").text("checkpoint");
        turn(one, "echo 2 > n");
        assertThat(running.post(one + "/suspend", "").text("status")).isEqualTo("resumable");
        assertThat(running.post(one + "/suspend", "{}").status()).isEqualTo(200);
        var resumed = running.post(one + "/resume", "");
        assertThat(resumed.text("status")).isEqualTo("active");
        assertThat(resumed.json().compact())
                .contains(
                        "\"receipt\":{",
                        "The workspace is back",
                        "\"seq\":",
                        "\"volume\":\"workspace\"");
        assertThat(running.post(one + "/resume", "").json().fields())
                .as("nothing had to be brought back")
                .containsEntry("receipt", new Json.Null());
        assertThat(turn(one, "cat n").text("output")).isEqualTo("2\n");

        var fork =
                running.post(
                        one + "/fork",
                        "{\"checkpoint\":\"%s\",\"name\":\"Other\"}".formatted(first));
        assertThat(fork.status()).isEqualTo(201);
        assertThat(fork.text("status")).isEqualTo("resumable");
        String other = "/v1/workspaces/" + fork.text("session_id");
        assertThat(turn(other, "cat n").text("output")).isEqualTo("1\n");

        var points = running.get(one + "/checkpoints").list("checkpoints");
        assertThat(points).hasSizeGreaterThan(2);
        assertThat(points.getFirst().fields().keySet())
                .contains("checkpoint", "seq", "parent", "line", "consistent", "created_at");
        var taken = running.post(one + "/checkpoints", "");
        assertThat(taken.status()).isEqualTo(201);
        assertThat(taken.text("checkpoint")).startsWith("cp_");

        var back = running.post(one + "/rewind", "{\"checkpoint\":\"%s\"}".formatted(first));
        assertThat(back.status()).isEqualTo(200);
        assertThat(turn(one, "cat n").text("output")).isEqualTo("1\n");
        assertThat(running.post(one + "/rewind", "{\"checkpoint\":\"cp_nope\"}").status())
                .isEqualTo(404);

        assertThat(running.post(one + "/terminate", "").text("status")).isEqualTo("expired");
        var refused = running.post(one + "/messages", "{\"text\":\"echo\"}");
        assertThat(refused.status()).isEqualTo(409);
        assertThat(refused.text("type")).isEqualTo("urn:berth:conflict");
        assertThat(refused.text("session_status")).isEqualTo("expired");

        assertThat(running.call("DELETE", one, running.all, "").status()).isEqualTo(204);
        assertThat(running.get(one).status()).isEqualTo(404);
        assertThat(running.call("DELETE", one, running.all, "").status()).isEqualTo(404);
    }

    @Test
    void areListedInPagesThatNeitherSkipNorRepeat() throws Exception {
        var made = new HashSet<String>();
        for (int i = 0; i < 23; i++) {
            made.add(
                    running.post(
                                    "/v1/workspaces",
                                    "{\"tags\":[\"paged\"],\"name\":\"p%d\"}".formatted(i))
                            .text("session_id"));
        }
        List<String> seen = new ArrayList<>();
        String cursor = "";
        do {
            var page =
                    running.get(
                            "/v1/workspaces?tag=paged&limit=5"
                                    + (cursor.isEmpty() ? "" : "&cursor=" + cursor));
            var items = page.list("workspaces");
            assertThat(items).hasSizeLessThanOrEqualTo(5);
            for (var item : items) {
                String id = Running.text(item, "session_id");
                seen.add(id);
                // What was seen changes, and new ones come: neither may disturb the pages.
                running.call("PATCH", "/v1/workspaces/" + id, running.all, "{\"pinned\":true}");
            }
            running.post("/v1/workspaces", "{\"tags\":[\"paged\"]}");
            cursor = page.text("next_cursor");
        } while (!cursor.isEmpty());
        assertThat(seen).doesNotHaveDuplicates().containsAll(made);
        assertThat(running.get("/v1/workspaces?cursor=nonsense").status()).isEqualTo(400);
        assertThat(running.get("/v1/workspaces?limit=0").status()).isEqualTo(400);
    }

    @Test
    void areFoundByWhatTheyAre() throws Exception {
        String one =
                running.post("/v1/workspaces", "{\"name\":\"Findable Ünique\",\"tags\":[\"odd\"]}")
                        .text("session_id");
        running.call("PATCH", "/v1/workspaces/" + one, running.all, "{\"starred\":true}");
        String playbook =
                running.post("/v1/workspaces", "{\"playbook\":true,\"tags\":[\"odd\"]}")
                        .text("session_id");
        assertThat(playbook).startsWith("pb-");
        for (String query :
                List.of(
                        "q=findable",
                        "q=%C3%BCnique",
                        "tag=odd",
                        "tag=odd&starred=true",
                        "tag=odd&status=created",
                        "tag=odd&pinned=false&archived=false")) {
            var found = running.get("/v1/workspaces?" + query).list("workspaces");
            assertThat(found).as(query).hasSize(1);
            assertThat(Running.text(found.getFirst(), "session_id")).isEqualTo(one);
        }
        assertThat(running.get("/v1/workspaces?tag=odd&playbooks=true").list("workspaces"))
                .hasSize(2);
        for (String none : List.of("tag=odd&status=active", "tag=odd&starred=false", "q=zzz")) {
            assertThat(running.get("/v1/workspaces?" + none).list("workspaces")).isEmpty();
        }
        for (String wrong : List.of("status=asleep", "pinned=maybe")) {
            assertThat(running.get("/v1/workspaces?" + wrong).status()).isEqualTo(400);
        }
    }

    @Test
    void areFoundByAStartOfTheirId() throws Exception {
        String id = running.workspace().replace("/v1/workspaces/", "");
        var found = running.get("/v1/workspaces?id=" + id.substring(0, 29));
        assertThat(found.body()).contains(id, "\"next_cursor\":null");
        assertThat(running.get("/v1/workspaces?status=expired&id=" + id).body()).doesNotContain(id);
        assertThat(running.get("/v1/workspaces?id=..").status()).isEqualTo(400);
    }

    @Test
    void areCountedForOperators() throws Exception {
        String one = running.workspace();
        running.post(one + "/messages?wait=60", "{\"text\":\"echo hi; exit 3\"}");
        var usage = running.get("/v1/usage");
        assertThat(usage.number("workspaces")).isPositive();
        assertThat(usage.text("tenant")).isEqualTo("ours");
        assertThat(running.get("/v1/profiles").body()).contains("\"name\":\"shell\"");
        var metrics = running.get("/metrics");
        assertThat(metrics.header("Content-Type").orElse("")).startsWith("text/plain");
        assertThat(metrics.body().lines().filter(line -> !line.startsWith("#")))
                .isNotEmpty()
                .allMatch(line -> line.matches("[a-z_]+(\\{.*\\})? [0-9.E+-]+"));
        for (String figure :
                List.of(
                        "berth_turns_total{ending=\"exited\"}",
                        "berth_turn_seconds_count",
                        "berth_turn_seconds_bucket{le=\"+Inf\"}",
                        "berth_wakes_total{ending=\"created\"}",
                        "berth_checkpoints_total{ending=\"taken\"}",
                        "berth_checkpoint_seconds_count",
                        "berth_sessions{state=\"active\"}")) {
            assertThat(metrics.body().lines())
                    .as(figure)
                    .anyMatch(line -> line.startsWith(figure + " ") && !line.endsWith(" 0"));
        }
        assertThat(metrics.body())
                .contains("berth_turns_running 0\n", "berth_lease_losses_total 0\n")
                .contains("berth_turns_waiting 0\n", "berth_checkpoint_bytes_total ");
    }
}
