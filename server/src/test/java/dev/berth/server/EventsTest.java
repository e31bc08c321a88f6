package dev.berth.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.durable.json.Json;
import dev.berth.durable.json.StrictJson;
import dev.berth.session.catalog.Access.Scope;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.io.TempDir;

import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.LongStream;

@DisplayName("Events")
@TestInstance(Lifecycle.PER_CLASS)
class EventsTest {
    private Running running;

    @BeforeAll
    void start(@TempDir Path folder) throws Exception {
        running = new Running(folder);
    }

    @AfterAll
    void stop() {
        running.close();
    }

    private BufferedReader stream(String workspace, String token, String lastSeen)
            throws Exception {
        var request =
                running.request(workspace + "/events")
                        .header("Accept", "text/event-stream")
                        .header("Authorization", "Bearer " + token);
        if (!lastSeen.isEmpty()) request.header("Last-Event-ID", lastSeen);
        var answer = running.client().send(request.build(), BodyHandlers.ofInputStream());
        assertThat(answer.statusCode()).isEqualTo(200);
        assertThat(answer.headers().firstValue("Content-Type")).contains("text/event-stream");
        return new BufferedReader(new InputStreamReader(answer.body(), StandardCharsets.UTF_8));
    }

    /// Reads events until one says `word`; their numbers.
    private static List<Long> until(BufferedReader lines, String word) throws Exception {
        var seen = LongStream.builder();
        long id = 0;
        for (String line = lines.readLine(); line != null; line = lines.readLine()) {
            if (line.startsWith("id: ")) id = Long.parseLong(line.substring(4));
            if (!line.startsWith("data: ")) continue;
            var event = StrictJson.read(line.substring(6).getBytes(StandardCharsets.UTF_8));
            assertThat(event.fields().keySet()).containsExactly("seq", "ts", "type", "data");
            assertThat(event.fields().get("seq")).isEqualTo(Json.number(id));
            seen.add(id);
            if (line.contains(word)) return seen.build().boxed().toList();
        }
        throw new AssertionError("the stream ended before " + word);
    }

    @Test
    void comeAsAListToWhoWantsNoStream() throws Exception {
        String one = running.workspace();
        for (String types : List.of("*/*", "application/json, text/event-stream;q=0")) {
            var request =
                    running.request(one + "/events")
                            .header("Accept", types)
                            .header("Authorization", "Bearer " + running.all);
            assertThat(running.send(request.build()).list("events")).as(types).isEmpty();
        }
    }

    @Test
    void comeLiveInOrderAndGoOnWhereTheyWereLeft() throws Exception {
        String one = running.workspace();
        List<Long> first;
        try (var live = stream(one, running.all, "")) {
            running.post(one + "/messages?wait=100", "{\"text\":\"echo o''ne\"}");
            first = until(live, "\"ended\"");
        }
        assertThat(first).isEqualTo(LongStream.rangeClosed(1, first.getLast()).boxed().toList());
        running.post(one + "/messages?wait=100", "{\"text\":\"echo t''wo\"}");
        try (var again = stream(one, running.all, Long.toString(first.getLast()))) {
            var second = until(again, "two\\n");
            assertThat(second.getFirst()).isEqualTo(first.getLast() + 1);
        }
        var listed = running.get(one + "/events?after=" + first.getLast() + "&limit=1");
        assertThat(listed.list("events")).hasSize(1);
        assertThat(listed.number("next_after")).isEqualTo(first.getLast() + 1);
    }

    @Test
    void bringLongOutputWhole() throws Exception {
        String one = running.workspace();
        running.post(
                one + "/messages?wait=100",
                "{\"text\":\"head -c 300000 /dev/zero | tr '\\\\0' y; echo; echo e''nd\"}");
        String all = running.get(one + "/events?limit=1000").body();
        assertThat(all.chars().filter(c -> c == 'y').count()).isGreaterThanOrEqualTo(300_000);
        assertThat(all).doesNotContain("spilled");
    }

