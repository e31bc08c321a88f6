package dev.berth.cli.serve;

import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.testbed.AgentImage;
import dev.berth.testbed.InstalledAgents;
import dev.berth.testbed.ScriptedModel;
import dev.berth.testbed.TestEngine;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

@DisplayName("A real agent of a server")
class ServedAgentTest {
    private static final String SECRET = "sk-berth-9a8b7c6d5e4f30211203f4e5d6c7b8a9";

    @TempDir Path home;

    @Test
    void goesOnWithItsConversationAndItsCredentialIsKeptNowhere() throws Exception {
        try (var model = new ScriptedModel();
                var served =
                        new Served(
                                home,
                                "profiles: {claude: {limits: {memory: 4GB, cpu: 2}}}\n",
                                environment(model))) {
            goesOn(served, model);
        }
    }

    @Test
    void doesSoInAContainer() throws Exception {
        String settings =
                "profiles: {claude: {runner: docker, image: \"%s\", limits: {memory: 4GB, cpu: 2}}}\n"
                        .formatted(AgentImage.made());
        try (var model = TestEngine.here().model();
                var served = new Served(home, settings, environment(model))) {
            goesOn(served, model);
        }
    }

    private static Map<String, String> environment(ScriptedModel model) {
        return Map.of(
                "PATH",
                InstalledAgents.programs() + ":" + System.getenv("PATH"),
                "DOCKER_HOST",
                "unix://" + TestEngine.here().socket(),
                "ANTHROPIC_API_KEY",
                SECRET,
                "ANTHROPIC_BASE_URL",
                model.address());
    }

    private void goesOn(Served served, ScriptedModel model) throws Exception {
        served.start();
        String id = served.create("claude", "one");
        turn(served, model, "the first message", "echo one >made-1; echo said-1");
        turn(served, model, "the second message", "echo two >made-2; echo said-2");
        assertThat(heard(model)).contains("the first message", "the second message");
        var points = served.json("sessions", "checkpoints", "one");
        assertThat(served.berth("sessions", "suspend", "one").code()).isZero();
        assertThat(new ProcessBuilder("rm", "-r", served.tree(id).toString()).start().waitFor())
                .isZero();
        assertThat(served.berth("sessions", "resume", "one").code()).isZero();
        turn(served, model, "the third message", "cat made-1 made-2");
        assertThat(heard(model))
                .contains("the first message", "the second message", "said-2", "the third message");
        String events = served.json("sessions", "events", "one").compact();
        assertThat(events).contains("made-1", ScriptedModel.ANSWER).doesNotContain(SECRET);
        assertThat(served.json("sessions", "list").compact()).doesNotContain(SECRET);
        assertThat(served.json("sessions", "show", "one").compact()).doesNotContain(SECRET);
        String latest = Served.text(served.json("sessions", "show", "one"), "head");
        served.close();
        restore(served, "latest", latest);
        int restored = 0;
        for (var each : points.compact().split("\"checkpoint\":\"", -1)) {
            if (each.startsWith("cp_")) {
                restore(served, "point-" + restored++, each.substring(0, each.indexOf('"')));
            }
        }
        assertThat(restored).isGreaterThanOrEqualTo(2);
        assertNowhere();
    }

    private static void turn(Served served, ScriptedModel model, String message, String script) {
        model.wants(script);
        var sent = served.berth("sessions", "send", "one", message);
        assertThat(sent.code()).as(sent.out() + sent.err()).isZero();
        assertThat(sent.out()).contains(ScriptedModel.ANSWER).doesNotContain(SECRET);
    }

    /// What the model was asked last with everything in it: the longest of its requests.
    private static String heard(ScriptedModel model) {
        return model.requests().stream()
                .max((a, b) -> Integer.compare(a.length(), b.length()))
                .orElseThrow();
    }

    private void restore(Served served, String name, String checkpoint) {
        var restored =
                served.berth(
                        "depot",
                        "restore",
                        home.resolve("depot").toString(),
                        checkpoint,
                        home.resolve(name).toString());
        assertThat(restored.code()).as(restored.err()).isZero();
    }

    /// Catalog, logs, live trees, and what the checkpoints held: nothing on this disk has it.
    private void assertNowhere() throws Exception {
        try (var all = Files.walk(home)) {
            for (var file : all.filter(Files::isRegularFile).toList()) {
                String content = new String(Files.readAllBytes(file), StandardCharsets.ISO_8859_1);
                assertThat(content.contains(SECRET)).as("the credential in %s", file).isFalse();
            }
        }
    }
}
