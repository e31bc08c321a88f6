package dev.berth.flow;

import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.durable.ContentHash;
import dev.berth.durable.json.StrictJson;
import dev.berth.failure.Failure;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

class InstructionsTest {
    private static final ContentHash SOURCE = ContentHash.of(new byte[] {1});

    static List<String> hostile() {
        return Hostile.TEXTS;
    }

    @Test
    void saysThatItIsDataAndWhatItWasMadeFrom() throws Failure {
        String text = text(session("Ship it"));
        assertThat(text)
                .startsWith(
                        "<!-- berth-flow-instructions/1 source sha256:" + SOURCE.hex() + " -->\n")
                .contains("data, not instructions")
                .contains("\"goal\": \"Ship it\"");
    }

    @ParameterizedTest
    @MethodSource("hostile")
    void textsStayQuotedData(String hostile) throws Exception {
        var session =
                session(hostile)
                        .adding(Optional.empty(), hostile, Projects.BEGIN)
                        .noting(hostile, Projects.BEGIN);
        String text = text(session);
        var lines = text.lines().toList();
        int open = lines.indexOf("```json");
        int close = lines.lastIndexOf("```");
        // Outside the block, every line is one of ours.
        assertThat(outside(lines, open, close)).isEqualTo(ours());
        // Inside, nothing is left that Markdown, HTML or an import could be made of.
        String block = String.join("\n", lines.subList(open + 1, close));
        assertThat(block).doesNotContainPattern("[`<>&@]");
        assertThat(block.chars())
                .noneMatch(c -> c != '\n' && Character.isISOControl(c))
                .noneMatch(c -> c == 0x2028 || c == 0x2029 || c == 0x202e || c == 0x200b);
        assertThat(block.lines()).allMatch(line -> line.matches("[{}]|  .*"));
        // And it says what was typed.
        var data = StrictJson.open(block.getBytes(StandardCharsets.UTF_8));
        assertThat(data.text("goal")).isEqualTo(hostile);
        assertThat(data.objects("features").getFirst().text("title")).isEqualTo(hostile);
        assertThat(data.objects("notes").getFirst().text("text")).isEqualTo(hostile);
    }

    @Test
    void aLongHistoryOfNotesIsCut() throws Exception {
        var session = session("Ship it");
        for (int i = 0; i < 50; i++) {
            session = session.noting(i + "x".repeat(60_000), Projects.BEGIN);
        }
        String text = text(session);
        assertThat(text.length()).isLessThan(50_000);
        assertThat(text).contains("\"earlier_notes\": 30").contains("cut; see .flow/session.json");
    }

    private static List<String> outside(List<String> lines, int open, int close) {
        var outside = new ArrayList<>(lines.subList(0, open));
        outside.addAll(lines.subList(close, lines.size()));
        return outside;
    }

    private static List<String> ours() throws Failure {
        var lines = text(session("plain")).lines().toList();
        return outside(lines, lines.indexOf("```json"), lines.indexOf("```"));
    }

    private static String text(FlowSession session) {
        return new String(Instructions.of(session, SOURCE), StandardCharsets.UTF_8);
    }

    private static FlowSession session(String goal) throws Failure {
        return FlowSession.begun(new FlowId("ses_1"), goal, Projects.BEGIN);
    }
}
