package dev.berth.vault.jgit;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.nio.charset.StandardCharsets;
import java.util.Optional;

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
}
