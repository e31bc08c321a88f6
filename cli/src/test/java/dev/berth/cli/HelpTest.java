package dev.berth.cli;

import static org.assertj.core.api.Assertions.assertThat;

import static java.util.Objects.requireNonNull;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import picocli.CommandLine;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

class HelpTest {
    private static final Path HERE = Path.of("").toAbsolutePath();

    static Stream<String> everyCommand() {
        var found = new ArrayList<String>();
        gather(CommandTree.whole().line(), "", found);
        return found.stream();
    }

    private static void gather(CommandLine at, String words, List<String> found) {
        found.add(words);
        at.getSubcommands()
                .forEach((name, member) -> gather(member, (words + " " + name).strip(), found));
    }

    @ParameterizedTest(name = "berth {0} --help")
    @MethodSource("everyCommand")
    void fitsEightyColumnsAndSaysWhatTheCommandDoes(String words) {
        Typed typed = Typed.in(HERE, Map.of(), (words + " --help").strip().split(" ", -1));
        assertThat(typed.code()).isZero();
        assertThat(typed.err()).isEmpty();
        assertThat(typed.out().lines())
                .allSatisfy(line -> assertThat(line).hasSizeLessThanOrEqualTo(80));
        assertThat(typed.out()).startsWith("Usage: berth").contains("--help");
        assertThat(typed.out().lines().skip(1).anyMatch(line -> line.endsWith("."))).isTrue();
    }

    @ParameterizedTest(name = "berth {0}")
    @MethodSource("everyCommand")
    void everyCommandThatDoesSomethingTakesJsonAndDebug(String words) {
        CommandLine at = CommandTree.whole().line();
        for (String word : words.isEmpty() ? new String[0] : words.split(" ", -1)) {
            at = member(at, word);
        }
        if (!at.getSubcommands().isEmpty()) return;
        assertThat(at.getCommandSpec().optionsMap()).containsKeys("--json", "--debug", "--help");
        if (at.getCommandSpec().positionalParameters().isEmpty()) return;
        assertThat(at.getUsageMessage()).as("an example").containsPattern("\nExamples?:\n");
    }

    @Test
    void theRootNamesEveryEntryWithItsOneLine() {
        String help = Typed.in(HERE, Map.of(), "--help").out();
        for (Commands.Entry entry : Commands.ALL) {
            assertThat(help).contains(entry.name()).contains(entry.summary());
            CommandLine made = member(CommandTree.of(entry.name()).line(), entry.name());
            assertThat(made.getCommandSpec().usageMessage().description())
                    .containsExactly(entry.summary());
        }
    }

    @Test
    void aWordThatDoesNotExistIsAnsweredWithTheNearest() {
        Typed typed = Typed.in(HERE, Map.of(), "docter");
        assertThat(typed.code()).isEqualTo(2);
        assertThat(typed.err()).contains("doctor").contains("berth --help");
        assertThat(typed.out()).isEmpty();
    }

    @Test
    void nothingTypedShowsTheHelpAndIsAUsageError() {
        Typed typed = Typed.in(HERE, Map.of());
        assertThat(typed.code()).isEqualTo(2);
        assertThat(typed.err()).contains("Usage: berth");
    }

    private static CommandLine member(CommandLine group, String name) {
        return requireNonNull(group.getSubcommands().get(name));
    }
}
