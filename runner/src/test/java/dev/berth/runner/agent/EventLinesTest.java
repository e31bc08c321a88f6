package dev.berth.runner.agent;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

import java.io.ByteArrayOutputStream;
import java.lang.foreign.MemorySegment;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

@DisplayName("What an agent prints")
class EventLinesTest {
    private static final String SAID =
            "{\"type\":\"assistant\",\"message\":{\"content\":[{\"type\":\"text\",\"text\":\"%s\"}]}}\n";

    private final List<AgentEvent> events = new ArrayList<>();

    private List<AgentEvent> read(Agent agent, byte[] bytes, int pieces) {
        events.clear();
        var lines = new EventLines(agent, List.of("sk-secret-1"), events::add);
        for (int at = 0; at < bytes.length; at += pieces) {
            int length = Math.min(pieces, bytes.length - at);
            lines.take(MemorySegment.ofArray(bytes).asSlice(at, length));
        }
        lines.end();
        return events;
    }

    private List<AgentEvent> claude(String text) {
        return read(new Claude(), text.getBytes(StandardCharsets.UTF_8), 7);
    }

    @Test
    void becomesEventsHoweverItComesInPieces() {
        String text =
                "{\"type\":\"system\",\"subtype\":\"init\",\"session_id\":\"a-1\"}\n"
                        + SAID.formatted("héllo 🚀")
                        + "{\"type\":\"assistant\",\"message\":{\"content\":[{\"type\":\"thinking\",\"thinking\":\"hm\"},"
                        + "{\"type\":\"tool_use\",\"id\":\"t1\",\"name\":\"Bash\",\"input\":{\"command\":\"ls\"}}]}}\n"
                        + "{\"type\":\"user\",\"message\":{\"content\":[{\"type\":\"tool_result\",\"tool_use_id\":\"t1\","
                        + "\"content\":[{\"type\":\"text\",\"text\":\"a\"},{\"type\":\"image\"},{\"type\":\"text\",\"text\":\"b\"}],"
                        + "\"is_error\":true}]}}\n"
                        + "{\"type\":\"result\",\"is_error\":true,\"result\":\"no credit\"}";
        for (int pieces : new int[] {1, 7, 64, 100_000}) {
            assertThat(read(new Claude(), text.getBytes(StandardCharsets.UTF_8), pieces))
                    .containsExactly(
                            new AgentEvent.Conversation("a-1"),
                            new AgentEvent.Message("héllo 🚀"),
                            new AgentEvent.Thought("hm"),
                            new AgentEvent.ToolCall("t1", "Bash", "{\"command\":\"ls\"}"),
                            new AgentEvent.ToolOutput("t1", "a\nb", true),
                            new AgentEvent.Trouble("no credit"));
        }
    }

    @Test
    void isReadFromTheOthersToo() {
        assertThat(
                        read(
                                new Codex(),
                                """
                                {"type":"thread.started","thread_id":"t-1"}
                                {"type":"item.started","item":{"id":"1","type":"command_execution","command":"ls"}}
                                {"type":"item.completed","item":{"id":"1","type":"command_execution","aggregated_output":"out","exit_code":2}}
                                {"type":"item.completed","item":{"id":"2","type":"file_change","changes":[{"path":"a","kind":"add"}],"status":"completed"}}
                                {"type":"item.completed","item":{"id":"3","type":"agent_message","text":"done"}}
                                {"type":"turn.failed","error":{"message":"why"}}
                                """
                                        .getBytes(StandardCharsets.UTF_8),
                                50))
                .containsExactly(
                        new AgentEvent.Conversation("t-1"),
                        new AgentEvent.ToolCall("1", "command_execution", "{\"command\":\"ls\"}"),
                        new AgentEvent.ToolOutput("1", "out", true),
                        new AgentEvent.ToolCall(
                                "2",
                                "file_change",
                                "{\"changes\":[{\"path\":\"a\",\"kind\":\"add\"}]}"),
                        new AgentEvent.ToolOutput("2", "completed", false),
                        new AgentEvent.Message("done"),
                        new AgentEvent.Trouble("why"));
        assertThat(
                        read(
                                new Opencode(),
                                """
                                {"type":"step_start","sessionID":"ses_1","part":{}}
                                {"type":"tool_use","sessionID":"ses_1","part":{"tool":"bash","callID":"c","state":{"status":"error","input":{"command":"x"},"error":"bad"}}}
                                {"type":"text","sessionID":"ses_1","part":{"text":"done"}}
                                {"type":"error","sessionID":"ses_1","error":{"name":"ApiError","data":{"message":"no key"}}}
                                """
                                        .getBytes(StandardCharsets.UTF_8),
                                50))
                .containsExactly(
                        new AgentEvent.Conversation("ses_1"),
                        new AgentEvent.ToolCall("c", "bash", "{\"command\":\"x\"}"),
                        new AgentEvent.ToolOutput("c", "bad", true),
                        new AgentEvent.Message("done"),
                        new AgentEvent.Trouble("no key"));
    }

