package dev.berth.cli.depot;

import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.cli.Typed;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.SplittableRandom;

class UpkeepCommandsTest {
    @TempDir private Path folder;

    @BeforeEach
    void makeDepot() throws IOException {
        done("init", "d");
        Files.createDirectory(folder.resolve("t"));
        write("a", 1);
    }

    private void write(String name, long seed) throws IOException {
        var bytes = new byte[50_000];
        new SplittableRandom(seed).nextBytes(bytes);
        Files.write(folder.resolve("t").resolve(name), bytes);
    }

    private Typed typed(String... words) {
        var all = new String[words.length + 1];
        all[0] = "depot";
        System.arraycopy(words, 0, all, 1, words.length);
        return Typed.in(folder, Map.of("BERTH_HOME", folder.resolve("home").toString()), all);
    }

    private Typed done(String... words) {
        var answer = typed(words);
        assertThat(answer.code()).as(answer.err()).isZero();
        return answer;
    }

    private long size() throws IOException {
        try (var files = Files.walk(folder.resolve("d"))) {
            return files.filter(Files::isRegularFile)
                    .mapToLong(file -> file.toFile().length())
                    .sum();
        }
    }

    @Test
    void forgetsByRuleAndCollectsWhatOnlyThatHeld() throws IOException {
        done("snapshot", "d", "t", "--session", "s1");
        long one = size();
        write("a", 2);
        done("snapshot", "d", "t", "--session", "s1");
        assertThat(done("forget", "d", "--keep-last", "1", "--dry-run", "--json").out())
                .contains("\"forgotten\":0", "\"kept\":1", "\"dry_run\":true");
        assertThat(done("list", "d").out().lines()).hasSize(3);
        done("forget", "d", "--keep-last", "1");
        assertThat(done("list", "d").out().lines()).hasSize(2);
        assertThat(done("collect", "d", "--dry-run").out()).contains("would go");
        done("collect", "d");
        assertThat(size()).isLessThan(one + 5_000);
        assertThat(done("verify", "d", "--read-data").out()).contains("whole");
    }

    @Test
    void forgetsByName() {
        done("snapshot", "d", "t", "--session", "s1");
        done("forget", "d", "s1");
        assertThat(typed("restore", "d", "s1", "back").code()).isEqualTo(10);
    }

    @Test
    void asksForEitherNamesOrRules() {
        assertThat(typed("forget", "d").code()).isEqualTo(2);
        assertThat(typed("forget", "d", "s1", "--keep-last", "1").code()).isEqualTo(2);
        assertThat(typed("forget", "d", "--keep-last", "0").code()).isEqualTo(2);
        assertThat(typed("forget", "d", "--keep-within", "soon").code()).isEqualTo(2);
    }

    @Test
    void verifyNamesTheFileAndSaysSoByItsCode() throws IOException {
        done("snapshot", "d", "t", "--session", "s1");
        try (var files = Files.walk(folder.resolve("d/default/common/packs"))) {
            var largest =
                    files.filter(Files::isRegularFile)
                            .max((a, b) -> Long.compare(a.toFile().length(), b.toFile().length()))
                            .orElseThrow();
            byte[] bytes = Files.readAllBytes(largest);
            bytes[bytes.length / 2] ^= 1;
            Files.write(largest, bytes);
        }
        var answer = typed("verify", "d", "--read-data", "--json");
        assertThat(answer.code()).isEqualTo(12);
        assertThat(answer.out()).contains("\"whole\":false", "\"path\":\"a\"");
    }

    @Test
    void aRotatedMasterKeyOpensEverythingAndTheFormerNothing() {
        done("snapshot", "d", "t", "--session", "s1");
        done("keys", "rotate", "d", "--to-key-file", "new.key");
        assertThat(typed("list", "d", "--key-file", "new.key").code()).isZero();
        assertThat(typed("verify", "d").code()).isEqualTo(18);
        assertThat(typed("verify", "d", "--key-file", "new.key").code()).isZero();
        assertThat(typed("keys", "rotate", "d", "--key-file", "new.key").code()).isZero();
        assertThat(typed("verify", "d", "--key-file", "new.key").code()).isZero();
        assertThat(typed("verify", "d", "--key-file", "new.key.old").code()).isEqualTo(18);
    }

    @Test
    void aDestroyedDomainIsGoneAtOnceAndOthersAreNot() {
        done("snapshot", "d", "t", "--session", "s1");
        done("snapshot", "d", "t", "--session", "s2", "--own-key");
        assertThat(done("keys", "destroy", "d", "own.s2", "--json").out())
                .contains("\"domain\":\"own.s2\"", "keys_sha256");
        assertThat(typed("restore", "d", "s2", "back").code()).isEqualTo(18);
        done("restore", "d", "s1", "back");
        done("collect", "d");
        done("verify", "d", "--read-data");
        assertThat(done("keys", "show", "d").out()).contains("own.s2", "destroyed");
    }

    @Test
    void aMissingKeyIsNotAnEmptyDepot() throws IOException {
        done("snapshot", "d", "t", "--session", "s1");
        long before = size();
        var elsewhere = Map.of("BERTH_HOME", folder.resolve("other").toString());
        for (String verb : new String[] {"collect", "verify", "list"}) {
            assertThat(Typed.in(folder, elsewhere, "depot", verb, "d").code()).isEqualTo(18);
        }
        assertThat(Typed.in(folder, elsewhere, "depot", "keys", "init", "d").code()).isEqualTo(18);
        assertThat(size()).isEqualTo(before);
    }
}
