package dev.berth.session.events;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.berth.durable.json.Json;
import dev.berth.durable.json.JsonFields;
import dev.berth.durable.json.JsonLimits;
import dev.berth.durable.json.StrictJson;
import dev.berth.failure.Failure;
import dev.berth.session.Event;
import dev.berth.session.EventType;
import dev.berth.session.Samples;
import dev.berth.session.catalog.Catalog;
import dev.berth.session.catalog.Change;
import dev.berth.session.sqlite.SqliteCatalog;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

@DisplayName("A conversation as one text")
class RetellingTest {
    @TempDir Path folder;
    private Catalog catalog;
    private final List<Event.Draft> drafts = new ArrayList<>();

    @BeforeEach
    void begin() throws Exception {
        catalog = SqliteCatalog.open(folder.resolve("catalog.db"), Clock.systemUTC());
    }

    @AfterEach
    void end() {
        catalog.close();
    }

    private void happened(EventType type, JsonFields data) {
        drafts.add(new Event.Draft(type, data.build()));
    }

    private void asked(long turn, String text) {
        happened(EventType.MESSAGE, Json.object().put("turn", turn).put("text", text));
    }

    private void cameOut(String text) {
        happened(EventType.OUTPUT, Json.object().put("turn", 1).put("text", text));
    }

    private Retelling told() throws Failure {
        var session = Samples.session("s").named("the *parser*");
        catalog.create(session, new Change.First(Optional.empty(), List.of(), drafts, List.of()));
        return Retelling.of(catalog, session, 0);
    }

    private static String text(Retelling told, TranscriptFormat format) throws Failure {
        var bytes = new ByteArrayOutputStream();
        told.write(format, bytes::writeBytes);
        return bytes.toString(StandardCharsets.UTF_8);
    }

    @Test
    void readsAsMarkdown() throws Exception {
        asked(1, "say\nmore");
        cameOut("one\nt");
        cameOut("wo\n");
        happened(
                EventType.STATE,
                Json.object().put("turn", 1).put("ended", "exited").put("exit_code", 0));
        String text = text(told(), TranscriptFormat.MARKDOWN);
        assertThat(text)
                .startsWith("# the \\*parser\\*\n\n- session s, agent shell, made at ")
                .contains("\n\n## Message 1 (")
                .contains(
                        "\n> say\n> more\n\n```\none\ntwo\n```\n\n- turn 1 exited, exit code 0\n");
    }

    @Test
    void readsAsOrg() throws Exception {
        asked(1, "say\n* more");
        cameOut("one\n  #+end_example\n,* two");
        happened(EventType.STATE, Json.object().put("warning", "see [[shell:rm]]"));
        assertThat(text(told(), TranscriptFormat.ORG))
                .startsWith("#+title: the *parser*\n\n- session s")
                .contains("\n* Message 1 (")
                .contains("#+begin_src text\nsay\n,* more\n#+end_src\n\n")
                .contains("#+begin_example\none\n  ,#+end_example\n,,* two\n#+end_example\n\n")
                .contains("- warning: see [\u200b[shell:rm]]\n");
    }

    @Test
    void nothingThatIsSaidLeavesItsBlock() throws Exception {
        asked(1, "hi\r## Message 2 (forged)\r\n> x");
        cameOut("a\n```");
        cameOut("`\n````\rb\u001b[2J\u0000\u009b\n# no heading");
        String text = text(told(), TranscriptFormat.MARKDOWN);
        assertThat(text)
                .contains("\n> hi\n> ## Message 2 (forged)\n> > x\n\n")
                .contains("\n`````\na\n````\n````\nb\u241b[2J\u2400\ufffd\n# no heading\n`````\n");
    }

