package dev.berth.cli.client;

import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.cli.Typed;
import dev.berth.durable.json.Json;

import org.assertj.core.api.ThrowingConsumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executors;
import java.util.stream.IntStream;

@DisplayName("berth sessions, on a server that it starts by itself")
class SessionsCommandsTest {
    @TempDir Path home;

    @BeforeEach
    void settle() throws Exception {
        Files.writeString(home.resolve("berth.yaml"), OwnServer.SETTINGS);
    }

    @AfterEach
    void endTheServer() throws Exception {
        OwnServer.end(home);
    }

    @Test
    void severalAtOnceShareTheServerThatOneOfThemStarts() throws Exception {
        try (var pool = Executors.newVirtualThreadPerTaskExecutor()) {
            var lists =
                    IntStream.range(0, 3)
                            .mapToObj(_ -> pool.submit(() -> berth("sessions", "list")))
                            .toList();
            for (var list : lists) assertThat(list.get().code()).as(list.get().err()).isZero();
        }
    }

    @Test
    void oneLifeFromTheFirstMessageToItsEnd() throws Exception {
        var made = berth("sessions", "create", "--agent", "plain", "--name", "one");
        assertThat(made.code()).as(made.err()).isZero();
        assertThat(made.err()).contains("started a server in the background at http://127.0.0.1:");
        String id = made.out().lines().findFirst().orElseThrow();
        assertThat(id).startsWith("ses_");

        var sent = berth("sessions", "send", "one", "echo kept > f; echo $((1 + 1)); exit 3");
        assertThat(sent.code()).isEqualTo(3);
        assertThat(sent.out()).isEqualTo("2\nturn 1 exited, exit code 3\n");
        assertThat(sent.err()).isEmpty();

        assertThat(berth("sessions", "suspend", "one").out()).startsWith(id + " is resumable");
        var points = Fields.objects(json("sessions", "checkpoints", "one"), "checkpoints");
        assertThat(points).hasSizeGreaterThanOrEqualTo(2);
        String first = Fields.text(points.getFirst(), "checkpoint");
        var resumed = json("sessions", "resume", "one");
        assertThat(resumed).satisfies(in("active"));
        assertThat(Fields.text(Fields.object(resumed, "receipt"), "text"))
                .startsWith("The workspace is back");
        berth("sessions", "suspend", "one");
        assertThat(berth("sessions", "resume", "one").out())
                .startsWith(id + " is active\nThe workspace is back");
        assertThat(berth("sessions", "send", "one", "cat f; echo more > g").out())
                .isEqualTo("kept\n");
        assertThat(berth("sessions", "events", "one").out()).contains("The workspace is back");
        assertThat(berth("sessions", "diff", "one", first, "latest").out())
                .isEqualTo("added    workspace/g\n");

        var fork = json("sessions", "fork", "one", "--name", "two", "--checkpoint", first);
        assertThat(fork).satisfies(in("resumable"));
        assertThat(berth("sessions", "send", "two", "ls").out()).endsWith("f\n");
        assertThat(berth("sessions", "rewind", "one", first).code()).isZero();
        assertThat(berth("sessions", "send", "one", "ls").out()).endsWith("f\n");

        assertThat(berth("sessions", "delete", "two").code()).isEqualTo(14);
        assertThat(berth("sessions", "delete", "two", "--yes").code()).isZero();
        assertThat(berth("sessions", "show", "two").code()).isEqualTo(10);
        assertThat(json("sessions", "terminate", id)).satisfies(in("expired"));
        assertThat(berth("sessions", "send", id, "ls").code()).isEqualTo(13);
    }

    @Test
    void aServerThatComesAfterAKilledOneSaysWhatItFound() throws Exception {
        var made = berth("sessions", "create", "--agent", "plain", "--name", "one");
        String id = made.out().lines().findFirst().orElseThrow();
        berth("sessions", "send", "one", "echo kept > f");
        OwnServer.kill(home);
        var next = berth("sessions", "list");
        assertThat(next.err())
                .contains("started a server in the background")
                .contains("the one before was killed: 1 session goes on (" + id + ")");
        assertThat(berth("sessions", "send", "one", "cat f").out()).isEqualTo("kept\n");
    }

