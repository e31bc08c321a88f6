package dev.berth.session.life;

import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.durable.SystemFiles;
import dev.berth.failure.Failure;
import dev.berth.runner.Limits;
import dev.berth.runner.agent.Claude;
import dev.berth.runner.agent.Programs;
import dev.berth.runner.profile.Profile;
import dev.berth.runner.profile.RunnerKind;
import dev.berth.session.Event;
import dev.berth.session.EventType;
import dev.berth.session.Node;
import dev.berth.session.Samples;
import dev.berth.session.SessionKey;
import dev.berth.session.catalog.Catalog;
import dev.berth.session.sqlite.SqliteCatalog;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// The agent is a script that speaks as Claude Code does; it runs without walls, since a sandbox
/// shows no program below `/tmp`.
@DisplayName("A session whose agent speaks in events")
class AgentSessionTest {
    private static final String SCRIPT =
            """
            #!/bin/sh
            say() { printf '%s\\n' "$1"; }
            message=$(cat)
            case "$*" in
            *--resume*) id=$(printf '%s' "$*" | sed 's/.*--resume \\([^ ]*\\).*/\\1/') ;;
            *) id=$(printf '%s' "$*" | sed 's/.*--session-id \\([^ ]*\\).*/\\1/') ;;
            esac
            say '{"type":"system","subtype":"init","session_id":"'"$id"'"}'
            say '{"type":"assistant","message":{"content":[{"type":"text","text":"I heard '"$message"' '"$KEY_OF_MINE"'"}]}}'
            say '{"type":"assistant","message":{"content":[{"type":"tool_use","id":"t1","name":"Bash","input":{"command":"ls"}}]}}'
            while [ -e "$BERTH_WORKSPACE/wait" ]; do sleep 0.1; done
            say '{"type":"user","message":{"content":[{"type":"tool_result","tool_use_id":"t1","content":"a b"}]}}'
            echo "$*" >> "$BERTH_WORKSPACE/args"
            say '{"type":"result","subtype":"success","is_error":false,"session_id":"'"$id"'"}'
            """;

    @TempDir Path folder;
    private Catalog catalog;
    private Machine a;

    @BeforeEach
    void begin() throws Exception {
        catalog = SqliteCatalog.open(folder.resolve("catalog.db"), Clock.systemUTC());
        var program = folder.resolve("claude");
        Files.writeString(program, SCRIPT);
        Files.setPosixFilePermissions(program, PosixFilePermissions.fromString("rwxr-xr-x"));
        a =
                new Machine(
                        folder,
                        new Node("a", "r"),
                        catalog,
                        Machine.RULES,
                        machine -> crew(machine, program));
    }

    @AfterEach
    void end() {
        a.sessions.close();
        catalog.close();
    }

    private static Crew crew(Machine machine, Path program) {
        var profile =
                new Profile(
                        List.of("sh", program.toString(), "--model", "usual"),
                        Optional.of(new Claude()),
                        Optional.empty(),
                        List.of(),
                        RunnerKind.PROCESS,
                        false,
                        true,
                        Optional.empty(),
                        Limits.DEFAULT,
                        Optional.empty(),
                        List.of("KEY_OF_MINE"),
                        true);
        var plain = RealRunnerTest.crew(machine);
        return new Crew(
                Map.of("claude", profile),
                plain.runners(),
                new Programs(SystemFiles.here(), List.of()),
                Map.of("KEY_OF_MINE", "sk-very-secret"));
    }

    private SessionKey made() throws Failure {
        return a.sessions.create(NewSession.of(Samples.TENANT, "claude")).key();
    }

    private List<Event> events(SessionKey key, EventType type) throws Failure {
        return catalog.events(key, 0, 1_000).stream()
                .filter(event -> event.type() == type)
                .toList();
    }

    @Test
    void whatItSaysAndDoesAreEventsAndItsKeyIsNone() throws Exception {
        var key = made();
        assertThat(a.turn(key, "hello").exitCode()).isZero();
        assertThat(events(key, EventType.OUTPUT))
                .extracting(event -> event.text("text"))
                .containsExactly("I heard hello ***\n");
        var tools = events(key, EventType.TOOL);
        assertThat(tools).hasSize(2);
        assertThat(tools.getFirst().text("tool")).isEqualTo("Bash");
        assertThat(tools.getFirst().text("text")).contains("ls");
        assertThat(tools.getLast().text("answers")).isEqualTo("t1");
        assertThat(tools.getLast().text("text")).isEqualTo("a b");
    }

    @Test
    void itGoesOnWithItsOwnConversationAlsoWithAnotherModel() throws Exception {
        var key = made();
        a.turn(key, "one");
        a.sessions.set(key, Fields.NONE.modelled(Optional.of("better")));
        a.sessions.suspend(key);
        a.turn(key, "two");
        var lines = Files.readAllLines(a.tree(a.sessions.find(key)).resolve("workspace/args"));
        assertThat(lines).hasSize(2);
        assertThat(lines.getFirst()).contains("--model usual");
        assertThat(lines.getLast()).contains("--model better").doesNotContain("usual");
        String id = lines.getFirst().replaceAll(".*--session-id ([^ ]+).*", "$1");
        assertThat(lines.getLast()).contains("--resume " + id);
    }

    @Test
    void theNextServerReadsOnAndSaysNothingTwice() throws Exception {
        var key = made();
        a.turn(key, "one");
        Files.writeString(a.tree(a.sessions.find(key)).resolve("workspace/wait"), "");
        a.sessions.message(key, "two");
        Waiting.until("the tool is called", () -> events(key, EventType.TOOL).size() == 3);
        a.declareDead(key);
        var next = a.server();
        next.adopt(key);
        Files.delete(a.tree(a.sessions.find(key)).resolve("workspace/wait"));
        assertThat(next.await(key, 2, Duration.ofMinutes(2))).isPresent();
        assertThat(events(key, EventType.OUTPUT)).hasSize(2);
        assertThat(events(key, EventType.TOOL)).hasSize(4);
        next.message(key, "three");
        assertThat(next.await(key, 3, Duration.ofMinutes(2))).isPresent();
        var lines = Files.readAllLines(a.tree(a.sessions.find(key)).resolve("workspace/args"));
        String id = lines.getFirst().replaceAll(".*--session-id ([^ ]+).*", "$1");
        assertThat(lines.getLast()).contains("--resume " + id);
        next.close();
    }
}
