package dev.berth.runner.agent;

import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.durable.SystemFiles;
import dev.berth.runner.Ending;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.lang.foreign.MemorySegment;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;

@DisplayName("An agent's conversation")
class ConversationTest {
    private static final String ID = "0d9d1b7e-0000-4000-8000-000000000000";

    @TempDir Path disk;

    @BeforeEach
    void makeDisk() throws Exception {
        for (String volume : new String[] {"workspace", "memory", "tmp"}) {
            Files.createDirectories(disk.resolve(volume));
        }
    }

    private Optional<Conversation> kept() {
        return Conversation.read(SystemFiles.here(), disk, new Claude());
    }

    private List<String> words(Agent agent) throws Exception {
        return new AgentTurn(SystemFiles.here(), disk, agent, List.of(), _ -> {})
                .command(List.of(agent.name()), "hello", ID, true, Map.of())
                .words();
    }

    @Test
    void isKeptInMemoryForItsAgentAlone() throws Exception {
        assertThat(kept()).isEmpty();
        new Conversation("claude", ID).write(SystemFiles.here(), disk);
        assertThat(kept()).contains(new Conversation("claude", ID));
        assertThat(disk.resolve("memory/.berth/agent.json")).exists();
        assertThat(Conversation.read(SystemFiles.here(), disk, new Codex())).isEmpty();
    }

    @Test
    void beginsAndGoesOnInEachAgentsWords() throws Exception {
        assertThat(words(new Claude())).contains("--session-id", ID).doesNotContain("--resume");
        assertThat(words(new Codex())).doesNotContain("resume").endsWith("-");
        assertThat(words(new Opencode())).doesNotContain("--session");
        new Conversation("claude", "c-1").write(SystemFiles.here(), disk);
        assertThat(words(new Claude())).containsSubsequence("--resume", "c-1");
        new Conversation("codex", "c-2").write(SystemFiles.here(), disk);
        assertThat(words(new Codex())).containsSubsequence("exec", "resume", "c-2", "-");
        new Conversation("opencode", "c-3").write(SystemFiles.here(), disk);
        assertThat(words(new Opencode())).containsSubsequence("run", "--session", "c-3");
    }

    @Test
    void isNoneWhenWhatIsThereCannotBeOne() throws Exception {
        var file = disk.resolve("memory/.berth/agent.json");
        Files.createDirectories(file.getParent());
        for (String text :
                List.of(
                        "",
                        "{}",
                        "[]",
                        "x".repeat(10_000),
                        "{\"agent\":\"claude\",\"conversation\":\"--dangerous\"}",
                        "{\"agent\":\"claude\",\"conversation\":\"a b\"}",
                        "{\"agent\":\"claude\",\"conversation\":\"\"}",
                        "{\"agent\":\"claude\",\"conversation\":7}")) {
            Files.writeString(file, text);
            assertThat(kept()).as(text).isEmpty();
        }
        Files.delete(file);
        Files.createDirectory(file);
        assertThat(kept()).isEmpty();
        Files.delete(file);
        var elsewhere = Files.writeString(disk.resolve("workspace/other"), "secret");
        Files.createSymbolicLink(file, elsewhere);
        assertThat(kept()).isEmpty();
        new Conversation("claude", ID).write(SystemFiles.here(), disk);
        assertThat(elsewhere).hasContent("secret");
        assertThat(kept()).isPresent();
    }

    @Test
    void isKeptWhateverTheAgentPutInItsPlace() throws Exception {
        var place = disk.resolve("memory/.berth");
        var elsewhere = Files.createDirectory(disk.resolve("workspace/other"));
        Files.createSymbolicLink(place, elsewhere);
        new Conversation("claude", ID).write(SystemFiles.here(), disk);
        assertThat(kept()).isPresent();
        assertThat(elsewhere).isEmptyDirectory();
        Files.delete(place.resolve("agent.json"));
        Files.delete(place);
        Files.writeString(place, "a file");
        new Conversation("claude", ID).write(SystemFiles.here(), disk);
        assertThat(kept()).isPresent();
    }

    @Test
    void isKeptOnlyWhenItBegan() throws Exception {
        turn("{\"type\":\"system\",\"subtype\":\"init\",\"session_id\":\"c-1\"}\n", 1);
        assertThat(kept()).isEmpty();
        turn("{\"type\":\"system\",\"subtype\":\"init\",\"session_id\":\"c-1\"}\n", 0);
        assertThat(kept()).contains(new Conversation("claude", "c-1"));
        turn("{\"type\":\"system\",\"subtype\":\"init\",\"session_id\":\"../x\"}\n", 0);
        assertThat(kept()).contains(new Conversation("claude", "c-1"));
    }

    private void turn(String output, int code) throws Exception {
        var turn = new AgentTurn(SystemFiles.here(), disk, new Claude(), List.of(), _ -> {});
        turn.take(MemorySegment.ofArray(output.getBytes(StandardCharsets.UTF_8)));
        turn.ended(new Ending.Exited(code));
    }

    @Test
    void leavesNoCredentialBehindAndFollowsNoLink() throws Exception {
        for (var agent : Agent.all()) {
            for (String path : agent.neverKept()) {
                var file = disk.resolve("memory").resolve(path);
                Files.createDirectories(file.getParent());
                Files.writeString(file, "credential");
            }
            new Leftovers(SystemFiles.here()).remove(disk, agent);
            for (String path : agent.neverKept()) {
                assertThat(disk.resolve("memory").resolve(path)).doesNotExist();
            }
        }
        var other = Files.createDirectory(disk.resolve("workspace/other"));
        var kept = Files.writeString(other.resolve("auth.json"), "mine");
        Files.delete(disk.resolve("memory/.codex"));
        Files.createSymbolicLink(disk.resolve("memory/.codex"), other);
        new Leftovers(SystemFiles.here()).remove(disk, new Codex());
        assertThat(kept).hasContent("mine");
    }
}
