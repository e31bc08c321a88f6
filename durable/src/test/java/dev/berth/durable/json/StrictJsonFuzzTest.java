package dev.berth.durable.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;

class StrictJsonFuzzTest {
    private static final int CASES = 25_000;

    @ParameterizedTest(name = "seed {0}")
    @ValueSource(longs = {1, 2, 20260131, -7})
    void whateverHappensToADocumentItIsReadOrRefusedByName(long seed) throws Exception {
        var mutations = new JsonMutations(seed, corpus());
        int accepted = 0;
        for (int i = 0; i < CASES; i++) {
            if (readOrRefuse(mutations.next())) accepted++;
        }
        // Mutations that never read or always read would prove nothing.
        assertThat(accepted).isBetween(CASES / 50, CASES / 2);
    }

    static List<JsonFinding> findings() throws IOException, URISyntaxException {
        return JsonFinding.all();
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("findings")
    void pastFindingsAreAnsweredAsTheirNamesSay(JsonFinding finding) {
        readOrRefuse(finding.document());
        assertThat(StrictJsonTest.answer(finding.document(), true)).isEqualTo(finding.expected());
    }

    @Test
    void pastFindingsAreManyAndOfManyKinds() throws Exception {
        assertThat(findings()).hasSizeGreaterThan(20);
        assertThat(findings().stream().map(finding -> finding.expected().replaceAll("@.*", "")))
                .contains("OK", "SYNTAX", "CUT_SHORT", "NOT_UTF8", "LONE_SURROGATE", "TOO_DEEP");
    }

    @ParameterizedTest(name = "seed {0}")
    @ValueSource(longs = {3, 11})
    void anIndependentParserAcceptsTheSameDocuments(long seed) throws Exception {
        PythonOracle.assumePresent();
        var documents = new ArrayList<byte[]>();
        JsonCase.all().forEach(c -> documents.add(c.document()));
        findings().forEach(finding -> documents.add(finding.document()));
        var mutations = new JsonMutations(seed, corpus());
        for (int i = 0; i < CASES; i++) documents.add(mutations.next());
        var verdicts = PythonOracle.accepts(documents);
        for (int i = 0; i < documents.size(); i++) {
            String ours = StrictJsonTest.answer(documents.get(i), true);
            assertThat(ours.equals("OK"))
                    .as("%s says %s", shown(documents.get(i)), ours)
                    .isEqualTo(verdicts.get(i));
        }
    }

    @ParameterizedTest(name = "seed {0}")
    @ValueSource(longs = {5, 1119})
    void aLibraryReadsTheSameValues(long seed) throws Exception {
        var mutations = new JsonMutations(seed, corpus());
        int compared = 0;
        for (int i = 0; i < CASES; i++) {
            byte[] document = mutations.next();
            if (!StrictJsonTest.answer(document, false).equals("OK")) continue;
            assertThat(StrictJson.read(document))
                    .as(shown(document))
                    .isEqualTo(JacksonOracle.read(document));
            compared++;
        }
        assertThat(compared).isGreaterThan(CASES / 50);
    }

    private static boolean readOrRefuse(byte[] document) {
        try {
            var read = StrictJson.read(document);
            assertThat(StrictJson.read(read.file())).isEqualTo(read);
            var again = StrictJson.read(read.compact().getBytes(StandardCharsets.UTF_8));
            assertThat(again.pretty()).isEqualTo(read.pretty());
            return true;
        } catch (JsonRefusal refusal) {
            if (!isPlaceIn(document, refusal)) {
                fail("%s: no place in %s", refusal, shown(document));
            }
            return false;
        } catch (RuntimeException | StackOverflowError bug) {
            return fail("not a refusal, for " + shown(document), bug);
        }
    }

    /// Whether the document has such a line, and that line such a column or ends before it.
    private static boolean isPlaceIn(byte[] document, JsonRefusal refusal) {
        var lines = new String(document, StandardCharsets.UTF_8).split("\\r\\n|\\r|\\n", -1);
        if (refusal.line() < 1 || refusal.line() > lines.length) return false;
        String line = lines[refusal.line() - 1];
        return refusal.column() >= 1
                && refusal.column() <= line.codePointCount(0, line.length()) + 1;
    }

    private static String shown(byte[] document) {
        return HexFormat.of().formatHex(document)
                + " "
                + new String(document, StandardCharsets.UTF_8);
    }

    private static List<byte[]> corpus() throws IOException, URISyntaxException {
        var corpus = new ArrayList<byte[]>();
        findings().forEach(finding -> corpus.add(finding.document()));
        JsonCase.all().stream()
                .filter(c -> c.expected().equals("OK"))
                .map(JsonCase::document)
                .forEach(corpus::add);
        return corpus;
    }
}