    @Test
    void fieldsEventsAndListings() throws Exception {
        String id = Fields.text(json("sessions", "create", "--agent", "plain"), "session_id");
        var sent = json("sessions", "send", id.substring(4, 20), "echo out");
        assertThat(Fields.text(json("sessions", "show", id), "head"))
                .isNotEmpty()
                .isEqualTo(Fields.text(sent, "checkpoint"));
        var set = json("sessions", "set", id, "--pinned", "yes", "--tag", "a", "--tag", "b");
        assertThat(Fields.flag(set, "pinned")).isTrue();
        assertThat(Fields.texts(set, "tags")).containsExactly("a", "b");
        assertThat(listed("--tag", "a", "--pinned")).containsExactly(id);
        assertThat(listed("--tag", "c")).isEmpty();
        String hidden =
                Fields.text(
                        json("sessions", "create", "--agent", "plain", "--playbook"), "session_id");
        assertThat(hidden).startsWith("pb-");
        assertThat(listed()).containsExactly(id);
        berth("sessions", "claim", hidden);
        assertThat(listed()).containsExactlyInAnyOrder(id, hidden);
        assertThat(berth("sessions", "list", "--limit", "1").out())
                .contains(hidden, "these are the newest 1; see more with --limit")
                .doesNotContain(id);
        assertThat(berth("sessions", "list", "--limit", "2").out()).doesNotContain("--limit");
        var events = Fields.objects(json("sessions", "events", id), "events");
        assertThat(events.stream().map(event -> Fields.number(event, "seq")))
                .startsWith(1L, 2L, 3L)
                .doesNotHaveDuplicates();
        assertThat(berth("sessions", "events", id).out())
                .contains("> echo out\n", "out\n", "* warning: runs without a sandbox");
        assertThat(berth("sessions", "events", id, "--format", "markdown").out())
                .contains("\n## Message 1 (", "\n> echo out\n", "\n```\nout\n```\n");
        assertThat(berth("sessions", "events", id, "--format", "org").out())
                .contains("\n* Message 1 (", "#+begin_example\nout\n#+end_example\n");
        assertThat(Fields.objects(json("sessions", "events", id, "--format", "json"), "events"))
                .isEqualTo(events);
        assertThat(Fields.text(json("sessions", "events", id, "--format", "org"), "transcript"))
                .contains("#+begin_example");
        assertThat(berth("sessions", "events", id, "--format", "pdf").code()).isEqualTo(2);
        assertThat(berth("sessions", "events", id, "--format", "org", "--follow").code())
                .isEqualTo(2);
        assertThat(berth("sessions", "list").out()).contains(id).containsIgnoringCase("sandbox");
    }

