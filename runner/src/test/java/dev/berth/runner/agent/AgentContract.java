package dev.berth.runner.agent;

import static org.assertj.core.api.Assertions.assertThat;

import static java.util.Objects.requireNonNull;

import dev.berth.durable.SystemFiles;
import dev.berth.runner.Ending;
import dev.berth.runner.RunnerFixture;
import dev.berth.runner.Sandbox;
import dev.berth.runner.profile.BuiltIn;
import dev.berth.runner.profile.Casting;
import dev.berth.runner.profile.Profile;
import dev.berth.testbed.ScriptedModel;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;

/// What every agent keeps, in whatever sandbox it works: a real one, with a scripted model.
abstract class AgentContract extends RunnerFixture {
    private static final String SECRET = "sk-berth-0f1e2d3c4b5a69788796a5b4c3d2e1f0";
    private static final Duration LONG = Duration.ofMinutes(5);

    private final List<AgentEvent> events = new ArrayList<>();
    private final ScriptedModel model;

    /// The model is one that the sandbox can reach.
    AgentContract(ScriptedModel model) {
        this.model = model;
    }

    /// The built-in profile as this test runs it.
    abstract Casting casting(Profile builtIn) throws Exception;

    @AfterEach
    void stopModel() {
        model.close();
    }

    @ParameterizedTest
    @ValueSource(strings = {"claude", "codex", "opencode"})
    void worksAndGoesOnWithItsOwnConversationAfterTheLiveTreeIsLost(String name) throws Exception {
        var casting = casting(requireNonNull(BuiltIn.all().get(name)));
        configure(name);
        var sandbox = runner.start(casting.plan(SESSION, disk(SESSION)));
        casting.setUp(sandbox);

        turn(casting, sandbox, "the first message", "echo one >made-1; echo said-1");
        assertThat(disk(SESSION).resolve("workspace/made-1")).hasContent("one");
        assertReadable("echo one >made-1; echo said-1", "said-1");
        assertThat(heard()).contains("the first message");

        String plant =
                "for f in "
                        + String.join(" ", casting.profile().agent().orElseThrow().neverKept())
                        + "; do mkdir -p \"$(dirname \"/memory/$f\")\"; echo planted >/memory/$f; done;"
                        + " echo two >made-2; echo said-2";
        turn(casting, sandbox, "the second message", plant);
        assertThat(disk(SESSION).resolve("workspace/made-2")).hasContent("two");
        assertThat(heard()).contains("the first message", "said-1", "the second message");
        assertNothingLeft(casting.profile().agent().orElseThrow());

        sandbox.stop();
        DepotRoundTrip.of(disk(SESSION), SESSION, folder.resolve("depot"));
        assertThat(disk(SESSION).resolve("workspace/made-2")).hasContent("two");

        var again = runner.start(casting.plan(SESSION, disk(SESSION)));
        turn(casting, again, "the third message", "echo three >made-3; echo said-3");
        assertThat(disk(SESSION).resolve("workspace/made-3")).hasContent("three");
        assertThat(heard())
                .contains(
                        "the first message",
                        "said-1",
                        "the second message",
                        "said-2",
                        "the third message");
        again.stop();
        assertNothingLeft(casting.profile().agent().orElseThrow());
    }

    private void turn(Casting casting, Sandbox sandbox, String message, String script)
            throws Exception {
        model.wants(script);
        events.clear();
        var prepared =
                casting.turn(
                        SystemFiles.here(),
                        disk(SESSION),
                        casting.profile().agent().orElseThrow(),
                        message,
                        UUID.randomUUID().toString(),
                        server(),
                        events::add);
        var ending = prepared.turn().run(sandbox, prepared.command(), Optional.of(LONG));
        assertThat(ending).as("%s", events).isEqualTo(new Ending.Exited(0));
        assertThat(events).contains(new AgentEvent.Message(ScriptedModel.ANSWER));
        assertThat(events.toString()).doesNotContain(SECRET);
    }

    private void assertReadable(String script, String output) {
        assertThat(events).hasAtLeastOneElementOfType(AgentEvent.Conversation.class);
        var call =
                events.stream()
                        .filter(AgentEvent.ToolCall.class::isInstance)
                        .map(AgentEvent.ToolCall.class::cast)
                        .findFirst()
                        .orElseThrow();
        assertThat(call.name()).isIn("Bash", "bash", "command_execution");
        assertThat(call.input()).contains(script);
        assertThat(events)
                .anySatisfy(
                        event -> {
                            var said = assertThat(event).isInstanceOf(AgentEvent.ToolOutput.class);
                            said.isEqualTo(
                                    new AgentEvent.ToolOutput(
                                            call.id(),
                                            ((AgentEvent.ToolOutput) event).text(),
                                            false));
                            assertThat(((AgentEvent.ToolOutput) event).text()).contains(output);
                        });
    }

    /// What the model was asked last with everything in it: the longest of its requests.
    private String heard() {
        return model.requests().stream()
                .max((a, b) -> Integer.compare(a.length(), b.length()))
                .orElseThrow();
    }

    private void assertNothingLeft(Agent agent) throws Exception {
        for (String path : agent.neverKept()) {
            assertThat(disk(SESSION).resolve("memory").resolve(path)).doesNotExist();
        }
        byte[] secret = SECRET.getBytes(StandardCharsets.UTF_8);
        try (var all = Files.walk(disk(SESSION))) {
            for (var file : all.filter(Files::isRegularFile).toList()) {
                String content = new String(Files.readAllBytes(file), StandardCharsets.ISO_8859_1);
                assertThat(content.contains(new String(secret, StandardCharsets.ISO_8859_1)))
                        .as("the credential in %s", file)
                        .isFalse();
            }
        }
        assertThat(disk(SESSION).resolve("memory/.berth/agent.json")).exists();
    }

    private Map<String, String> server() {
        var all = new HashMap<String, String>();
        all.put("ANTHROPIC_API_KEY", SECRET);
        all.put("OPENAI_API_KEY", SECRET);
        all.put("ANTHROPIC_BASE_URL", model.address());
        all.put("SERVERS_OWN", "not for agents");
        return all;
    }

    /// Where the model is, for those who are told by a file of the user's own.
    private void configure(String name) throws Exception {
        var memory = disk(SESSION).resolve("memory");
        switch (name) {
            case "codex" -> {
                Files.createDirectories(memory.resolve(".codex"));
                Files.writeString(
                        memory.resolve(".codex/config.toml"),
                        """
                        model = "stub"
                        model_provider = "stub"
                        [model_providers.stub]
                        name = "stub"
                        base_url = "%s/v1"
                        wire_api = "responses"
                        env_key = "OPENAI_API_KEY"
                        """
                                .formatted(model.address()));
            }
            case "opencode" -> {
                Files.createDirectories(memory.resolve(".opencode/config"));
                Files.writeString(
                        memory.resolve(".opencode/config/opencode.json"),
                        """
                        {"model": "anthropic/stub", "small_model": "anthropic/stub",
                         "provider": {"anthropic": {
                           "options": {"baseURL": "%s/v1", "apiKey": "{env:ANTHROPIC_API_KEY}"},
                           "models": {"stub": {"name": "stub", "tool_call": true,
                             "limit": {"context": 100000, "output": 1000}}}}}}
                        """
                                .formatted(model.address()));
            }
            default -> {
                // By its environment.
            }
        }
    }
}
