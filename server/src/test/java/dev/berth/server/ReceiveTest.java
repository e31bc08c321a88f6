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

import java.io.ByteArrayOutputStream;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

@DisplayName("A bundle that is sent")
@TestInstance(Lifecycle.PER_CLASS)
class ReceiveTest {
    private Running running;
    private Path home;
    private byte[] bundle;

    @BeforeAll
    void start(@TempDir Path folder) throws Exception {
        running = new Running(folder);
        home = folder.resolve("home");
        bundle = ship(made("echo work > report.md; echo learned > $BERTH_MEMORY/habits"), "");
    }

    @AfterAll
    void stop() {
        running.close();
    }

    private String made(String script) throws Exception {
        String one = running.workspace();
        turn(one, script);
        return one;
    }

    private Reply turn(String one, String script) throws Exception {
        return running.post(
                one + "/messages?wait=100", Json.object().put("text", script).build().compact());
    }

    private byte[] ship(String one, String body) throws Exception {
        var request =
                running.request(one + "/ship")
                        .POST(BodyPublishers.ofString(body))
                        .header("Authorization", "Bearer " + running.all);
        var reply = running.client().send(request.build(), BodyHandlers.ofByteArray());
        assertThat(reply.statusCode()).isEqualTo(200);
        return reply.body();
    }

    private Reply send(String query, byte[] bytes) throws Exception {
        var request =
                running.request("/v1/bundles" + query)
                        .POST(BodyPublishers.ofByteArray(bytes))
                        .header("Authorization", "Bearer " + running.all)
                        .header("Content-Type", "application/zip");
        return running.send(request.build());
    }

    private static String at(Reply reply) throws Exception {
        return "/v1/workspaces/" + reply.text("session_id");
    }

    @ParameterizedTest(name = "{0}")
    @ValueSource(strings = {"cas", "volume", "disk"})
    void becomesAWorkspaceWithTheWorkAndNothingElse(String storage) throws Exception {
        var made = send("?agent=shell&name=theirs&storage=" + storage, bundle);
        assertThat(made.status()).as(made.body()).isEqualTo(201);
        assertThat(made.header("Location")).contains(at(made));
        assertThat(made.text("status")).isEqualTo("created");
        assertThat(made.text("name")).isEqualTo("theirs");
        assertThat(made.number("used_bytes")).isEqualTo(5);
        assertThat(made.text("head")).startsWith("cp_");
        var rows = running.post(at(made) + "/query", "{\"sql\":\"select volume, path from vfs\"}");
        assertThat(rows.body()).contains("\"rows\":[[\"workspace\",\"/report.md\"]]");
        assertThat(running.get(at(made) + "/events").body()).contains("came in bundle ship-");
        // Nothing was started; the first message finds the files.
        assertThat(running.get(at(made)).text("status")).isEqualTo("created");
        var turn = turn(at(made), "cat report.md; ls $BERTH_MEMORY; echo more > more");
        assertThat(turn.text("output")).isEqualTo("work\n");
        assertThat(ship(at(made), "")).hasSizeGreaterThan(bundle.length);
    }

    @Test
    void canBeTheStartOfMoreWorkspaces() throws Exception {
        var made = send("", bundle);
        String id =
                made.json().fields().get("tags") instanceof Json.Arr(var tags)
                        ? ((Json.Text) tags.getFirst()).value()
                        : "";
        assertThat(id).startsWith("ship-");
        turn(at(made), "echo changed > report.md");
        var again = running.post("/v1/workspaces", "{\"from\":\"" + id + "\"}");
        assertThat(again.status()).as(again.body()).isEqualTo(201);
        assertThat(turn(at(again), "cat report.md").text("output")).isEqualTo("work\n");
        assertThat(running.post("/v1/workspaces", "{\"from\":\"ship-0000000000000000\"}").status())
                .isEqualTo(404);
    }

    @Test
    void bringsPrivateVolumesWhenTheyWereSent() throws Exception {
        String one = made("echo a > a; echo b > $BERTH_MEMORY/b; echo c > $TMPDIR/c");
        var made = send("", ship(one, "{\"include_private\":true}"));
        var turn = turn(at(made), "cat a $BERTH_MEMORY/b; ls $TMPDIR");
        assertThat(turn.text("output")).isEqualTo("a\nb\n");
    }

