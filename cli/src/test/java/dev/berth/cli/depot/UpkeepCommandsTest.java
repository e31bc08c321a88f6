package dev.berth.cli.depot;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.SplittableRandom;

class UpkeepCommandsTest {
    @TempDir private Path folder;
    private DepotShell shell = DepotShell.in(Path.of(""));

    @BeforeEach
    void makeDepot() throws IOException {
        shell = DepotShell.in(folder);
        shell.done("init d");
        Files.createDirectory(folder.resolve("t"));
        write("a", 1);
    }

    private void write(String name, long seed) throws IOException {
        var bytes = new byte[50_000];
        new SplittableRandom(seed).nextBytes(bytes);
        Files.write(folder.resolve("t").resolve(name), bytes);
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
        shell.done("snapshot d t --session s1");
        long one = size();
        write("a", 2);
        shell.done("snapshot d t --session s1");
        assertThat(shell.done("forget d --keep-last 1 --dry-run --json").out())
                .contains("\"forgotten\":0", "\"kept\":1", "\"dry_run\":true");
        assertThat(shell.done("list d").out().lines()).hasSize(3);
        shell.done("forget d --keep-last 1");
        assertThat(shell.done("list d").out().lines()).hasSize(2);
        assertThat(shell.done("collect d --dry-run").out()).contains("would go");
        shell.done("collect d");
        assertThat(size()).isLessThan(one + 5_000);
        assertThat(shell.done("verify d --read-data").out()).contains("whole");
    }

    @Test
    void forgetsByName() {
        shell.done("snapshot d t --session s1");
        shell.done("forget d s1");
        assertThat(shell.type("restore d s1 back").code()).isEqualTo(10);
    }

    @Test
    void asksForEitherNamesOrRules() {
        assertThat(shell.type("forget d").code()).isEqualTo(2);
        assertThat(shell.type("forget d s1 --keep-last 1").code()).isEqualTo(2);
        assertThat(shell.type("forget d --keep-last 0").code()).isEqualTo(2);
        assertThat(shell.type("forget d --keep-within soon").code()).isEqualTo(2);
    }

    @Test
    void verifyNamesTheFileAndSaysSoByItsCode() throws IOException {
        shell.done("snapshot d t --session s1");
        try (var files = Files.walk(folder.resolve("d/default/common/packs"))) {
            var largest =
                    files.filter(Files::isRegularFile)
                            .max((a, b) -> Long.compare(a.toFile().length(), b.toFile().length()))
                            .orElseThrow();
            byte[] bytes = Files.readAllBytes(largest);
            bytes[bytes.length / 2] ^= 1;
            Files.write(largest, bytes);
        }
        var answer = shell.type("verify d --read-data --json");
        assertThat(answer.code()).isEqualTo(12);
        assertThat(answer.out()).contains("\"whole\":false", "\"path\":\"a\"");
    }

    @Test
    void aRotatedMasterKeyOpensEverythingAndTheFormerNothing() {
        shell.done("snapshot d t --session s1");
        shell.done("keys rotate d --to-key-file new.key");
        assertThat(shell.type("list d --key-file new.key").code()).isZero();
        assertThat(shell.type("verify d").code()).isEqualTo(18);
        assertThat(shell.type("verify d --key-file new.key").code()).isZero();
        assertThat(shell.type("keys rotate d --key-file new.key").code()).isZero();
        assertThat(shell.type("verify d --key-file new.key").code()).isZero();
        assertThat(shell.type("verify d --key-file new.key.old").code()).isEqualTo(18);
    }

    @Test
    void aDestroyedDomainIsGoneAtOnceAndOthersAreNot() {
        shell.done("snapshot d t --session s1");
        shell.done("snapshot d t --session s2 --own-key");
        assertThat(shell.done("keys destroy d own.s2 --json").out())
                .contains("\"domain\":\"own.s2\"", "keys_sha256");
        assertThat(shell.type("restore d s2 back").code()).isEqualTo(18);
        shell.done("restore d s1 back");
        shell.done("collect d");
        shell.done("verify d --read-data");
        assertThat(shell.done("keys show d").out()).contains("own.s2", "destroyed");
    }

    @Test
    void aMissingKeyIsNotAnEmptyDepot() throws IOException {
        shell.done("snapshot d t --session s1");
        long before = size();
        var elsewhere = shell.with("BERTH_HOME", folder.resolve("other").toString());
        for (String verb : new String[] {"collect", "verify", "list", "keys init"}) {
            assertThat(elsewhere.type(verb + " d").code()).as(verb).isEqualTo(18);
        }
        assertThat(size()).isEqualTo(before);
    }

    @Test
    void aMachineThatKnowsNothingRefusesToCollectWithoutCheckpoints() throws Exception {
        shell.done("snapshot d t --session s1");
        Files.move(folder.resolve("d/default/checkpoints"), folder.resolve("elsewhere"));
        try (var heads = Files.list(folder.resolve("home/heads"))) {
            for (Path head : heads.toList()) Files.delete(head);
        }
        var refused = shell.type("collect d");
        assertThat(refused.code()).isEqualTo(12);
        assertThat(refused.err()).contains("default/checkpoints", "nothing was deleted");
        assertThat(shell.type("verify d").code()).isEqualTo(12);
        Files.move(folder.resolve("elsewhere"), folder.resolve("d/default/checkpoints"));
        shell.done("collect d");
        shell.done("restore d s1 back");
        assertThat(folder.resolve("back/a")).hasSameBinaryContentAs(folder.resolve("t/a"));
    }

    @Test
    void aDamagedCheckpointIsNamedAndForgetHelps() throws Exception {
        shell.done("snapshot d t --session s1");
        shell.done("snapshot d t --session s2");
        Path session = folder.resolve("d/default/checkpoints/s2");
        Path checkpoint;
        try (var files = Files.list(session)) {
            checkpoint = files.findFirst().orElseThrow();
        }
        byte[] bytes = Files.readAllBytes(checkpoint);
        bytes[0] ^= 1;
        Files.write(checkpoint, bytes);
        String id = checkpoint.getFileName().toString();
        var refused = shell.type("collect d");
        assertThat(refused.code()).isEqualTo(12);
        assertThat(refused.err()).contains(id, "berth depot forget", "nothing was deleted");
        shell.done("forget d " + id);
        shell.done("collect d");
        shell.done("list d");
    }

    @Test
    void whereTheCommonKeysWereDestroyedWhatIsAdvisedHelps() {
        shell.done("snapshot d t --session s1");
        shell.done("keys destroy d common");
        for (String session : new String[] {"s1", "s2"}) {
            var refused = shell.type("snapshot d t --session " + session);
            assertThat(refused.code()).isEqualTo(18);
            assertThat(refused.err())
                    .contains("--own-key", "--tenant", "a new depot")
                    .doesNotContain("another session");
            shell.done("snapshot d t --own-key --session " + session);
            shell.done("snapshot d t --tenant other --session " + session);
        }
        shell.done("keys destroy d own.s2");
        assertThat(shell.type("snapshot d t --session s2").err()).contains("another session");
    }
}