    @Test
    void areToldAsOneTextInEachFormat() throws Exception {
        String one = running.workspace();
        running.post(
                one + "/messages?wait=100",
                "{\"text\":\"head -c 900000 /dev/zero | tr '\\\\0' y; echo; echo '* e''nd'\"}");
        String all = "y".repeat(900_000);
        var markdown = running.get(one + "/transcript?format=markdown");
        assertThat(markdown.header("Content-Type")).contains("text/markdown; charset=utf-8");
        assertThat(markdown.body())
                .contains("> head -c 900000", "\n```\n" + all + "\n* end\n```\n");
        var org = accepting(one, "text/html, text/org;q=0.9");
        assertThat(org.headers().firstValue("Content-Type")).contains("text/org; charset=utf-8");
        assertThat(org.body()).contains("#+begin_example\n" + all + "\n,* end\n#+end_example\n");
        assertThat(accepting(one, "text/markdown").body()).isEqualTo(markdown.body());
        var json = running.get(one + "/transcript");
        assertThat(json.header("Content-Type")).contains("application/json");
        assertThat(json.body().chars().filter(c -> c == 'y').count()).isGreaterThan(900_000);
        var last = running.get(one + "/events?limit=1000").list("events").getLast();
        assertThat(running.get(one + "/transcript").body()).endsWith(last.compact() + "\n]}\n");
        long before = Long.parseLong(last.compact().replaceAll("^.\"seq\":(\\d+),.*", "$1")) - 1;
        assertThat(running.get(one + "/transcript?after=" + before).list("events"))
                .containsExactly(last);
        assertThat(running.get(one + "/transcript?format=pdf").status()).isEqualTo(400);
    }

    private HttpResponse<String> accepting(String workspace, String types) throws Exception {
        var request =
                running.request(workspace + "/transcript")
                        .header("Accept", types)
                        .header("Authorization", "Bearer " + running.all);
        return running.client().send(request.build(), BodyHandlers.ofString());
    }

    @Test
    void endWithTheTokenThatAskedForThem() throws Exception {
        String one = running.workspace();
        String token = running.token(Running.OURS, Scope.READ);
        try (var live = stream(one, token, "")) {
            var id = running.tokens.known(token).orElseThrow().token().id();
            running.call("DELETE", "/v1/tokens/" + id, running.all, "");
            assertThat(live.lines().filter(line -> line.startsWith("data"))).isEmpty();
        }
    }

    @Test
    void ofWhatCameAfterItsRevocationReachNoToken() throws Exception {
        String one = running.workspace();
        String token = running.token(Running.OURS, Scope.READ);
        try (var live = stream(one, token, "")) {
            running.call("PUT", one + "/files/before", running.all, "a");
            until(live, "\"type\":\"checkpoint\"");
            var id = running.tokens.known(token).orElseThrow().token().id();
            var revoked = running.call("DELETE", "/v1/tokens/" + id, running.all, "");
            assertThat(revoked.status()).isEqualTo(204);
            running.call("PUT", one + "/files/after", running.all, "b");
            assertThat(live.lines().filter(line -> line.startsWith("data"))).isEmpty();
        }
    }

    @Test
    void endWithTheWorkspace() throws Exception {
        String one = running.workspace();
        try (var live = stream(one, running.all, "")) {
            assertThat(running.call("DELETE", one, running.all, "").status()).isEqualTo(204);
            assertThat(live.lines().filter(line -> line.startsWith("data"))).isEmpty();
        }
    }

    @Test
    void endWithTheServer(@TempDir Path other) throws Exception {
        var stopped = new Running(other);
        String one = stopped.workspace();
        var request =
                stopped.request(one + "/events")
                        .header("Accept", "text/event-stream")
                        .header("Authorization", "Bearer " + stopped.all);
        var answer = stopped.client().send(request.build(), BodyHandlers.ofLines());
        stopped.server.close();
        assertThat(answer.body().filter(line -> line.startsWith("data"))).isEmpty();
    }
}