    @Test
    void theWorkGoesToSomebodyElse() throws Exception {
        berth("sessions", "create", "--agent", "plain", "--name", "one");
        berth("sessions", "send", "one", "echo work > f; echo learned > $BERTH_MEMORY/m");
        var preview = berth("sessions", "ship", "one", "--dry-run");
        assertThat(preview.out()).contains("travels", "stays home", "Nothing was written.");
        assertThat(berth("sessions", "ship", "one").code()).isEqualTo(2);
        var shipped = json("sessions", "ship", "one", "a.wbundle", "--sign");
        assertThat(Fields.text(shipped, "signer")).startsWith("key-");
        assertThat(Fields.number(shipped, "bundle_bytes"))
                .isEqualTo(Files.size(home.resolve("a.wbundle")));
        assertThat(berth("bundle", "verify", "a.wbundle").code()).isZero();
        assertThat(berth("sessions", "ship", "one", "a.wbundle").code()).isEqualTo(13);
        var alone = json("ship", home.resolve("sessions/default").toString(), "--dry-run");
        assertThat(alone.fields().keySet())
                .isEqualTo(json("sessions", "ship", "one", "--dry-run").fields().keySet());

        String key = Fields.text(shipped, "signer");
        var made =
                json(
                        "sessions",
                        "create",
                        "--agent",
                        "plain",
                        "--from",
                        "a.wbundle",
                        "--name",
                        "two",
                        "--tag",
                        "x",
                        "--signer",
                        key);
        assertThat(made).satisfies(in("created"));
        assertThat(Fields.texts(made, "tags")).contains("x", Fields.text(shipped, "id"));
        assertThat(berth("sessions", "send", "two", "cat f; ls $BERTH_MEMORY").out())
                .endsWith("work\n");
        String head = Fields.text(json("sessions", "show", "two"), "head");
        var again = json("sessions", "create", "--agent", "plain", "--from", head);
        assertThat(berth("sessions", "send", Fields.text(again, "session_id"), "cat f").out())
                .endsWith("work\n");

        berth("sessions", "send", "one", "echo token=ghp_abcdefghijklmnopqrstuvwxyz0123456789 > s");
        var refused = berth("sessions", "ship", "one", "b.wbundle");
        assertThat(refused.code()).isEqualTo(14);
        assertThat(refused.err()).contains("workspace/s:1").doesNotContain("ghp_");
        assertThat(home.resolve("b.wbundle")).doesNotExist();
        assertThat(berth("sessions", "ship", "one", "b.wbundle", "--allow-secret", "s:1").code())
                .isZero();
        Files.writeString(home.resolve("bad.wbundle"), "nonsense");
        assertThat(berth("sessions", "create", "--from", "bad.wbundle").code()).isEqualTo(14);
        assertThat(berth("sessions", "create", "--from", "none.wbundle").code()).isEqualTo(10);
        assertThat(berth("sessions", "create", "--from", "cp_nothing").code()).isEqualTo(10);
        assertThat(berth("sessions", "create", "--with-git").code()).isEqualTo(2);
        assertThat(berth("sessions", "create", "--from", "/etc").code()).isEqualTo(14);
    }

    @Test
    void tokensReachAsFarAsTheySay() throws Exception {
        var made = json("tokens", "create", "--name", "ci", "--scope", "read");
        String secret = Fields.text(made, "token");
        var reader = new HashMap<>(environment());
        reader.put("BERTH_TOKEN", secret);
        assertThat(Typed.in(home, reader, "sessions", "list").code()).isZero();
        assertThat(Typed.in(home, reader, "sessions", "create", "--agent", "plain").code())
                .isEqualTo(14);
        assertThat(berth("tokens", "list").out()).contains("ci").doesNotContain(secret);
        String id = Fields.text(made, "id");
        assertThat(berth("tokens", "revoke", "tok_").code()).as("several").isEqualTo(14);
        assertThat(berth("tokens", "revoke", "tok_none").code()).isEqualTo(10);
        assertThat(berth("tokens", "revoke", "").code()).isEqualTo(10);
        // A narrow listing shows the start of an id only.
        assertThat(berth("tokens", "revoke", id.substring(0, 17)).out())
                .isEqualTo(id + " is revoked\n");
        assertThat(Typed.in(home, reader, "sessions", "list").code()).isEqualTo(14);
    }

    @Test
    void aBackgroundServerSaysThatSettingsHereAreNotItsOwn() throws Exception {
        var here = Files.createDirectory(home.resolve("project"));
        Files.writeString(here.resolve("berth.yaml"), "server: {port: 1}\n");
        var started = Typed.in(here, environment(), "sessions", "list");
        assertThat(started.code()).as(started.err()).isZero();
        assertThat(started.err()).contains("settings are those of the data folder", "berth serve");
        assertThat(Typed.in(here, environment(), "sessions", "list").err()).isEmpty();
    }

    private static ThrowingConsumer<Json.Obj> in(String status) {
        return session -> assertThat(Fields.text(session, "status")).isEqualTo(status);
    }

    private List<String> listed(String... words) throws Exception {
        var all = new ArrayList<>(List.of("sessions", "list"));
        all.addAll(List.of(words));
        return Fields.objects(json(all.toArray(String[]::new)), "workspaces").stream()
                .map(one -> Fields.text(one, "session_id"))
                .toList();
    }

    private Json.Obj json(String... words) throws Exception {
        var all = new ArrayList<>(List.of(words));
        all.add("--json");
        var typed = berth(all.toArray(String[]::new));
        assertThat(typed.code()).as(typed.err()).isZero();
        return typed.json();
    }

    private Typed berth(String... words) {
        return Typed.in(home, environment(), words);
    }

    private Map<String, String> environment() {
        return OwnServer.environment(home);
    }
}
