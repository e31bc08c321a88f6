package dev.berth.vault.jgit;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;

class JGitMergeTest {
    private final JGitMerge merge = new JGitMerge();

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private Optional<String> merged(String base, String ours, String theirs) {
        return merge.merged(bytes(base), bytes(ours), bytes(theirs))
                .map(result -> new String(result, StandardCharsets.UTF_8));
    }

    @ParameterizedTest
    @ValueSource(strings = {"\n", "\r\n"})
    void takesBothChangesWithTheirLineEnds(String end) {
        String base = String.join(end, "1", "2", "3", "4", "5", "");
        String ours = String.join(end, "one", "2", "3", "4", "5", "");
        String theirs = String.join(end, "1", "2", "3", "4", "five", "six", "");
        assertThat(merged(base, ours, theirs))
                .contains(String.join(end, "one", "2", "3", "4", "five", "six", ""));
    }

    @Test
    void keepsAMissingLineEndMissing() {
        assertThat(merged("1\n2\n3\n4\n5", "one\n2\n3\n4\n5", "1\n2\n3\n4\n5"))
                .contains("one\n2\n3\n4\n5");
        assertThat(merged("1\n2\n3\n4\n5", "one\n2\n3\n4\n5", "1\n2\n3\n4\nfive"))
                .contains("one\n2\n3\n4\nfive");
    }

    @Test
    void isTheOtherSideWhereOneDidNotChange() {
        assertThat(merged("", "", "x\n")).contains("x\n");
        assertThat(merged("", "x\n", "")).contains("x\n");
        assertThat(merged("x\n", "", "x\n")).contains("");
        assertThat(merge.marked(bytes(""), bytes(""), bytes("x\n")).orElseThrow())
                .isEqualTo(bytes("x\n"));
    }

    @Test
    void isNothingWhereBothChangedTheSameLine() {
        assertThat(merged("1\n", "one\n", "uno\n")).isEmpty();
    }

    @Test
    void isTheChangeWhereBothMadeIt() {
        assertThat(merged("1\n2\n", "one\n2\n", "one\n2\n")).contains("one\n2\n");
    }

    @Test
    void isNothingForWhatIsNoText() {
        assertThat(merge.merged(bytes("a\0"), bytes("a\0b"), bytes("c"))).isEmpty();
        assertThat(merge.marked(bytes("a\0"), bytes("a\0b"), bytes("c"))).isEmpty();
    }

    @Test
    void putsMarkersOnlyWhenAsked() {
        var marked = merge.marked(bytes("1\n2\n"), bytes("one\n2\n"), bytes("uno\n2\n"));
        assertThat(new String(marked.orElseThrow(), StandardCharsets.UTF_8))
                .isEqualTo("<<<<<<< new\none\n=======\nuno\n>>>>>>> current\n2\n");
    }

    @Test
    void endsMarkersAsTheFileEndsItsLines() {
        assertThat(marked("1\r\n2\r\n", "one\r\n2\r\n", "uno\r\n2\r\n"))
                .isEqualTo("<<<<<<< new\r\none\r\n=======\r\nuno\r\n>>>>>>> current\r\n2\r\n");
        assertThat(marked("1\n2\n3\n", "one\n2\n3\n", "uno\r\n2\n3\n"))
                .as("most lines count")
                .isEqualTo("<<<<<<< new\none\n=======\nuno\r\n>>>>>>> current\n2\n3\n");
    }

    @Test
    void endsALineBeforeAMarkerThatHadNoEnd() {
        assertThat(marked("0\r\n1", "0\r\none", "0\r\nuno"))
                .isEqualTo("0\r\n<<<<<<< new\r\none\r\n=======\r\nuno\r\n>>>>>>> current\r\n");
        assertThat(marked("1", "one", "uno"))
                .isEqualTo("<<<<<<< new\none\n=======\nuno\n>>>>>>> current\n");
    }

    @Test
    void marksWhatOnlyOneSideStillHas() {
        assertThat(marked("0\n1\n2\n", "0\n2\n", "0\nuno\n2\n"))
                .isEqualTo("0\n<<<<<<< new\n=======\nuno\n>>>>>>> current\n2\n");
        assertThat(marked("0\n1\n2\n", "0\none\n2\n", "0\n2\n"))
                .isEqualTo("0\n<<<<<<< new\none\n=======\n>>>>>>> current\n2\n");
        assertThat(marked("1\n", "", "uno\n"))
                .isEqualTo("<<<<<<< new\n=======\nuno\n>>>>>>> current\n");
    }

    @Test
    void isNothingForWhatIsNoTextOnlyLateIntoTheFile() {
        String late = "line\n".repeat(10_000) + "\0\n";
        assertThat(merged(late, "first\n" + late, late + "last\n")).isEmpty();
    }

    private String marked(String base, String ours, String theirs) {
        return new String(
                merge.marked(bytes(base), bytes(ours), bytes(theirs)).orElseThrow(),
                StandardCharsets.UTF_8);
    }

    @ParameterizedTest(name = "seed {0}")
    @ValueSource(longs = {1, 2, 3, 4, 5})
    void losesNoLineOfEitherSide(long seed) {
        var random = new SplittableRandom(seed);
        for (int round = 0; round < 500; round++) {
            String end = random.nextBoolean() ? "\n" : "\r\n";
            var base = lines(random, 8);
            var ours = changed(base, random);
            var theirs = changed(base, random);
            String top = "top" + end;
            String marked =
                    marked(
                            top + String.join(end, base),
                            top + String.join(end, ours),
                            top + String.join(end, theirs));
            assertThat(marked.replace(end, "")).as("line ends").doesNotContain("\r", "\n");
            var found = List.of(marked.split(end, -1));
            for (var side : List.of(ours, theirs)) {
                var added = new ArrayList<>(side);
                added.removeAll(base);
                assertThat(found).as("%s, %s, %s", base, ours, theirs).containsAll(added);
            }
        }
    }

    private static List<String> lines(SplittableRandom random, int most) {
        var lines = new ArrayList<String>();
        for (int i = random.nextInt(most + 1); i > 0; i--) lines.add("" + random.nextInt(5));
        return lines;
    }

    private static List<String> changed(List<String> base, SplittableRandom random) {
        var lines = new ArrayList<>(base);
        for (int i = random.nextInt(4); i > 0; i--) {
            int at = random.nextInt(lines.size() + 1);
            if (at < lines.size() && random.nextBoolean()) lines.remove(at);
            else lines.add(at, "new" + random.nextInt(1000));
        }
        return lines;
    }
}