    @Test
    void isHeldToItsSigner() throws Exception {
        byte[] signed = ship(made("echo a > a"), "{\"sign\":true}");
        assertThat(send("", signed).status()).isEqualTo(201);
        String other = "key-" + "0".repeat(32);
        for (byte[] bytes : List.of(signed, bundle)) {
            var refused = send("?signer=" + other, bytes);
            assertThat(refused.status()).as(refused.body()).isEqualTo(422);
        }
        assertThat(send("?signer=nonsense", signed).status()).isIn(400, 422);
    }

    @Test
    void withRepositoriesIsTakenWhenAskedForOnly() throws Exception {
        String one = made("mkdir .git; echo ref > .git/HEAD");
        byte[] git = ship(one, "{\"with_git\":true}");
        assertThat(send("", git).status()).isEqualTo(422);
        assertThat(send("?with_git=true", git).status()).isEqualTo(201);
    }

    @Test
    void overItsQuotaIsRefused() throws Exception {
        byte[] large = ship(made("head -c 2000000 /dev/urandom > large"), "");
        var refused = send("?quota_mb=1", large);
        assertThat(refused.status()).as(refused.body()).isEqualTo(507);
        assertThat(send("?quota_mb=2", large).status()).isEqualTo(201);
    }

    @Test
    void isRefusedWhateverIsWrongWithItAndLeavesNothing() throws Exception {
        long before = count();
        var hostile = new ArrayList<byte[]>();
        hostile.add(new byte[0]);
        hostile.add("not a bundle".getBytes(StandardCharsets.UTF_8));
        for (String name : new String[] {"../evil", "/etc/evil", "workspace/../../evil"}) {
            hostile.add(zip(name));
        }
        for (int cut = 1; cut < bundle.length; cut += Math.max(1, bundle.length / 12)) {
            hostile.add(Arrays.copyOf(bundle, cut));
            byte[] flipped = bundle.clone();
            flipped[cut] ^= 0x20;
            hostile.add(flipped);
        }
        byte[] longer = Arrays.copyOf(bundle, bundle.length + 1);
        hostile.add(longer);
        for (byte[] bytes : hostile) {
            var reply = send("", bytes);
            assertThat(reply.status()).as(reply.body()).isEqualTo(422);
            assertThat(reply.text("type")).isEqualTo("urn:berth:refused");
            assertThat(reply.text("next")).isNotEmpty();
        }
        assertThat(count()).isEqualTo(before);
        assertThat(home.resolve("cache/scratch")).isEmptyDirectory();
        try (var all = Files.walk(home)) {
            assertThat(all.filter(path -> path.toString().contains("evil"))).isEmpty();
        }
        assertThat(running.bugs).isEmpty();
    }

    private long count() throws Exception {
        return running.get("/v1/workspaces?limit=500").list("workspaces").size();
    }

    private static byte[] zip(String name) throws Exception {
        var bytes = new ByteArrayOutputStream();
        try (var zip = new ZipOutputStream(bytes)) {
            zip.putNextEntry(new ZipEntry(name));
            zip.write('x');
            zip.closeEntry();
        }
        return bytes.toByteArray();
    }

    @Test
    void needsAnAgentThatKeepsFiles() throws Exception {
        assertThat(send("?agent=chat", bundle).status()).isEqualTo(422);
        assertThat(send("?agent=nobody", bundle).status()).isEqualTo(404);
        assertThat(send("?storage=pvc", bundle).status()).isEqualTo(503);
        assertThat(send("?storage=nonsense", bundle).status()).isEqualTo(400);
    }

    @Test
    void isOfItsTenantAlone() throws Exception {
        var made = send("", bundle);
        var other = running.call("GET", at(made), running.foreign, "");
        assertThat(other.status()).isEqualTo(404);
        String reader = running.token(Running.OURS, Scope.READ);
        assertThat(running.call("POST", "/v1/bundles", reader, "x").status()).isEqualTo(403);
    }
}
