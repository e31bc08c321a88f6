package dev.berth.depot.ignore;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import dev.berth.durable.Name;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

class IgnoringTest {
    @ParameterizedTest
    @CsvSource({
        "*.log, a.log, true",
        "*.log, deep/a.log, true",
        "/a.log, deep/a.log, false",
        "doc/*.txt, doc/a.txt, true",
        "doc/*.txt, doc/deep/a.txt, false",
        "**/b, b, true",
        "**/b, x/y/b, true",
        "x/**, x/y/z, true",
        "x/**, x, false",
        "x/**/z, x/z, true",
        "x/**/z, x/a/b/z, true",
        "x/**/z, xz, false",
        "[a-c]?, b1, true",
        "[!a-c]?, b1, false",
        "[[:digit:]], 7, true",
        "build/, build, false",
        "\\!a, !a, true",
        "\\#a, '#a', true",
    })
    void namesWhatGitWouldName(String pattern, String path, boolean expected) {
        assertThat(asked(List.of(pattern), "", path, false)).isEqualTo(expected);
    }

    @Test
    void aSlashAtTheEndNamesFoldersOnly() {
        assertThat(asked(List.of("build/"), "", "build", true)).isTrue();
    }

    @Test
    void aLaterLineTakesInAgain() {
        assertThat(asked(List.of(), "*.log\n!keep.log\n", "keep.log", false)).isFalse();
        assertThat(asked(List.of(), "!keep.log\n*.log\n", "keep.log", false)).isTrue();
    }

    @Test
    void theCommandLineIsAskedFirst() {
        assertThat(asked(List.of("a"), "!a", "a", false)).isTrue();
        assertThat(asked(List.of("!a"), "a", "a", false)).isFalse();
    }

    @Test
    void aFileInAFolderCountsBelowItAndBeforeThoseAbove() {
        var root = Ignoring.root(List.of(), Optional.of(bytes("/x\n*.o\n")));
        var sub = root.enter(Name.of("sub"), Optional.of(bytes("/x\n!keep.o\n")));
        assertThat(sub.leavesOut(Name.of("x"), false)).isTrue();
        assertThat(sub.leavesOut(Name.of("keep.o"), false)).isFalse();
        assertThat(sub.leavesOut(Name.of("other.o"), false)).isTrue();
        var deeper = sub.enter(Name.of("deep"), Optional.empty());
        assertThat(deeper.leavesOut(Name.of("x"), false)).isFalse();
        assertThat(deeper.leavesOut(Name.of("keep.o"), false)).isFalse();
    }

    @Test
    void namesNeedNotBeText() {
        var name = Name.parse(new byte[] {(byte) 0xff, 'a'}).orElseThrow();
        var rules = Ignoring.root(List.of(new byte[] {(byte) 0xff, '*'}), Optional.empty());
        assertThat(rules.leavesOut(name, false)).isTrue();
        assertThat(rules.leavesOut(Name.of("a"), false)).isFalse();
    }

    @Test
    void aHostilePatternTakesNoLongerThanAnyOther() {
        var name = new byte[250];
        Arrays.fill(name, (byte) 'a');
        var rules = Ignoring.root(List.of(bytes("*a".repeat(400) + "b")), Optional.empty());
        assertTimeoutPreemptively(
                Duration.ofSeconds(60),
                () -> rules.leavesOut(Name.parse(name).orElseThrow(), false));
    }

    private static boolean asked(List<String> line, String file, String path, boolean folder) {
        var at =
                Ignoring.root(
                        line.stream().map(IgnoringTest::bytes).toList(), Optional.of(bytes(file)));
        String[] parts = path.split("/", -1);
        for (int i = 0; i < parts.length - 1; i++) {
            if (at.leavesOut(Name.of(parts[i]), true)) return true;
            at = at.enter(Name.of(parts[i]), Optional.empty());
        }
        return at.leavesOut(Name.of(parts[parts.length - 1]), folder);
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
