package dev.berth.cli;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import java.nio.file.Path;
import java.util.Map;

class WordsTest {
    @TempDir Path folder;

    private Typed typed(String words) {
        return Typed.in(folder, Map.of("HOME", folder.toString()), words.split(" "));
    }

    @ParameterizedTest
    @ValueSource(strings = {"version", "--version", "-V"})
    void theVersionIsAskedForAsInOtherTools(String words) {
        assertThat(typed(words).out()).startsWith("berth ").contains("Java 25");
    }

    @Test
    void helpIsAlsoAWord() {
        assertThat(typed("help").out()).isEqualTo(typed("--help").out());
        assertThat(typed("help disk put").out()).isEqualTo(typed("disk put --help").out());
    }

    @Test
    void jsonMayStandBeforeTheCommand() throws Exception {
        assertThat(typed("--json version").json().fields()).containsKey("version");
        assertThat(typed("--json --debug version").code()).isZero();
        assertThat(typed("--json disk nowhere").json().fields()).containsKey("error");
    }

    @ParameterizedTest
    @CsvSource({
        "dsik, dsik is not a command; did you mean disk",
        "disk ptu, ptu is not a command; did you mean put? See",
        "dsik --json, dsik is not a command; did you mean disk",
        "version --no-such, --no-such is not an option here",
        "version more, one too many: more",
        "version -- --json, one too many: --json"
    })
    void whatIsNotUnderstoodIsNamed(String words, String said) {
        Typed typed = typed(words);
        assertThat(typed.code()).isEqualTo(2);
        assertThat(typed.err()).startsWith("berth: " + said);
    }

    @ParameterizedTest
    @ValueSource(strings = {"disk put d.sqlite", "disk freeze d.sqlite cold", "vault write"})
    void aMissingArgumentIsAMatterOfUsage(String words) {
        Typed typed = typed(words);
        assertThat(typed.code()).isEqualTo(2);
        assertThat(typed.err()).contains("--help");
    }

    @Test
    void anEmptyPathIsNotTheCurrentFolder() {
        Typed typed = Typed.in(folder, Map.of("HOME", folder.toString()), "disk", "ls", "");
        assertThat(typed.code()).isEqualTo(2);
        assertThat(typed.err()).contains("a path is empty");
    }

    @ParameterizedTest
    @ValueSource(strings = {"disk create \ufffd.sqlite", "disk put none /bad\ufffd", "\ufffd"})
    void aPathThatWasNotUtf8IsRefused(String words) {
        Typed typed = typed(words);
        assertThat(typed.code()).isEqualTo(2);
        assertThat(typed.err()).contains("not a name in UTF-8");
        assertThat(folder).isEmptyDirectory();
    }
}
