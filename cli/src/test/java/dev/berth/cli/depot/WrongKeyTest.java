package dev.berth.cli.depot;

import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.cli.Typed;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.stream.Stream;

class WrongKeyTest {
    private static final int WRONG_KEY = 18;

    @TempDir private Path folder;

    @BeforeEach
    void makeDepot() throws IOException {
        Files.createDirectory(folder.resolve("t"));
        Files.writeString(folder.resolve("t/a"), "one");
        done("init d");
        done("snapshot d t --session s1");
        done("snapshot d t --session s2 --own-key");
    }

    private Typed typed(String home, String key, String line) {
        var environment =
                Map.of("BERTH_HOME", folder.resolve(home).toString(), "BERTH_MASTER_KEY", key);
        return Typed.in(folder, environment, ("depot " + line).split(" "));
    }

    private Typed done(String line) {
        var answer = typed("home", "", line);
        assertThat(answer.code()).as("%s: %s", line, answer.err()).isZero();
        return answer;
    }

    private String everything() throws IOException {
        var all = new StringBuilder();
        try (Stream<Path> files = Files.walk(folder.resolve("d"))) {
            for (var file : files.sorted().toList()) all.append(file).append('\n');
        }
        return all.toString();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "list d",
                "list d --session s1",
                "list d --tenant nobody",
                "show d s1",
                "show d s1 --manifest",
                "cat d s1 a",
                "diff d s1 s2",
                "stats d",
                "verify d",
                "verify d --read-data",
                "collect d",
                "collect d --dry-run",
                "restore d s1 back",
                "forget d s1",
                "forget d s1 --dry-run",
                "forget d --keep-last 5",
                "snapshot d t --session s1",
                "snapshot d t --session s3 --own-key",
                "snapshot d t --session s3 --tenant other",
                "watch d t --session s1 --count 1",
                "keys init d",
                "keys show d",
                "keys rotate d",
                "keys rotate d --data",
                "keys rotate d --to-key-file new.key",
                "keys destroy d own.s2",
            })
    void aWrongOrMissingKeyHasAMessageOfItsOwnAndChangesNothing(String line) throws IOException {
        String before = everything();
        var wrong = typed("home", "7".repeat(64), line);
        assertThat(wrong.code()).as(wrong.out() + wrong.err()).isEqualTo(WRONG_KEY);
        assertThat(wrong.err()).contains("for master key", "--key-file");
        assertThat(wrong.out()).isEmpty();
        var missing = typed("other", "", line);
        assertThat(missing.code()).isEqualTo(WRONG_KEY);
        assertThat(missing.err()).contains("no master key at", "BERTH_MASTER_KEY");
        var asJson = typed("home", "7".repeat(64), line + " --json");
        assertThat(asJson.code()).isEqualTo(WRONG_KEY);
        assertThat(asJson.out()).contains("\"exit_code\":18").hasLineCount(1);
        assertThat(everything()).isEqualTo(before);
    }

    @ParameterizedTest
    @ValueSource(strings = {"show d s2", "cat d s2 a", "diff d s1 s2", "restore d s2 back"})
    void whatIsAskedOfADestroyedDomainSaysThatItWasDestroyed(String line) {
        done("keys destroy d own.s2");
        var answer = typed("home", "", line);
        assertThat(answer.code()).isEqualTo(WRONG_KEY);
        assertThat(answer.err()).contains("were destroyed on");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "stats d",
                "verify d --read-data",
                "collect d --dry-run",
                "collect d",
                "show d s1",
                "forget d s2",
                "forget d --keep-last 1",
                "snapshot d t --session s1",
                "keys show d",
                "keys rotate d",
                "keys rotate d --data",
            })
    void nothingElseSuffersFromADestroyedDomain(String line) {
        done("keys destroy d own.s2");
        done(line);
        done("restore d s1 back");
    }

    @Test
    void aListNamesWhatWasDestroyedAndIsNoFailure() {
        done("keys destroy d own.s2");
        assertThat(done("list d").out()).contains("s1", "cannot be read", "were destroyed on");
    }

    @Test
    void aListOfWhichSomeIsForAnotherKeyShowsTheRestAndSaysSoByItsCode() throws IOException {
        // Another depot's domain, as someone might put it there.
        done("init e");
        done("snapshot e t --session s9 --own-key");
        Path strange = folder.resolve("d/default/checkpoints/s9");
        Files.createDirectories(strange);
        try (Stream<Path> files = Files.list(folder.resolve("e/default/checkpoints/s9"))) {
            for (var file : files.toList()) Files.copy(file, strange.resolve(file.getFileName()));
        }
        Files.copy(
                folder.resolve("e/default/keys/own.s9"), folder.resolve("d/default/keys/own.s9"));
        var answer = typed("home", "", "list d");
        assertThat(answer.code()).isEqualTo(WRONG_KEY);
        assertThat(answer.out()).contains("s1", "s2", "cannot be read", "own.s9");
    }

    @Test
    void aListWithADamagedCheckpointShowsTheRestAndSaysSoByItsCode() throws IOException {
        try (Stream<Path> files = Files.list(folder.resolve("d/default/checkpoints/s2"))) {
            var file = files.findFirst().orElseThrow();
            byte[] bytes = Files.readAllBytes(file);
            bytes[bytes.length - 1] ^= 1;
            Files.write(file, bytes);
        }
        var answer = typed("home", "", "list d --json");
        assertThat(answer.code()).isEqualTo(12);
        assertThat(answer.out()).contains("\"session_id\":\"s1\"", "\"unreadable\":[\"cp_");
    }
}