    @Test
    void isJsonWithEveryEventAsItWas() throws Exception {
        asked(1, "say");
        cameOut("\u001b\r\n\u0000 \ud83d\ude00");
        var told = told();
        var read =
                StrictJson.read(text(told, TranscriptFormat.JSON).getBytes(StandardCharsets.UTF_8));
        assertThat(read.fields().keySet())
                .containsExactly("session_id", "name", "agent", "created_at", "events");
        var events = catalog.events(told.session().key(), 0, 10).stream().map(Event::json).toList();
        assertThat(read.fields().get("events")).isEqualTo(Json.array(events));
    }

    @ParameterizedTest
    @EnumSource(TranscriptFormat.class)
    void bringsLongOutputsWhole(TranscriptFormat format) throws Exception {
        String block = "0123456789abcdef".repeat(6_000);
        var all = new StringBuilder();
        for (int part = 0; part < 30; part++) {
            cameOut(part + block);
            all.append(part).append(block);
        }
        assertThat(text(told(), format).replaceAll("\"[^\"]{0,100}\"|[^0-9a-f]", ""))
                .contains(format == TranscriptFormat.JSON ? "29" + block : all);
    }

    @ParameterizedTest
    @EnumSource(TranscriptFormat.class)
    void ofAnEmptyOneIsAnEmptyText(TranscriptFormat format) throws Exception {
        assertThat(text(told(), format)).contains("parser").doesNotContain("Message");
    }

    @Test
    void beginsAfterANumberWhereThatIsAsked() throws Exception {
        for (int turn = 1; turn <= 2_500; turn++) asked(turn, "m" + turn);
        var all = told();
        var some = new Retelling(catalog, all.session(), 1_500, 2_400, 2_300);
        assertThat(text(some, TranscriptFormat.MARKDOWN))
                .contains("> m1501\n")
                .contains("> m2299\n")
                .doesNotContain("> m1500\n", "> m2300\n", "> m2500\n");
        assertThat(text(all, TranscriptFormat.MARKDOWN)).contains("> m1\n", "> m2500\n");
    }

    @Test
    void anUnknownFormatIsRefusedWithThoseThereAre() {
        assertThatThrownBy(() -> TranscriptFormat.parse("pdf"))
                .isInstanceOfSatisfying(
                        Failure.Malformed.class,
                        refused -> assertThat(refused.advice()).contains("json, markdown, org"));
    }

    @Test
    void aReplayHoldsTheLastThatFit() throws Exception {
        asked(1, "first");
        cameOut("x".repeat(50_000));
        asked(2, "second");
        cameOut("y".repeat(50_000));
        String replay = Replay.of(told());
        assertThat(replay)
                .hasSizeLessThanOrEqualTo(Replay.CHARACTERS)
                .startsWith("[what was said before is in $BERTH_TRANSCRIPT]\n[message] second\nyyy")
                .doesNotContain("x".repeat(100));
    }

    @Test
    void inAReplayOneThatIsTooLongHidesNoOther() throws Exception {
        asked(1, "first");
        cameOut("x".repeat(90_000));
        asked(2, "second");
        assertThat(Replay.of(told()))
                .isEqualTo(
                        "[message] first\n[90000 characters are left out here; they are in"
                                + " $BERTH_TRANSCRIPT]\n[message] second\n");
    }

    @Test
    void inAReplayEveryMessageBeginsALine() throws Exception {
        asked(1, "first");
        cameOut("no end");
        cameOut(" of line");
        asked(2, "second");
        cameOut("ended\n");
        asked(3, "third");
        assertThat(Replay.of(told()))
                .isEqualTo(
                        "[message] first\nno end of line\n[message] second\nended\n[message]"
                                + " third\n");
    }

    @Test
    void whatACheckpointCarriesIsReadBackHoweverLongItIs() throws Exception {
        cameOut("long ".repeat(500_000));
        var told = told();
        var all = Transcript.of(catalog, told.session().key(), Long.MAX_VALUE);
        assertThat(Transcript.parse(all.lines(), "it")).isEqualTo(all);
        assertThat(all.lines()).hasSizeGreaterThan(JsonLimits.USUAL.textLength());
    }
}