    @Test
    void isPassedOverWhenItIsOfAnUnknownKindOrShape() {
        assertThat(
                        claude(
                                """
                                {"type":"newer_than_this","x":1}
                                {"type":5}
                                {}
                                {"type":"assistant"}
                                {"type":"assistant","message":[]}
                                {"type":"assistant","message":{"content":"text"}}
                                {"type":"assistant","message":{"content":[1,null,{"type":"new"}]}}

                                """))
                .isEmpty();
    }

    @Test
    void isToldAsItIsWhenItIsNoEvent() {
        assertThat(
                        claude(
                                "Warning: old\n{\"type\":\"assi\n[1]\nnull\n{} {}\n"
                                        + SAID.formatted("x")))
                .containsExactly(
                        new AgentEvent.Plain("Warning: old"),
                        new AgentEvent.Plain("{\"type\":\"assi"),
                        new AgentEvent.Plain("[1]"),
                        new AgentEvent.Plain("null"),
                        new AgentEvent.Plain("{} {}"),
                        new AgentEvent.Message("x"));
    }

    @Test
    void neednotBeUnicode() {
        var bytes = new ByteArrayOutputStream();
        byte[] line = SAID.formatted("a#b").getBytes(StandardCharsets.UTF_8);
        for (byte b : line) bytes.write(b == '#' ? 0xff : b);
        assertThat(read(new Claude(), bytes.toByteArray(), 9))
                .containsExactly(new AgentEvent.Message("a\ufffdb"));
        assertThat(claude(SAID.formatted("cut \\ud83d here, whole \\ud83d\\ude80, \\\\ud83d")))
                .containsExactly(new AgentEvent.Message("cut \ufffd here, whole 🚀, \\ud83d"));
    }

    @Test
    void mayBeMegabytesLongAndIsPassedOverBeyondThat() {
        String long1 = "x".repeat(3 << 20);
        assertThat(read(new Claude(), bytes(SAID.formatted(long1)), 1 << 16))
                .containsExactly(new AgentEvent.Message(long1));
        String tooLong = SAID.formatted("x".repeat(EventLines.LONGEST));
        assertThat(
                        read(
                                new Claude(),
                                bytes(tooLong + SAID.formatted("next") + "y".repeat(9 << 20)),
                                1 << 16))
                .containsExactly(
                        new AgentEvent.TooLong(tooLong.length() - 1),
                        new AgentEvent.Message("next"),
                        new AgentEvent.TooLong(9 << 20));
    }

    @Test
    void neverShowsASecret() {
        assertThat(claude(SAID.formatted("the key is sk-secret-1!") + "plain sk-secret-1\n"))
                .containsExactly(
                        new AgentEvent.Message("the key is ***!"),
                        new AgentEvent.Plain("plain ***"));
    }

    @Test
    void mayBeAnythingAtAll() {
        var random = new Random(7);
        for (var agent : Agent.all()) {
            for (int i = 0; i < 300; i++) {
                byte[] noise = new byte[random.nextInt(200)];
                random.nextBytes(noise);
                byte[] line = bytes(SAID.formatted("text"));
                for (int flips = random.nextInt(4); flips > 0; flips--) {
                    line[random.nextInt(line.length)] = (byte) random.nextInt();
                }
                read(agent, noise, 13);
                read(agent, line, 13);
            }
        }
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
